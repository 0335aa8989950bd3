// The replay of a finished game, turn by turn.
import { useBoard } from '../table/boards.js';
import { Columns, ReviewLink } from '../result/result.js';
import { Dialog } from '../ui/dialog.js';
import { VerifyDialog } from '../dice/fairness.js';
import { isSimultaneous, lastOf, turnsOf } from '../table/turns.js';
import { get } from '../app/http.js';
import { icon } from '../ui/icons.js';
import { Loading, NothingHere } from '../ui/placeholders.js';
import { SelectField } from '../ui/fields.js';
import { Top } from '../ui/header.js';
import { useTitle } from '../app/hooks.js';
import { Log, LogLineOnly, Who } from '../table/log.js';
import { Seats, shownName } from '../table/seats.js';
import { TextDialog, WhatIfDialog } from './dialogs.js';
import { logAt, nextStop, placeOf, saidAt, stopsOf, storyAt, turnIndex } from './steps.js';
import { Stage } from '../table/stage.js';
import { html, useEffect, useMemo, useState } from '../vendor/view.js';

/**
 * @import { Replay, SeatInfo } from '../api'
 * @import { App, Words } from '../types'
 */

const NOTHING = () => {};
// Milliseconds that a step is shown in automatic play
const TURN_PACE = 1800;
const ENTRY_PACE = 1100;
const SETTLED = 400; // milliseconds after which the address names the frame shown

/** @param {{app: App, id: string}} props */
export function ReplayPage({ app, id }) {
  const { words } = app;
  const [seenBy, setSeenBy] = useState('all');
  const [replay, setReplay] = useState(/** @type {Replay|null} */ (null));
  const [error, setError] = useState('');
  useEffect(() => {
    get(`/api/tables/${id}/replay`, { perspective: seenBy, language: app.language }).then(
      setReplay,
      refusal => setError(refusal.message),
    );
  }, [id, seenBy, app.language]);
  useTitle(replay ? words('replay.of', { title: replay.table.title }) : words('replay.title'));
  if (error) {
    const first = ['/games', words('page.games')];
    return html`<${NothingHere} app=${app} title=${words('replay.title')} lead=${error} first=${first} />`;
  }
  if (!replay) return html`<${Loading} app=${app} />`;
  return html`<${ReplayView} app=${app} id=${id} replay=${replay} seenBy=${seenBy} setSeenBy=${setSeenBy} />`;
}

/** @param {KeyboardEvent} event */
const meantForAnother = ({ ctrlKey, metaKey, altKey, target }) =>
  ctrlKey ||
  metaKey ||
  altKey ||
  (target instanceof Element &&
    target.closest('input:not([type=range]), select, textarea, dialog, .log ol') !== null);

/** Return the frame in the address, after its #. */
function frameInAddress() {
  const found = /^#(\d+)$/.exec(location.hash);
  return found ? Number(found[1]) : null;
}

/**
 * Return the current frame and the functions that change it, by whole turns or by entries.
 * @param {number[]} stops
 */
function useSteps(stops) {
  const first = stops[0];
  const last = stops[stops.length - 1];
  const within = (/** @type {number} */ to) => Math.max(first, Math.min(last, to));
  const [wanted, setWanted] = useState(() => frameInAddress() ?? first);
  const [single, setSingle] = useState(false);
  const [running, setRunning] = useState(false);
  const at = within(wanted);
  const go = (/** @type {number} */ to) => setWanted(within(to));
  const after = (/** @type {number} */ from, /** @type {-1|1} */ way, entries = single) =>
    entries ? within(from + way) : nextStop(stops, from, way);
  // Counted from the frame requested last: keys may come faster than the page draws
  const move = (/** @type {-1|1} */ way, entries = single) =>
    setWanted(before => after(within(before), way, entries));
  useEffect(() => {
    if (!running) return undefined;
    if (at >= last) {
      setRunning(false);
      return undefined;
    }
    const timer = setTimeout(() => move(1), single ? ENTRY_PACE : TURN_PACE);
    return () => clearTimeout(timer);
  }, [running, at, last, single]);
  useEffect(() => {
    const key = (/** @type {KeyboardEvent} */ event) => {
      if (meantForAnother(event)) return;
      const entries = single || event.shiftKey;
      /** @type {{[key: string]: () => void}} */
      const acts = {
        ArrowLeft: () => move(-1, entries),
        ArrowRight: () => move(1, entries),
        Home: () => go(first),
        End: () => go(last),
      };
      if (!acts[event.key]) return;
      event.preventDefault();
      acts[event.key]();
    };
    const named = () => go(frameInAddress() ?? first);
    document.addEventListener('keydown', key);
    addEventListener('hashchange', named);
    return () => {
      document.removeEventListener('keydown', key);
      removeEventListener('hashchange', named);
    };
  }, [stops, single]);
  useEffect(() => {
    if (at === (frameInAddress() ?? first)) return undefined;
    const timer = setTimeout(() => history.replaceState(history.state, '', `#${at}`), SETTLED);
    return () => clearTimeout(timer);
  }, [at]);
  const run = () => {
    if (at >= last) setWanted(first);
    setRunning(!running);
  };
  return { at, first, last, stops, go, after, move, single, setSingle, running, run };
}

/** @typedef {ReturnType<typeof useSteps>} Steps */

const NOBODY_HERE = {
  online: true,
  come_back: false,
  takeover: null,
  invite: null,
  salt: null,
  commitment: null,
  asks: null,
};

/** @param {{app: App, id: string, replay: Replay, seenBy: string, setSeenBy: (seenBy: string) => void}} props */
function ReplayView({ app, id, replay, seenBy, setSeenBy }) {
  const { table, seats, frames, result } = replay;
  const words = app.gameWords(table.game);
  const game = app.game(table.game);
  const board = useBoard(game);
  const secrets = game?.secrets && seats.length > 1;
  const stops = useMemo(() => stopsOf(frames), [frames]);
  const step = useSteps(stops);
  const { at, last } = step;
  const frame = frames[at];
  const sofar = useMemo(() => logAt(frames, at), [frames, at]);
  const story = useMemo(() => storyAt(frames, at), [frames, at]);
  const together = useMemo(() => isSimultaneous(replay.story), [replay]);
  const place = placeOf(frames, stops, at);
  const said = saidAt(frames, stops, at);
  const ends = at === last ? (result?.says ?? '') : '';
  const past = seats.map(seat => ({ ...seat, ...NOBODY_HERE }));
  const line = story.find(one => place.turn > 0 && one.turn === place.turn && one.seat >= 0);
  const look = (/** @type {number} */ turn) =>
    step.go(stops.find(stop => stop > 0 && frames[stop - 1].turn === turn) ?? step.first);
  const logProps = { story, seats: past, words, looking: null, look };
  const counted = placeText(place, together, words);
  const where = html`<div class="where">
    <h1>${table.title}</h1>
    <span class="quiet">${words('replay.title')}</span>
  </div>`;
  const extra = html`<a class="button plain" href=${`/table/${id}`}>${words('replay.result')}</a>
    <a class="button plain" href="/">${words('page.to_lobby')}</a>`;
  return html`<${Top} app=${app} where=${where} extra=${extra}>
      <${ReviewLink} id=${id} words=${words} look="plain" />
      <a class="button plain only-wide" href="/games">${words('page.games')}</a>
    </${Top}>
    <main
      id="main"
      class=${`table replay ${table.folder}${secrets ? ' with-perspective' : ''}`}
      tabindex="-1"
      data-at=${at}
    >
      <${Stage}
        board=${board}
        label=${words('table.board')}
        scene=${frame.scene}
        offers=${[]}
        chosen=${null}
        choose=${NOTHING}
        play=${NOTHING}
        words=${words}
        seats=${past}
        past
        trail=${place.turn ? turnsOf(sofar, story).filter(one => one.seat >= 0 && one.turn === place.turn) : []}
      />
      <aside class="rail" aria-label=${words('table.rail')}>
        <${Seats}
          past
          seats=${past}
          game=${game}
          board=${board}
          scene=${frame.scene}
          scores=${frame.scores}
          toMove=${together ? null : (line?.seat ?? frame.to_move)}
          last=${lastOf(sofar, seats.length)}
          words=${words}
        />
        <${Log} ...${logProps} />
        <${LogLineOnly} ...${logProps} guide=${null} />
      </aside>
      <section class="tray" aria-label=${words('replay.controls')}>
        <${Said} lines=${said} seats=${past} ends=${ends} start=${at === step.first} words=${words} />
        <${Controls} words=${words} step=${step} counted=${counted} />
        <div class="tray-body replay-tools">
          ${
            secrets &&
            html`<${PerspectiveField} seats=${seats} seenBy=${seenBy} setSeenBy=${setSeenBy} words=${words} />`
          }
          <${Tools} app=${app} id=${id} replay=${replay} step=${step} counted=${counted} seats=${past} words=${words} />
        </div>
      </section>
    </main>`;
}

/**
 * Return the place in the game: the turn shown, and the step within it.
 * @param {import('./steps.js').Place} place
 * @param {boolean} together true if several seats act in one turn
 * @param {Words} words
 */
function placeText({ turn, turns, step, steps }, together, words) {
  if (turn === 0) return words('replay.at_start');
  const whole = words(together ? 'replay.round' : 'replay.turn', { turn, turns });
  return step < steps ? words('replay.within', { whole, step, steps }) : whole;
}

/**
 * The events as sentences, with the players if several acted.
 * @param {object} props
 * @param {{seat: number, says: string}[]} props.lines
 * @param {SeatInfo[]} props.seats
 * @param {string} props.ends how the game ended, once it is over
 * @param {boolean} props.start true if nothing has happened yet
 * @param {Words} props.words
 */
const Said = ({ lines, seats, ends, start, words }) => {
  const silent = words(start ? 'replay.start' : 'replay.hidden');
  const told = lines.length ? lines : [{ seat: -1, says: silent }];
  return html`<div class="prompt">
    <div class=${`say replay-said${lines.length > 1 ? ' several' : ''}`} role="status" tabindex="-1">
      ${ends && html`<p class="now-say">${ends}</p>`}
      ${told.map(
        (line, i) =>
          html`<p key=${i} class="now-say">
            ${lines.length > 1 && html`<${Who} line=${line} seats=${seats} size=${20} />`}
            <span>${line.says}</span>
          </p>`,
      )}
    </div>
  </div>`;
};

/** @param {Replay['seats']} seats @param {Words} words @returns {[string, string][]} */
export const seatChoices = (seats, words) => seats.map(seat => [String(seat.seat), shownName(seat, words)]);

/**
 * The choice of perspective.
 * @param {{seats: Replay['seats'], seenBy: string, setSeenBy: (seenBy: string) => void, words: Words}} props
 */
const PerspectiveField = ({ seats, seenBy, setSeenBy, words }) =>
  html`<${SelectField}
    label=${words('replay.perspective')}
    name="perspective"
    value=${seenBy}
    choices=${[
      ['all', words('replay.all')],
      ['spectator', words('replay.spectator')],
      ...seatChoices(seats, words),
    ]}
    change=${setSeenBy}
  />`;

/**
 * The buttons for other actions on the game, each with its dialog.
 * @param {object} props
 * @param {App} props.app
 * @param {string} props.id
 * @param {Replay} props.replay
 * @param {Steps} props.step
 * @param {string} props.counted
 * @param {SeatInfo[]} props.seats
 * @param {Words} props.words
 */
function Tools({ app, id, replay, step, counted, seats, words }) {
  const { table, result } = replay;
  const [open, setOpen] = useState('');
  const close = () => setOpen('');
  const over = result !== null && step.at === step.last;
  const button = (/** @type {string} */ name) =>
    html`<button class="button small" type="button" aria-haspopup="dialog" onClick=${() => setOpen(name)}>
      ${words(name === 'verify' ? 'fair.open' : `replay.${name}`)}
    </button>`;
  return html`<div class="tool-buttons">
      ${button('whatif')} ${button('as_text')} ${button('verify')} ${over && button('scores')}
    </div>
    ${
      open === 'whatif' &&
      html`<${WhatIfDialog}
        app=${app}
        id=${id}
        at=${step.at}
        counted=${counted}
        over=${over}
        replay=${replay}
        words=${words}
        close=${close}
      />`
    }
    ${open === 'as_text' && html`<${TextDialog} id=${id} game=${table.game} words=${words} close=${close} />`}
    ${
      open === 'verify' &&
      html`<${VerifyDialog}
        app=${app}
        id=${id}
        message=${null}
        running=${false}
        secrets=${(app.game(table.game)?.secrets ?? false) && seats.length > 1}
        words=${words}
        close=${close}
      />`
    }
    ${
      open === 'scores' &&
      result &&
      html`<${Dialog} title=${words('replay.scores')} words=${words} close=${close}>
        <div class="dialog-body one"><${Columns} result=${result} seats=${seats} words=${words} /></div>
      </${Dialog}>`
    }`;
}

/** @param {{name: string, label: string, disabled?: boolean, act: () => void}} props */
const IconButton = ({ name, label, disabled, act }) =>
  html`<button
    class="button step"
    type="button"
    aria-label=${label}
    title=${label}
    aria-disabled=${disabled ? 'true' : undefined}
    onClick=${act}
  >
    ${icon(name)}
  </button>`;

/** @param {{words: Words, step: Steps, counted: string}} props */
function Controls({ words, step, counted }) {
  const { at, first, last, stops, single } = step;
  const label = (/** @type {string} */ name) => words(`replay.${name}${single ? '_step' : ''}`);
  const end = (/** @type {string} */ name, /** @type {number} */ to) =>
    html`<${IconButton}
      name=${name}
      label=${words(`replay.${name}`)}
      disabled=${to === at}
      act=${() => step.go(to)}
    />`;
  const one = (/** @type {string} */ name, /** @type {-1|1} */ way) =>
    html`<${IconButton}
      name=${name}
      label=${label(name)}
      disabled=${step.after(at, way) === at}
      act=${() => step.move(way)}
    />`;
  const running = step.running ? 'pause' : 'play';
  const slide = (/** @type {number} */ to) => step.go(single ? to : stops[to]);
  return html`<div class="controls">
    <div class="step-buttons">
      ${end('first', first)}${one('back', -1)}
      <${IconButton} name=${running} label=${words(`replay.${running}`)} act=${step.run} />
      ${one('forward', 1)}${end('last', last)}
    </div>
    <input
      type="range"
      min=${single ? first : 0}
      max=${single ? last : stops.length - 1}
      value=${single ? at : turnIndex(stops, at)}
      aria-label=${label('slider')}
      aria-valuetext=${counted}
      onInput=${(/** @type {any} */ event) => slide(Number(event.target.value))}
    />
    <span class="quiet tabular counted">${counted}</span>
    <button
      class=${`button small single${single ? ' is-on' : ''}`}
      type="button"
      aria-pressed=${single}
      title=${words('replay.single_key')}
      onClick=${() => step.setSingle(!single)}
    >
      ${words('replay.single')}
    </button>
  </div>`;
}
