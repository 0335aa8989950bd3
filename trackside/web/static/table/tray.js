// The tray: the current task, the main button for it, and the player's own things, in one box for all phases.
import { icon } from '../ui/icons.js';
import { die, el, g } from '../ui/pieces.js';
import { Hints, OfferList, mainMove } from './moves.js';
import { ErrorNote } from '../ui/notes.js';
import { useDesktop } from '../app/hooks.js';
import { html, useEffect, useState } from '../vendor/view.js';
import { clockText } from '../app/words.js';

/**
 * @import { Offer, SeatCard } from '../api'
 * @import { App, BoardModule, Trail, Words } from '../types'
 */

/** The time left, counting down. @param {{deadline: number, label: string, words: Words}} props */
export function Clock({ deadline, label, words }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  const left = (deadline - now) / 1000;
  const look = `clock tabular${left < 10 ? ' short' : ''}`;
  return html`<span class=${look} role="timer" aria-label=${label}>${clockText(left, words)}</span>`;
}

const BLANK_DIE = g(
  { class: 'die' },
  el('rect', { class: 'die-edge', x: -22, y: -18, width: 44, height: 44, rx: 10 }),
  el('rect', { class: 'die-face', x: -22, y: -22, width: 44, height: 44, rx: 10 }),
);

/** The die: blank before a roll, then its result. @param {{n: number|null, rolling: boolean}} props */
const Die = ({ n, rolling }) =>
  el(
    'svg',
    {
      class: `the-die${rolling ? ' rolling' : n === null ? ' blank' : ''}`,
      width: 38,
      height: 42,
      viewBox: '-24 -24 48 54',
      'aria-hidden': 'true',
    },
    n === null ? BLANK_DIE : die(n, 0, 0),
  );

/**
 * @typedef {object} TrayProps
 * @property {App} app
 * @property {string} game
 * @property {BoardModule|null} board
 * @property {import('../api').TableView} view
 * @property {SeatCard[]} seats
 * @property {Trail[]} trail
 * @property {Trail[]} since the turns that may be told already
 * @property {Offer[]} offers
 * @property {number|null} chosen
 * @property {number|null} best
 * @property {(move: number|null) => void} choose
 * @property {(move: number) => void} play
 * @property {{move: number, done: () => void, back: () => void}|null} held a move that waits for "Done"
 * @property {{text: string, yes: () => void, no: () => void}|null} question the confirmation before a move is made
 * @property {string} waiting the prompt while there is nothing to do
 * @property {number|null} deadline
 * @property {string} timeUp the note that the clock has just made a move for a player
 * @property {import('../api').HintMessage|null} hint
 * @property {() => void} closeHint
 * @property {(() => void)|null} askHint null if the table allows no hints
 * @property {boolean} all true if all moves are listed
 * @property {(() => void)|null} undo
 * @property {(() => void)|null} roll
 * @property {number|null} rolled
 * @property {boolean} rolling
 * @property {string|null} error
 * @property {() => void} dismiss
 * @property {any} note the reason why the player has to wait, if any
 */

/** @param {TrayProps} props */
export function Tray(props) {
  const { app, game, offers, error, roll } = props;
  const words = app.gameWords(game);
  const active = offers.length > 0 || roll !== null;
  return html`<section class=${`tray${active ? ' active' : ''}`} aria-labelledby="tray-title">
    <h2 class="hidden-text" id="tray-title">${words('table.tray')}</h2>
    ${error ? html`<${ErrorNote} text=${error} close=${props.dismiss} words=${words} />` : !active && props.note}
    <${Prompt} ...${props} words=${words} />
    <div class="tray-body"><${Things} ...${props} words=${words} /></div>
  </section>`;
}

const LONG = 50; // characters that fit two lines next to the buttons on a phone

/** The current task, and the buttons for it. @param {TrayProps & {words: Words}} props */
function Prompt(props) {
  const { view, offers, chosen, held, question, deadline, timeUp, waiting, roll, rolling, rolled, words } =
    props;
  const offer = held ? undefined : offers.find(one => one.move === chosen);
  const now = offers.length > 0 ? view.prompt : waiting;
  const dice = rolling ? words('table.rolling') : roll && words('table.roll_it');
  const says = question?.text ?? (held ? words('table.held') : dice || now);
  const shows = roll !== null || rolling || (rolled !== null && offers.length > 0);
  const idle = timeUp || (roll ? words('table.roll_space') : '');
  const line = question ? '' : (offer?.label ?? idle);
  const look = question
    ? ''
    : offer
      ? ' previewing'
      : timeUp
        ? ' timed'
        : (says ?? '').length > LONG
          ? ' long'
          : '';
  return html`<div class=${`prompt${question ? ' asks' : ''}`}>
    ${shows && html`<${Die} n=${roll ? null : rolled} rolling=${rolling} />`}
    <div class=${`say${look}`}>
      <p role="status" class="now-say">${says}</p>
      <p class="preview-line">${line}</p>
      <p class="hidden-text" aria-live="polite">${offer?.brings.join(' ') ?? ''}</p>
    </div>
    ${deadline !== null && html`<${Clock} deadline=${deadline} label=${words('table.clock')} words=${words} />`}
    <${Actions} ...${props} />
  </div>`;
}

/** A hint, all moves, or the player's things as drawn by the game. @param {TrayProps & {words: Words}} props */
function Things(props) {
  const { app, game, board, view, seats, trail, since, offers, chosen, best, choose, play, held } = props;
  const { hint, closeHint, all, words } = props;
  const wide = useDesktop();
  const mine = offers.length > 0;
  const Own = board?.Tray;
  if (hint && mine)
    return html`<${Hints}
      hint=${hint}
      judge=${app.hello.games.find(one => one.name === game)?.judge ?? false}
      offers=${offers}
      chosen=${chosen}
      words=${words}
      close=${closeHint}
    />`;
  if (mine && (all || (board && !Own)))
    return html`<${OfferList} offers=${offers} chosen=${chosen} label=${words('table.all_title')} />`;
  if (!Own) return null;
  return html`<${Own}
    scene=${view.scene}
    offers=${offers}
    chosen=${chosen}
    best=${best}
    choose=${choose}
    play=${play}
    held=${held?.move ?? null}
    words=${words}
    wide=${wide}
    seats=${seats}
    trail=${trail}
    since=${since.filter(one => one.says)}
  />`;
}

/**
 * @param {{label: string, act: () => void, look?: string, title?: string, disabled?: boolean, children?: any}} props
 */
const Act = ({ label, act, look = '', title, disabled, children }) =>
  html`<button class=${`button ${look}`} type="button" title=${title} disabled=${disabled} onClick=${act}>
    ${children}${label}
  </button>`;

/**
 * The undo button on a phone: an icon, to leave room for the prompt.
 * @param {{undo: () => void, words: Words}} props
 */
const UndoSign = ({ undo, words }) =>
  html`<button class="button only-tall sign-only" type="button" title=${words('table.undo')} onClick=${undo}>
    ${icon('undo')}<span class="hidden-text">${words('table.undo')}</span>
  </button>`;

/** The buttons next to the prompt; one of them is primary. @param {TrayProps & {words: Words}} props */
function Actions(props) {
  const { board, offers, chosen, play, held, question, words, undo, askHint, roll } = props;
  if (question)
    return html`<div class="acts">
      <${Act} label=${words('table.pass_yes')} act=${question.yes} look="confirm" />
      <${Act} label=${words('table.pass_no')} act=${question.no} look="primary" />
    </div>`;
  if (held)
    return html`<div class="acts">
      <${Act} label=${words('table.take_back')} act=${held.back} look="plain" />
      <${Act} label=${words('table.done')} act=${held.done} look="primary" />
    </div>`;
  if (roll)
    return html`<div class="acts">
      <${Act} label=${words('table.roll')} act=${roll} look="primary" title=${words('table.roll_key')} />
    </div>`;
  const main = mainMove(board, offers, chosen, words);
  const mine = offers.length > 0;
  return html`<div class="acts">
    ${offers.map(offer => offer.passes && html`<${Pass} key=${offer.move} offer=${offer} words=${words} />`)}
    ${undo && chosen === null && html`<${UndoSign} undo=${undo} words=${words} />`}
    ${
      mine &&
      askHint &&
      html`<${Act}
        label=${words('table.hint')}
        act=${askHint}
        look="only-wide"
        title=${words('table.hint_key')}
        children=${icon('bulb')}
      />`
    }
    ${
      mine &&
      html`<${Act}
        label=${main?.label ?? words('table.choose')}
        act=${() => main && play(main.move)}
        look="primary"
        disabled=${!main}
      />`
    }
  </div>`;
}

/** The button that leaves a turn unused: plain text, never emphasised. @param {{offer: Offer, words: Words}} props */
export const Pass = ({ offer, words }) =>
  html`<button class="button plain pass" type="button" data-move=${offer.move} title=${offer.label}>
    ${words('table.pass')}
  </button>`;
