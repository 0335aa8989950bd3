// A finished game, step by step.
import { useBoard } from './boards.js';
import { Columns, ReviewLink } from './ending.js';
import { lastOf, storyUntil, turnsOf } from './follow.js';
import { copy, get, post, record } from './http.js';
import { icon } from './icons.js';
import { CopyButton, ErrorNote, Loading, NothingHere, SelectField, Top, useTitle } from './parts.js';
import { Log, LogLineOnly } from './log.js';
import { Seats, shownName } from './rail.js';
import { defaultLevel } from './setup.js';
import { Stage } from './stage.js';
import { html, useEffect, useMemo, useState } from './vendor/view.js';

/**
 * @typedef {import('./types').App} App
 * @typedef {import('./types').Words} Words
 * @typedef {import('./api').Replay} Replay
 */

const NOTHING = () => {};
const PACE = 1100; // milliseconds a step is shown when it plays by itself

/** @param {{app: App, id: string}} props */
export function ReplayPage({ app, id }) {
  const { words } = app;
  const [eyes, setEyes] = useState('all');
  const [replay, setReplay] = useState(/** @type {Replay|null} */ (null));
  const [error, setError] = useState('');
  useEffect(() => {
    get(`/api/tables/${id}/replay`, { eyes, language: app.language }).then(setReplay, refusal =>
      setError(refusal.message),
    );
  }, [id, eyes, app.language]);
  useTitle(replay ? words('replay.of', { title: replay.table.title }) : words('replay.title'));
  if (error) {
    const first = ['/games', words('page.games')];
    return html`<${NothingHere} app=${app} title=${words('replay.title')} lead=${error} first=${first} />`;
  }
  if (!replay) return html`<${Loading} app=${app} />`;
  return html`<${ReplayView} app=${app} id=${id} replay=${replay} eyes=${eyes} setEyes=${setEyes} />`;
}

/** @param {KeyboardEvent} event */
const meantForAnother = ({ ctrlKey, metaKey, altKey, target }) =>
  ctrlKey ||
  metaKey ||
  altKey ||
  (target instanceof Element && target.closest('input, select, textarea, .log ol') !== null);

/** The step after the set-up: where play begins. @param {Replay} replay */
const beginning = ({ story, frames }) =>
  Math.min(
    frames.length - 1,
    Math.max(0, ...story.filter(line => line.turn === 0).map(line => line.last + 1)),
  );

/** The step shown, and the ways to change it. @param {number} first @param {number} last */
function useStep(first, last) {
  const [at, setAt] = useState(first);
  const [running, setRunning] = useState(false);
  const go = (/** @type {number} */ to) => setAt(Math.max(first, Math.min(last, to)));
  useEffect(() => {
    if (!running) return undefined;
    if (at >= last) {
      setRunning(false);
      return undefined;
    }
    const timer = setTimeout(() => go(at + 1), PACE);
    return () => clearTimeout(timer);
  }, [running, at, last]);
  useEffect(() => {
    const key = (/** @type {KeyboardEvent} */ event) => {
      if (meantForAnother(event)) return;
      const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: first, End: last }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      go(to);
    };
    document.addEventListener('keydown', key);
    return () => document.removeEventListener('keydown', key);
  }, [at, first, last]);
  const run = () => {
    if (at >= last) setAt(first);
    setRunning(!running);
  };
  return { at: Math.min(at, last), first, last, go, running, run };
}

/** What led to each position, as entries of the log. @param {Replay} replay @returns {import('./api').LogEntry[]} */
const logOf = ({ frames, story }) =>
  frames.slice(1).map(({ seat, text, effects }, i) => {
    const turn = story.find(line => line.first <= i && i <= line.last)?.turn ?? 0;
    return { seat: seat ?? -1, text, turn, effects };
  });

const NOBODY_HERE = { online: true, come_back: false, invite: null, salt: null };

/** @param {{app: App, id: string, replay: Replay, eyes: string, setEyes: (eyes: string) => void}} props */
function ReplayView({ app, id, replay, eyes, setEyes }) {
  const { table, seats, frames, result } = replay;
  const words = app.gameWords(table.game);
  const game = app.game(table.game);
  const board = useBoard(game);
  const last = frames.length - 1;
  const step = useStep(beginning(replay), last);
  const frame = frames[step.at];
  const log = useMemo(() => logOf(replay), [replay]);
  const sofar = log.slice(0, step.at);
  const story = storyUntil(replay.story, step.at);
  const turns = turnsOf(sofar, story).filter(one => one.seat >= 0);
  const look = (/** @type {number} */ turn) =>
    step.go(Math.max(...replay.story.filter(line => line.turn === turn).map(line => line.last + 1)));
  const past = seats.map(seat => ({ ...seat, ...NOBODY_HERE }));
  const logProps = { story, seats: past, words, looking: null, look };
  const headline = board?.headline?.(frame.scene, words) ?? '';
  const where = html`<div class="where">
    <h1>${table.title}</h1>
    <span class="quiet">${[words('replay.title'), headline].filter(Boolean).join(' · ')}</span>
  </div>`;
  const extra = html`<a class="button plain" href="/">${words('page.to_lobby')}</a>`;
  return html`<${Top} app=${app} where=${where} extra=${extra}>
      <${ReviewLink} id=${id} words=${words} look="plain" />
      <a class="button plain only-wide" href="/games">${words('page.games')}</a>
    </${Top}>
    <main id="main" class=${`table replay ${table.folder}`} tabindex="-1">
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
        trail=${turns.slice(-1)}
      />
      <aside class="rail" aria-label=${words('table.rail')}>
        <${Seats}
          past
          seats=${past}
          game=${game}
          board=${board}
          scene=${frame.scene}
          scores=${frame.scores}
          toMove=${frame.to_move}
          last=${lastOf(sofar, seats.length)}
          words=${words}
        />
        <${Log} ...${logProps} />
        <${LogLineOnly} ...${logProps} guide=${null} />
      </aside>
      <section class="tray" aria-label=${words('replay.controls')}>
        <${Controls}
          words=${words}
          step=${step}
          says=${story.findLast(line => line.says)?.says ?? ''}
          ends=${step.at === last ? (result?.says ?? '') : ''}
        />
        <div class="tray-body replay-tools">
          <${EyesField} seats=${seats} eyes=${eyes} setEyes=${setEyes} words=${words} />
          <${More} title=${words('replay.whatif')}>
            <${WhatIf} app=${app} id=${id} at=${step.at} replay=${replay} words=${words} />
          </${More}>
          <${More} title=${words('replay.as_text')}>
            <${AsText} id=${id} game=${table.game} words=${words} />
          </${More}>
          ${
            result &&
            step.at === last &&
            html`<${More} title=${words('replay.scores')}>
              <${Columns} result=${result} seats=${past} words=${words} />
            </${More}>`
          }
        </div>
      </section>
    </main>`;
}

/** Something that opens. @param {{title: string, children?: any}} props */
const More = ({ title, children }) =>
  html`<details class="more"><summary>${title}</summary>${children}</details>`;

/** @param {Replay['seats']} seats @param {Words} words @returns {[string, string][]} */
const seatChoices = (seats, words) => seats.map(seat => [String(seat.seat), shownName(seat, words)]);

/**
 * Whose view is shown.
 * @param {{seats: Replay['seats'], eyes: string, setEyes: (eyes: string) => void, words: Words}} props
 */
const EyesField = ({ seats, eyes, setEyes, words }) =>
  html`<${SelectField}
    label=${words('replay.eyes')}
    name="eyes"
    value=${eyes}
    choices=${[
      ['all', words('replay.all')],
      ['spectator', words('replay.spectator')],
      ...seatChoices(seats, words),
    ]}
    change=${setEyes}
  />`;

/** The game's record, to keep. @param {{id: string, game: string, words: Words}} props */
const AsText = ({ id, game, words }) =>
  html`<div class="buttons">
    <a class="button small" href=${`/api/tables/${id}/record`} download=${`${game}-${id}.txt`}>
      ${words('replay.download')}
    </a>
    <${CopyButton}
      label=${words('replay.copy')}
      done=${words('wait.copied')}
      act=${async () => copy(await record(id))}
    />
  </div>`;

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

/**
 * @param {{words: Words, step: ReturnType<typeof useStep>, says: string, ends: string}} props
 */
function Controls({ words, step, says, ends }) {
  const { first, last } = step;
  const said = [ends, says || words('replay.start')].filter(Boolean).join(' ');
  const position = words('replay.step', { at: step.at - first, last: last - first });
  const button = (/** @type {string} */ name, /** @type {number} */ to) => {
    const disabled = to < first || to > last || to === step.at;
    const label = words(`replay.${name}`);
    return html`<${IconButton} name=${name} label=${label} disabled=${disabled} act=${() => step.go(to)} />`;
  };
  const running = step.running ? 'pause' : 'play';
  return html`<div class="prompt">
      <div class="say"><p role="status" class="now-say replay-say">${said}</p></div>
    </div>
    <div class="controls">
      ${button('first', first)}${button('back', step.at - 1)}
      <${IconButton} name=${running} label=${words(`replay.${running}`)} act=${step.run} />
      ${button('forward', step.at + 1)}${button('last', last)}
      <input
        type="range"
        min=${first}
        max=${last}
        value=${step.at}
        aria-label=${words('replay.slider')}
        aria-valuetext=${position}
        onInput=${(/** @type {any} */ event) => step.go(Number(event.target.value))}
      />
      <span class="quiet tabular">${position}</span>
    </div>`;
}

/**
 * A new game from the position shown.
 * @param {{app: App, id: string, at: number, replay: Replay, words: Words}} props
 */
function WhatIf({ app, id, at, replay, words }) {
  const game = app.game(replay.table.game);
  const [seat, setSeat] = useState(0);
  const [level, setLevel] = useState(game ? defaultLevel(game) : '');
  const [error, setError] = useState('');
  const start = () =>
    post(`/api/tables/${id}/whatif`, { at, seat, level }, app.language).then(
      made => app.go(`/table/${made.table}`),
      refusal => setError(refusal.message),
    );
  return html`<fieldset class="whatif">
    <legend class="hidden-text">${words('replay.whatif')}</legend>
    <${SelectField}
      label=${words('replay.me')}
      name="whatif-seat"
      value=${String(seat)}
      choices=${seatChoices(replay.seats, words)}
      change=${(/** @type {string} */ one) => setSeat(Number(one))}
    />
    <${SelectField}
      label=${words('replay.bots')}
      name="whatif-level"
      value=${level}
      choices=${game?.levels.map(one => [one.name, one.label]) ?? []}
      change=${setLevel}
    />
    <button class="button small" type="button" onClick=${start}>${words('replay.play_on')}</button>
    ${error && html`<${ErrorNote} text=${error} close=${() => setError('')} words=${words} />`}
  </fieldset>`;
}
