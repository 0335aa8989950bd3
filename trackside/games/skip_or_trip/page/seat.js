// The notes next to a player's name: the cards played last, and the numbers in the hand.
import { html } from '/static/vendor/view.js';
import { meeple } from '/static/ui/pieces.js';
import { CardFace, FanCard } from './cards.js';

/**
 * @import { Card, Effect, Scene } from './api'
 * @import { Words } from '/static/types'
 */

/**
 * The numbers of a hand side by side, closer together the more there are.
 * @param {{hand: Card[], words: Words}} props
 */
function Backs({ hand, words }) {
  const numbers = hand.map(card => card.number);
  const says = hand.length
    ? words('board.number_of', { n: hand.length, numbers: numbers.join(', ') })
    : words('board.no_cards');
  return html`<span class=${`fan-mini${hand.length > 8 ? ' many' : ''}`} role="img" aria-label=${says}>
    ${numbers.map((number, i) => html`<${CardFace} key=${i} card=${{ number }} cls="tiny" words=${words} />`)}
  </span>`;
}

/** Cards face up in a row, closer together the more there are. @param {{cards: Card[], words: Words}} props */
function Faces({ cards, words }) {
  const half = Math.min(16.5, Math.max(9, 66 / cards.length));
  return html`<span class="faces">
    ${cards.map(
      (card, i) => html`<span key=${i} class="one">
        <${FanCard} card=${card} half=${half} k=${Math.min(1, half / 12.5)} words=${words} />
      </span>`,
    )}
  </span>`;
}

/**
 * The cards of a seat's last turn: white with a red foot for a trip, black for a skip.
 * @param {{seat: number, last: Effect[], words: Words}} props
 */
function Did({ seat, last, words }) {
  const played = last.filter(effect => effect.kind === 'lay' || effect.kind === 'black');
  const passed = last.some(({ kind }) => kind === 'pass' || kind === 'empty');
  if (!played.length && !passed) return null;
  return html`<span class=${`last-did did${played.length > 3 ? ' many' : ''}`}>
    ${played.map(
      ({ kind, number }, i) => html`<span
        key=${i}
        data-key=${`did-${seat}-${i}`}
        class=${`did-card${kind === 'lay' ? ' white' : ''}`}
        title=${words(kind === 'lay' ? 'board.tripped_with' : 'board.skipped_with', { number })}
      >
        <span class="hidden-text">
          ${words(kind === 'lay' ? 'board.tripped_with' : 'board.skipped_with', { number })}
        </span>
        <span aria-hidden="true">${number}</span>
      </span>`,
    )}
    ${passed && html`<span class="did-card none">${words('board.passed_last')}</span>`}
  </span>`;
}

/**
 * A seat's last turn and holdings: the numbers held, in a review the visible cards, and the squares of several meeples.
 * @param {{scene: Scene, seat: number, words: Words, past?: boolean, last?: Effect[]}} props
 */
export function SeatNote({ scene, seat, words, past, last = [] }) {
  const side = scene.sides[seat],
    squares = [...scene.meeples[side]].reverse(),
    colour = scene.colours[side],
    hand = scene.hands[seat];
  const team = scene.sides.some((other, i) => other !== i);
  const title = team ? words('board.team', { who: words(`seat.${colour}`) }) : undefined;
  const small = html`<svg class="tiny-meeple" viewBox="-17 -37 36 42" width="16" height="18" aria-hidden="true">
    ${meeple(colour, 0, 0)}
  </svg>`;
  const open = past && hand.some(card => card.symbols);
  const cards = open
    ? html`<${Faces} cards=${hand} words=${words} />`
    : html`<${Backs} hand=${hand} words=${words} />`;
  return html`<${Did} seat=${seat} last=${last} words=${words} />
    <span class="card-count only-tall">${words.count('board.cards', hand.length)}</span>
    <div class=${`has st-note${past ? ' past' : ''}`}>
      ${squares.length > 1 && html`<span class="chip squares" title=${title}>${small}${squares.join(' ')}</span>`}
      ${seat !== scene.perspective || open ? cards : null}
    </div>`;
}

/**
 * The hands of the others, as far as they are visible.
 * @param {{scene: Scene, seat: number, words: Words}} props
 */
export const Hidden = ({ scene, seat, words }) =>
  html`<div class="st-hidden">
    ${scene.hands.map(
      (hand, other) =>
        other !== seat &&
        html`<div key=${other} class="hidden-hand">
          ${
            scene.hands.length > 2 &&
            html`<svg class="tiny-meeple" viewBox="-17 -37 36 42" width="16" height="18" aria-hidden="true">
              ${meeple(scene.colours[other], 0, 0)}
            </svg>`
          }
          ${hand.map((card, i) => html`<${CardFace} key=${i} card=${card} words=${words} />`)}
          ${hand.length === 0 && html`<span class="quiet">${words('board.no_cards')}</span>`}
        </div>`,
    )}
  </div>`;
