// The log: one sentence per turn, newest at the top; pressing one shows that turn on the board.
import { Face } from '../ui/faces.js';
import { icon } from '../ui/icons.js';
import { html, useEffect, useRef, useState } from '../vendor/view.js';

/**
 * @import { SeatCard, StoryLine } from '../api'
 * @import { Words } from '../types'
 */

/**
 * @typedef {object} LogProps
 * @property {StoryLine[]} story
 * @property {SeatCard[]} seats
 * @property {Words} words
 * @property {number|null} looking the past turn on view
 * @property {((turn: number) => void)|null} look shows the end of a turn
 */

const FACE = 22;

/** The face of a line's player. @param {{line: {seat: number}, seats: SeatCard[], size?: number}} props */
export const Who = ({ line, seats, size = FACE }) =>
  seats[line.seat]
    ? html`<${Face} seat=${seats[line.seat]} size=${size} />`
    : html`<span class="chance" aria-hidden="true"></span>`;

/** @param {{line: StoryLine, now: boolean} & Omit<LogProps, 'story' | 'words'>} props */
function LogLine({ line, now, seats, looking, look }) {
  const shown = line.done && line.turn === looking;
  const look_ = `line${now ? ' now' : ''}${shown ? ' shown' : ''}`;
  const inside = html`<${Who} line=${line} seats=${seats} /><span>${line.says}</span>`;
  if (!look || !line.done) return html`<li><span class=${look_}>${inside}</span></li>`;
  return html`<li>
    <button class=${look_} type="button" aria-pressed=${shown} onClick=${() => look(line.turn)}>${inside}</button>
  </li>`;
}

/** Return the lines that have a sentence. @param {StoryLine[]} story */
const told = story => story.filter(line => line.says);

/** @param {LogProps} props */
function LogList({ story, seats, words, looking, look }) {
  const lines = told(story);
  return html`<ol tabindex="0" aria-label=${words('table.log')}>
    ${lines
      .map(
        (line, i) =>
          html`<${LogLine}
            key=${`${line.turn} ${line.seat}`}
            line=${line}
            now=${i === lines.length - 1}
            seats=${seats}
            looking=${looking}
            look=${look}
          />`,
      )
      .reverse()}
  </ol>`;
}

/** The log in the rail. @param {LogProps} props */
export const Log = props =>
  html`<section class="log only-wide" aria-labelledby="log-title">
    <h2 class="label" id="log-title">${props.words('table.log')}</h2>
    <${LogList} ...${props} />
  </section>`;

/**
 * The log on a phone: its newest line, which opens the whole log over seats and log. A guide replaces it.
 * @param {LogProps & {guide: {text: string, sheet: any}|null}} props
 */
export function LogLineOnly({ guide, ...props }) {
  const { story, seats, words, look } = props;
  const [open, setOpen] = useState(false);
  const button = useRef(/** @type {HTMLElement|null} */ (null));
  const last = told(story).at(-1);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  useEffect(() => {
    if (!open) return undefined;
    const key = (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      close();
    };
    document.addEventListener('keydown', key, true);
    return () => document.removeEventListener('keydown', key, true);
  }, [open]);
  const go =
    look &&
    ((/** @type {number} */ turn) => {
      setOpen(false);
      look(turn);
    });
  return html`<div class="log-strip only-tall">
    <button
      class=${`log-line${guide ? ' guide-line' : ''}`}
      type="button"
      aria-expanded=${open}
      aria-label=${guide || last ? undefined : words('table.log')}
      ref=${button}
      onClick=${() => setOpen(!open)}
    >
      ${
        guide
          ? html`<span class="question" aria-hidden="true">?</span><span>${guide.text}</span>`
          : last && html`<${Who} line=${last} seats=${seats} size=${20} /><span>${last.says}</span>`
      }
    </button>
    ${
      open &&
      html`<div class="log-sheet" role="group" aria-label=${words('table.log')}>
        <button class="button plain icon-only close" type="button" aria-label=${words('page.close')} onClick=${close}>
          ${icon('close')}
        </button>
        ${guide?.sheet}
        <${LogList} ...${props} look=${go} />
      </div>`
    }
  </div>`;
}

const SPOKEN = 6;

/**
 * The finished turns for screen readers: each is announced once, after it has been shown.
 * @param {{story: StoryLine[]}} props
 */
export const SpokenLog = ({ story }) =>
  html`<div class="hidden-text" role="log" aria-live="polite">
    ${told(story)
      .filter(line => line.done)
      .slice(-SPOKEN)
      .map(line => html`<p key=${`${line.turn} ${line.seat}`}>${line.says}</p>`)}
  </div>`;

/**
 * The tray while a past turn is on view: its number, its events, and the way back.
 * @param {{turn: number, story: StoryLine[], seats: SeatCard[], words: Words, back: () => void}} props
 */
export function Looking({ turn, story, seats, words, back }) {
  const lines = told(story).filter(line => line.turn === turn);
  const title = turn > 0 ? words('table.looking', { turn }) : words('table.looking_start');
  const button = useRef(/** @type {HTMLElement|null} */ (null));
  useEffect(() => button.current?.focus({ preventScroll: true }), [turn]);
  return html`<section class="tray past" aria-label=${title}>
    <div class="looking">
      <p role="status">${title}</p>
      <button class="button small" type="button" ref=${button} onClick=${back}>${words('table.back_to_now')}</button>
    </div>
    <ul class="tray-body past-lines">
      ${lines.map(
        line =>
          html`<li key=${line.seat}><${Who} line=${line} seats=${seats} size=${30} /><span>${line.says}</span></li>`,
      )}
    </ul>
  </section>`;
}
