// Two sheets side by side: the line drawn in ink, a better one in green.
import { html } from '/static/vendor/view.js';
import { Sheet } from './sheet.js';

/**
 * @import { Offer, Scene } from './api'
 * @import { Words } from '/static/types'
 */

/**
 * @typedef {{offers: Offer[], scene: Scene|null, label: string, says: string}} Drawn a turn that was or could have
 *   been drawn
 * @typedef {{made: Drawn|null, better: Drawn|null}} Comparison
 */

/**
 * Return the scene after a turn, with its new fields marked even if it ends the round.
 * @param {Scene} scene
 * @param {number} index
 * @param {Offer[]} offers
 * @returns {Scene}
 */
function withTurn(scene, index, offers) {
  const entered = offers.filter(offer => offer.field !== undefined);
  if (!entered.length) return scene;
  const seats = scene.seats.with(index, {
    ...scene.seats[index],
    drawn: entered.length,
    growing: entered[0].end ?? null,
  });
  return { ...scene, seats };
}

/** @param {{look: 'made'|'better', drawn: Drawn, words: Words}} props */
function One({ look, drawn, words }) {
  const { says, offers } = drawn;
  if (!drawn.scene) return null;
  const index = drawn.scene.perspective ?? 0,
    scene = withTurn(drawn.scene, index, offers);
  return html`<figure class=${look}>
    <figcaption>
      <svg class="rv-key-line" viewBox="0 0 22 14" aria-hidden="true">
        <path class=${`rv-${look}-line`} d="M2 7H20" />
      </svg>
      <b>${says}</b>
    </figcaption>
    <div class="paper">
      <${Sheet} scene=${scene} index=${index} offers=${[]} chosen=${null} words=${words} still=${false} />
    </div>
  </figure>`;
}

/** @param {{compare: Comparison, words: Words}} props */
export const Compare = ({ compare: { made, better }, words }) =>
  html`<div class=${`tx-compare${better ? '' : ' alone'}`}>
    ${made && html`<${One} look="made" drawn=${made} words=${words} />`}
    ${better && html`<${One} look="better" drawn=${better} words=${words} />`}
  </div>`;

/** The viewer's sheet by itself. @param {{scene: Scene, words: Words}} props */
export const Alone = ({ scene, words }) =>
  html`<div class="tx-compare alone">
    <figure>
      <figcaption></figcaption>
      <div class="paper">
        <${Sheet}
          scene=${scene}
          index=${scene.perspective ?? 0}
          offers=${[]}
          chosen=${null}
          words=${words}
          still=${false}
        />
      </div>
    </figure>
  </div>`;
