// The table of a lesson or a question: a position on the board, answered by playing and judged by the server.
import { Stage } from '../table/stage.js';
import { useKeepFocus, useKeys } from '../table/keys.js';
import { useMoveEvents } from '../table/pointer.js';
import { useDesktop } from '../app/hooks.js';
import { Pass } from '../table/tray.js';
import { mainMove } from '../table/moves.js';
import { ErrorNote } from '../ui/notes.js';
import { el } from '../ui/pieces.js';
import { html, useEffect, useRef, useState } from '../vendor/view.js';

/**
 * @import { AnswerView, Offer, QuestionVerdict, SeatCard } from '../api'
 * @import { App, BoardModule, BoardProps, Words } from '../types'
 */

/**
 * @typedef {QuestionVerdict['verdict']} Judgement
 * @typedef {{verdict: Judgement, view: AnswerView}} Verdict
 */

/**
 * Manage an answer: the moves made so far, and the server's verdict on them.
 * @template {Verdict} V
 * @param {V} unanswered the verdict before any move
 * @param {(moves: number[], giveUp: boolean) => Promise<V>} judge
 */
export function useAnswer(unanswered, judge) {
  const [{ verdict, made }, setAnswer] = useState({ verdict: unanswered, made: /** @type {Offer[]} */ ([]) });
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const send = async (/** @type {Offer[]} */ offers, giveUp = false) => {
    setBusy(true);
    try {
      const moves = offers.map(offer => offer.move);
      setAnswer({ verdict: await judge(moves, giveUp), made: offers });
      setError('');
    } catch (refusal) {
      setError(String(/** @type {Error} */ (refusal).message));
    }
    setBusy(false);
  };
  const open = verdict.verdict === 'open';
  return {
    ...{ verdict, made, open, error },
    dismiss: () => setError(''),
    play: (/** @type {Offer} */ offer) => {
      if (!busy && open) send([...made, offer]);
    },
    undo: () => {
      if (!busy && open && made.length) send(made.slice(0, -1));
    },
    again: () => setAnswer({ verdict: unanswered, made: [] }),
    giveUp: () => {
      if (!busy) send(made, true);
    },
  };
}

const TICKS = {
  right: 'M-6.5 .5-2 5.5 7-5',
  nearly: 'M-7.5 2.5C-5-4.5-2-4.5 0 0S5 4.5 7.5-2.5',
  wrong: 'M-5.5-5.5 5.5 5.5M5.5-5.5-5.5 5.5',
  open: '',
};

/** The symbol of a verdict; right, nearly and wrong have different shapes. @param {{verdict: Judgement}} props */
export const VerdictSign = ({ verdict }) =>
  el(
    'svg',
    { class: `verdict ${verdict}`, viewBox: '-16 -16 32 32', 'aria-hidden': 'true' },
    verdict === 'wrong'
      ? el('rect', { x: -13, y: -13, width: 26, height: 26, rx: 6 })
      : el('circle', { r: 14 }),
    el('path', { d: TICKS[verdict] }),
  );

/** The legal moves as buttons, for a game without a tray. @param {{offers: Offer[], chosen: number|null}} props */
const OfferButtons = ({ offers, chosen }) =>
  html`<ul class="offer-list">
    ${offers.map(
      offer => html`<li key=${offer.move}>
        <button
          type="button"
          class=${`offer-button${offer.move === chosen ? ' on' : ''}`}
          data-move=${offer.move}
        >
          ${offer.label}
        </button>
      </li>`,
    )}
  </ul>`;

/**
 * @typedef {object} AnswerTableProps
 * @property {App} app
 * @property {Words} words
 * @property {BoardModule|null} board
 * @property {string} look the class of the page
 * @property {{verdict: Verdict, made: Offer[], open: boolean, error: string, dismiss: () => void,
 *   play: (offer: Offer) => void, undo: () => void}} answer as returned by useAnswer
 * @property {SeatCard[]} seats
 * @property {Partial<BoardProps>} [drawn] what else to draw, or to draw in place of the answer's position
 * @property {() => void} help the action of the key H
 * @property {string} rail the label of the rail
 * @property {string} tray the label of the tray
 * @property {string} says the task or the verdict
 * @property {boolean} [spoken] true if `says` is announced, because nothing else announces it
 * @property {string} how the line below it while no move is chosen
 * @property {boolean} [signed] true if the tray shows the sign of the verdict
 * @property {any} buttons further buttons of the tray
 * @property {any} onward the buttons once it is answered
 * @property {any} children the rail
 */

/** @param {AnswerTableProps} props */
export function AnswerTable(props) {
  const { app, words, board, look, answer, seats, drawn = {}, help, rail, tray, children } = props;
  const { verdict, open } = answer;
  const { offers } = verdict.view;
  const { best = null } = drawn;
  const root = useRef(/** @type {HTMLElement|null} */ (null));
  const desktop = useDesktop();
  const [wished, choose] = useState(/** @type {number|null} */ (null));
  const chosen = offers.some(offer => offer.move === wished) ? wished : best;
  const play = (/** @type {number} */ move) => {
    const offer = offers.find(one => one.move === move);
    if (!offer) return;
    choose(null);
    answer.play(offer);
  };
  const asked = JSON.stringify([verdict.verdict, offers.map(one => one.label)]);
  const events = useMoveEvents({ chosen, choose, play, asked });
  const { undo } = answer;
  useKeys(root, app.preferences.keys, { chosen, choose, play, undo, hint: help, roll: null });
  useKeepFocus(root, verdict.view);
  useEffect(() => {
    const onward = /** @type {HTMLElement|null} */ (root.current?.querySelector('.acts .primary') ?? null);
    if (!open) onward?.focus({ preventScroll: true });
  }, [verdict]);
  const shown = {
    scene: verdict.view.scene,
    offers,
    chosen,
    choose,
    play,
    words,
    seats,
    trail: [],
    ...drawn,
  };
  const Own = board?.Tray;
  return html`<main id="main" class=${`table lesson ${look}`} tabindex="-1" ref=${root} ...${events}>
    <${Stage} board=${board} label=${words('table.board')} ...${shown} />
    <aside class="rail" aria-label=${rail}>${children}</aside>
    <section class=${`tray${open ? ' active' : ''}`} aria-labelledby="tray-title">
      <h2 class="hidden-text" id="tray-title">${tray}</h2>
      ${answer.error && html`<${ErrorNote} text=${answer.error} close=${answer.dismiss} words=${words} />`}
      <${Prompt} ...${props} best=${best} chosen=${chosen} play=${play} />
      <div class="tray-body">
        ${Own ? html`<${Own} ...${shown} since=${[]} wide=${desktop} />` : html`<${OfferButtons} ...${shown} />`}
      </div>
    </section>
  </main>`;
}

/**
 * The task or the verdict, and the buttons for it.
 * @param {AnswerTableProps & {best: number|null, chosen: number|null, play: (move: number) => void}} props
 */
function Prompt({ words, board, answer, says, spoken, how, signed, buttons, onward, best, chosen, play }) {
  const { verdict, open, made, undo } = answer;
  const { offers } = verdict.view;
  const offer = offers.find(one => one.move === chosen);
  const main = mainMove(board, offers, chosen, words);
  const sign = signed && !open;
  return html`<div class=${`prompt${sign ? ' judged' : ''}`}>
    ${sign && html`<${VerdictSign} verdict=${verdict.verdict} />`}
    <div class=${`say${offer && chosen !== best ? ' previewing' : ''}`}>
      <p role=${spoken ? 'status' : undefined} class="now-say">${says}</p>
      ${open && html`<p class="preview-line" aria-live="polite">${offer?.label ?? how}</p>`}
    </div>
    <div class="acts">
      ${
        open &&
        made.length > 0 &&
        html`<button class="button plain" type="button" onClick=${undo}>${words('table.undo')}</button>`
      }
      ${
        open &&
        offers
          .filter(one => one.passes)
          .map(one => html`<${Pass} key=${one.move} offer=${one} words=${words} />`)
      }
      ${buttons}
      ${
        open
          ? html`<button
              class="button primary"
              type="button"
              disabled=${!main}
              onClick=${() => main && play(main.move)}
            >
              ${main?.label ?? words('table.choose')}
            </button>`
          : onward
      }
    </div>
  </div>`;
}
