// The tray: what to do now, the one button that does it, and the player's own things.
import { badge, die, el, g } from './kit.js';
import { ErrorNote } from './parts.js';
import { prefer } from './preferences.js';
import { useDesktop } from './stage.js';
import { html, useEffect, useState } from './vendor/view.js';
import { clockText, nameOf, signed } from './words.js';

/**
 * @typedef {import('./types').App} App
 * @typedef {import('./types').BoardModule} BoardModule
 * @typedef {import('./types').Words} Words
 * @typedef {import('./api').HintedMove} HintedMove
 * @typedef {import('./api').Offer} Offer
 * @typedef {import('./api').Result} Result
 * @typedef {import('./api').SeatInfo} SeatInfo
 */

/** The time left, counted down. @param {{deadline: number, label: string}} props */
export function Clock({ deadline, label }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  const left = (deadline - now) / 1000;
  const look = `clock tabular${left < 10 ? ' short' : ''}`;
  return html`<span class=${look} role="timer" aria-label=${label}>${clockText(left)}</span>`;
}

const BLANK_DIE = g(
  { class: 'die' },
  el('rect', { class: 'die-edge', x: -22, y: -18, width: 44, height: 44, rx: 10 }),
  el('rect', { class: 'die-face', x: -22, y: -22, width: 44, height: 44, rx: 10 }),
);

/**
 * The die before it is rolled, blank, and while it rolls; then the game itself draws it.
 * @param {{n: number|null}} props
 */
export const Die = ({ n }) =>
  el(
    'svg',
    {
      class: `the-die${n === null ? '' : ' rolling'}`,
      width: 44,
      height: 48,
      viewBox: '-24 -24 48 54',
      'aria-hidden': 'true',
    },
    n === null ? BLANK_DIE : die(n, 0, 0),
  );

/**
 * A move as a button, with its chance to win if known.
 * @param {{offer: Offer, chance?: number|null, on: boolean}} props
 */
const OfferButton = ({ offer, chance, on }) =>
  html`<button type="button" class=${`offer-button${on ? ' on' : ''}`} data-move=${offer.move}>
    ${typeof chance === 'number' && html`<b class="chance-of tabular">${Math.round(chance * 100)} %</b>`}
    <span>${offer.label}${offer.brings.length > 0 && html` <small>${offer.brings.join(' ')}</small>`}</span>
  </button>`;

/**
 * Moves as a list of buttons, so that everything can be done without the board.
 * @param {{offers: Offer[], chances?: Map<number, number|null>, chosen: number|null, label: string}} props
 */
const OfferList = ({ offers, chances, chosen, label }) =>
  html`<div class="list-part">
    <h3 class="label">${label}</h3>
    <ul class="offer-list" aria-label=${label}>
      ${offers.map(
        offer => html`<li key=${offer.move}>
          <${OfferButton} offer=${offer} chance=${chances?.get(offer.move)} on=${offer.move === chosen} />
        </li>`,
      )}
    </ul>
  </div>`;

/**
 * Explains a kind of decision the first time it comes up; a solo game may have an explanation of its own.
 * @param {{app: App, game: string, phase: string|undefined, seats: number}} props
 */
function Guide({ app, game, phase, seats }) {
  const { preferences } = app;
  const words = app.gameWords(game);
  const kind = seats === 1 && words.has(`guide.${phase}_solo`) ? `${phase}_solo` : phase;
  const name = `${game} ${kind}`;
  const known = !preferences.guide || preferences.explained.includes(name);
  if (!kind || known || !words.has(`guide.${kind}`)) return null;
  const learnt = () => prefer({ explained: [...preferences.explained, name] });
  const rules = html`<a href=${`/rules/${game}`}>${words('table.guide_rules')}</a>`;
  return html`<div class="note guide">
    <span class="sign" aria-hidden="true">?</span>
    <span>${words(`guide.${kind}`)} ${rules}</span>
    <button class="button small" type="button" onClick=${learnt}>${words('table.guide_ok')}</button>
  </div>`;
}

/**
 * The best moves, with the chances to win.
 * @param {{hint: HintedMove[], offers: Offer[], chosen: number|null, words: Words}} props
 */
function Hint({ hint, offers, chosen, words }) {
  const weighed = hint.some(one => one.value !== null);
  const best = hint.flatMap(one => offers.find(offer => offer.move === one.move) ?? []);
  const chances = new Map(hint.map(one => [one.move, one.value]));
  const label = words(weighed ? 'table.hint_title' : 'table.hint_only');
  return html`<${OfferList} offers=${best} chances=${chances} chosen=${chosen} label=${label} />`;
}

/**
 * @typedef {object} TrayProps
 * @property {App} app
 * @property {string} game
 * @property {BoardModule|null} board
 * @property {import('./api').View} view
 * @property {Offer[]} offers
 * @property {number|null} chosen
 * @property {(move: number|null) => void} choose
 * @property {(move: number) => void} play
 * @property {boolean} busy
 * @property {string} waiting what the prompt says while there is nothing to do
 * @property {number|null} deadline
 * @property {HintedMove[]|null} hint
 * @property {(() => void)|null} askHint null where the table allows no hints
 * @property {boolean} all whether all moves are listed
 * @property {(all: boolean) => void} setAll
 * @property {(() => void)|null} undo
 * @property {(() => void)|null} roll
 * @property {number|null} rolled
 * @property {boolean} rolling
 * @property {string|null} error
 * @property {() => void} dismiss
 */

/** @param {TrayProps} props */
export function Tray(props) {
  const { app, game, view, offers, error, roll } = props;
  const words = app.gameWords(game);
  const mine = offers.length > 0;
  return html`<section class=${`tray${mine || roll ? ' active' : ''}`} aria-labelledby="tray-title">
    <h2 class="hidden-text" id="tray-title">${words('table.tray')}</h2>
    ${error && html`<${ErrorNote} text=${error} close=${props.dismiss} words=${words} />`}
    ${mine && html`<${Guide} app=${app} game=${game} phase=${view.scene.phase} seats=${view.scores.length} />`}
    <${Prompt} ...${props} words=${words} />
    <${Things} ...${props} words=${words} />
  </section>`;
}

/** What to do now, and the buttons for it. @param {TrayProps & {words: Words}} props */
function Prompt(props) {
  const { view, offers, chosen, deadline, waiting, roll, rolling, rolled, words } = props;
  const offer = offers.find(one => one.move === chosen);
  const now = offers.length > 0 ? view.prompt : waiting;
  const dice = rolling ? words('table.rolling') : roll && words('table.roll_it');
  return html`<div class="prompt">
    ${(roll || rolling) && html`<${Die} n=${roll ? null : rolled} />`}
    <div class=${`say${offer ? ' previewing' : ''}`}>
      <p role="status" class="now-say">${dice || now}</p>
      <p class="preview-line">${offer?.label ?? ''}</p>
      <p class="hidden-text" aria-live="polite">${offer?.brings.join(' ') ?? ''}</p>
    </div>
    ${deadline !== null && html`<${Clock} deadline=${deadline} label=${words('table.clock')} />`}
    <${Actions} ...${props} />
  </div>`;
}

/**
 * A hint, all moves, or the player's things as the game draws them.
 * @param {TrayProps & {words: Words}} props
 */
function Things({ board, view, offers, chosen, choose, play, busy, hint, all, words }) {
  const wide = useDesktop();
  const mine = offers.length > 0;
  const Own = board?.Tray;
  if (hint && mine) return html`<${Hint} hint=${hint} offers=${offers} chosen=${chosen} words=${words} />`;
  if (mine && (all || (board && !Own)))
    return html`<${OfferList} offers=${offers} chosen=${chosen} label=${words('table.all_title')} />`;
  if (!Own) return null;
  return html`<${Own}
    scene=${view.scene}
    offers=${busy ? [] : offers}
    chosen=${chosen}
    choose=${choose}
    play=${play}
    words=${words}
    wide=${wide}
  />`;
}

/**
 * What the main button does: what the game says, else the chosen move.
 * @param {TrayProps & {words: Words}} props
 * @returns {{move: number, label: string}|null}
 */
function mainMove({ board, offers, chosen, words }) {
  const own = board?.primary?.(offers, chosen, words);
  if (own) return own;
  const offered = chosen !== null && offers.some(offer => offer.move === chosen);
  return offered ? { move: chosen, label: words('table.play_it') } : null;
}

/** The buttons beside the prompt; one of them is primary. @param {TrayProps & {words: Words}} props */
function Actions(props) {
  const { board, offers, play, busy, words, all, setAll, undo, askHint, roll } = props;
  if (roll)
    return html`<div class="acts">
      <button class="button primary" type="button" onClick=${roll} title=${words('table.roll_key')}>
        ${words('table.roll')}
      </button>
    </div>`;
  const main = mainMove(props);
  const mine = offers.length > 0;
  return html`<div class="acts">
    ${
      undo &&
      html`<button class="button only-wide" type="button" onClick=${undo} title=${words('table.undo_key')}>
        ${words('table.undo')}
      </button>`
    }
    ${
      mine &&
      html`<button
        class="button only-wide"
        type="button"
        disabled=${!askHint}
        onClick=${askHint}
        title=${words(askHint ? 'table.hint_key' : 'table.no_hints')}
      >
        ${words('table.hint')}
      </button>`
    }
    ${
      mine &&
      board?.Tray &&
      html`<button class="button only-wide" type="button" aria-pressed=${all} onClick=${() => setAll(!all)}>
        ${words('table.all')}
      </button>`
    }
    ${
      mine &&
      html`<button
        class="button primary"
        type="button"
        disabled=${busy || !main}
        onClick=${() => main && play(main.move)}
      >
        ${main?.label ?? words('table.choose')}
      </button>`
    }
  </div>`;
}

/** @param {number|string} cell @param {boolean} last */
function cellClass(cell, last) {
  const classes = [last && 'total', typeof cell === 'number' && cell < 0 && 'neg'].filter(Boolean);
  return classes.length ? classes.join(' ') : undefined;
}

/**
 * One player's points.
 * @param {{row: (number|string)[], seat: SeatInfo|undefined, wins: string, words: Words}} props
 */
const ResultRow = ({ row, seat, wins, words }) =>
  html`<th scope="row">
      <span class="of">${badge(seat?.colour ?? 'white', 22)}${nameOf(seat, words)}${wins}</span>
    </th>
    ${row.map((cell, i) => html`<td key=${i} class=${cellClass(cell, i === row.length - 1)}>${signed(cell)}</td>`)}`;

/**
 * The final scores: one sentence, a table, notes.
 * @param {{result: Result, seats: SeatInfo[], words: Words, label: string, children?: any}} props
 */
export function Ending({ result, seats, words, label, children }) {
  const wins = (/** @type {number} */ seat) => result.winners.includes(seat);
  const says = (/** @type {number} */ seat) =>
    wins(seat) && seats.length > 1 ? ` · ${words('end.wins')}` : '';
  return html`<section class="end-card" aria-label=${words('end.title')}>
    <p class="label">${label}</p>
    <h2>${result.says}</h2>
    <div class="scroll-x" tabindex="0" role="group" aria-label=${words('end.table')}>
      <table>
        <thead>
          <tr>
            <th scope="col">${words('end.player')}</th>
            ${result.columns.map((column, i) => html`<th key=${i} scope="col">${column}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${result.rows.map(
            (row, seat) => html`<tr key=${seat} class=${wins(seat) ? 'win' : undefined}>
              <${ResultRow} row=${row} seat=${seats[seat]} wins=${says(seat)} words=${words} />
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${
      result.notes.length > 0 &&
      html`<div class="end-notes quiet">${result.notes.map((note, i) => html`<p key=${i}>${note}</p>`)}</div>`
    }
    <div class="buttons">${children}</div>
  </section>`;
}
