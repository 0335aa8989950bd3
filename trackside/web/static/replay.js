// A finished game, step by step, with anybody's eyes.
import { copy, get, post, record } from './api.js';
import { useBoard } from './boards.js';
import { el } from './kit.js';
import { CopyButton, Top, Wrong, useTitle } from './parts.js';
import { Log, Seats } from './rail.js';
import { Stage } from './stage.js';
import { Ending } from './tray.js';
import { html, useEffect, useMemo, useState } from './vendor/view.js';
import { nameOf } from './words.js';

/**
 * @typedef {import('./types').App} App
 * @typedef {import('./types').Replay} Replay
 * @typedef {import('./types').Words} Words
 */

const NOTHING = () => {};
const PACE = 1100; // milliseconds a step is shown when it plays by itself

/** @type {{[name: string]: string}} */
const ICONS = {
  first: 'M5 4V16M16 4 8 10 16 16Z',
  back: 'M14 4 6 10 14 16Z',
  forward: 'M6 4 14 10 6 16Z',
  last: 'M15 4V16M4 4 12 10 4 16Z',
  play: 'M3 4 10 10 3 16ZM10 4 17 10 10 16Z',
  pause: 'M6.5 4V16M13.5 4V16',
};

/** @param {string} name */
const icon = name =>
  el(
    'svg',
    { class: 'icon', viewBox: '0 0 20 20', width: 20, height: 20, 'aria-hidden': 'true' },
    el('path', { d: ICONS[name] }),
  );

/** @param {{app: App, id: string}} props */
export function ReplayPage({ app, id }) {
  const { words } = app;
  const [eyes, setEyes] = useState('all');
  const [replay, setReplay] = useState(/** @type {Replay|null} */ (null));
  const [wrong, setWrong] = useState('');
  useEffect(() => {
    get(`/api/tables/${id}/replay`, { eyes, language: app.language }).then(setReplay, error =>
      setWrong(error.message),
    );
  }, [id, eyes, app.language]);
  useTitle(replay ? words('replay.of', { title: replay.table.title }) : words('replay.title'));
  if (wrong)
    return html`<${Top} app=${app} /><main id="main" class="text-page" tabindex="-1"><h1>${words('replay.title')}</h1><${Wrong} text=${wrong} /><p><a href="/games">${words('page.games')}</a></p></main>`;
  if (!replay)
    return html`<${Top} app=${app} /><main id="main" class="hold" tabindex="-1" aria-busy="true"></main>`;
  return html`<${Steps} app=${app} id=${id} replay=${replay} eyes=${eyes} setEyes=${setEyes} />`;
}

/** The step shown, and the ways to change it. @param {number} last */
function useStep(last) {
  const [at, setAt] = useState(0);
  const [running, setRunning] = useState(false);
  const go = (/** @type {number} */ to) => setAt(Math.max(0, Math.min(last, to)));
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
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        (event.target instanceof Element && event.target.closest('input, select, textarea, .log ol'))
      )
        return;
      const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      go(to);
    };
    document.addEventListener('keydown', key);
    return () => document.removeEventListener('keydown', key);
  }, [at, last]);
  return {
    at: Math.min(at, last),
    go,
    running,
    run: () => {
      if (at >= last) setAt(0);
      setRunning(!running);
    },
  };
}

/** @param {{app: App, id: string, replay: Replay, eyes: string, setEyes: (eyes: string) => void}} props */
function Steps({ app, id, replay, eyes, setEyes }) {
  const { table, seats, frames, result } = replay;
  const words = app.gameWords(table.game),
    game = app.game(table.game);
  const board = useBoard(table.folder);
  const last = frames.length - 1;
  const step = useStep(last);
  const frame = frames[step.at];
  const log = useMemo(
    () => frames.slice(1, step.at + 1).map(one => ({ seat: one.seat ?? -1, text: one.text, said: one.said })),
    [frames, step.at],
  );
  const headline = board?.headline?.(frame.scene, words) ?? '';
  return html`<${Top} app=${app} where=${html`<div class="where"><h1>${table.title}</h1><span class="quiet">${[words('replay.title'), headline].filter(Boolean).join(' · ')}</span></div>`}
      extra=${html`<a class="button plain" href="/">${words('page.to_lobby')}</a>`}><a class="button plain" href="/games">${words('page.games')}</a></${Top}>
    <main id="main" class=${`table replay ${table.folder}`} tabindex="-1">
      <${Stage} board=${board} label=${words('table.board')} scene=${frame.scene} offers=${[]} chosen=${null} choose=${NOTHING} play=${NOTHING} words=${words} />
      <aside class="rail" aria-label=${words('table.rail')}><${Seats} past=${true} seats=${seats.map(seat => ({ ...seat, mine: false, online: true }))} game=${game} board=${board} scene=${frame.scene} scores=${frame.scores} toMove=${frame.to_move} words=${words} />
        <${Log} log=${log} seats=${seats} words=${words} /></aside>
      <section class="tray" aria-label=${words('replay.controls')}>
        <${Controls} words=${words} step=${step} last=${last} frame=${frame} ends=${step.at === last ? (result?.says ?? '') : ''} />
        <div class="replay-tools"><label class="field"><span>${words('replay.eyes')}</span><select name="eyes" onChange=${(/** @type {any} */ event) => setEyes(event.target.value)}>
            ${[['all', words('replay.all')], ['spectator', words('replay.spectator')], ...seats.map(seat => [String(seat.seat), nameOf(seat, words)])].map(([value, label]) => html`<option key=${value} value=${value} selected=${value === eyes}>${label}</option>`)}</select></label>
          <details class="more"><summary>${words('replay.whatif')}</summary><${WhatIf} app=${app} id=${id} at=${step.at} replay=${replay} words=${words} /></details>
          <details class="more"><summary>${words('replay.as_text')}</summary><div class="buttons"><a class="button small" href=${`/api/tables/${id}/record`} download=${`${table.game}-${id}.txt`}>${words('replay.download')}</a><${CopyButton} label=${words('replay.copy')} done=${words('wait.copied')} act=${async () => copy(await record(id))} /></div></details>
          ${result && step.at === last && html`<details class="more"><summary>${words('replay.scores')}</summary><${Ending} result=${result} seats=${seats} words=${words} label=${words('end.label', { title: table.title, turn: frame.turn })} /></details>`}</div>
      </section></main>`;
}

/**
 * @param {{words: Words, step: ReturnType<typeof useStep>, last: number, frame: import('./types').Frame, ends:
 *   string}} props
 */
function Controls({ words, step, last, frame, ends }) {
  const said = [ends, frame.said.join(' ') || frame.text || words('replay.start')].filter(Boolean).join(' ');
  const button = (/** @type {string} */ name, /** @type {number} */ to) =>
    html`<button class="button step" type="button" aria-label=${words(`replay.${name}`)} title=${words(`replay.${name}`)} aria-disabled=${to < 0 || to > last || to === step.at ? 'true' : undefined} onClick=${() => step.go(to)}>${icon(name)}</button>`;
  return html`<div class="prompt"><div class="say"><p role="status" class="now-say replay-say">${said}</p></div></div>
    <div class="controls">${button('first', 0)}${button('back', step.at - 1)}
      <button class="button step" type="button" aria-label=${words(step.running ? 'replay.pause' : 'replay.play')} title=${words(step.running ? 'replay.pause' : 'replay.play')} onClick=${step.run}>${icon(step.running ? 'pause' : 'play')}</button>
      ${button('forward', step.at + 1)}${button('last', last)}
      <input type="range" min="0" max=${last} value=${step.at} aria-label=${words('replay.slider')} aria-valuetext=${words('replay.step', { at: step.at, last })} onInput=${(/** @type {any} */ event) => step.go(Number(event.target.value))} />
      <span class="quiet tabular">${words('replay.step', { at: step.at, last })}</span></div>`;
}

/**
 * A new game from the position shown.
 * @param {{app: App, id: string, at: number, replay: Replay, words: Words}} props
 */
function WhatIf({ app, id, at, replay, words }) {
  const [seat, setSeat] = useState(0);
  const [level, setLevel] = useState('club');
  const [wrong, setWrong] = useState('');
  const start = () =>
    post(`/api/tables/${id}/whatif`, { at, seat, level }, app.language).then(
      made => app.go(`/table/${made.table}`),
      error => setWrong(error.message),
    );
  return html`<fieldset class="whatif"><legend class="hidden-text">${words('replay.whatif')}</legend>
    <label class="field"><span>${words('replay.me')}</span><select name="whatif-seat" onChange=${(/** @type {any} */ event) => setSeat(Number(event.target.value))}>${replay.seats.map(one => html`<option key=${one.seat} value=${one.seat} selected=${one.seat === seat}>${nameOf(one, words)}</option>`)}</select></label>
    <label class="field"><span>${words('replay.bots')}</span><select name="whatif-level" onChange=${(/** @type {any} */ event) => setLevel(event.target.value)}>${app.game(replay.table.game)?.levels.map(one => html`<option key=${one.name} value=${one.name} selected=${one.name === level}>${one.label}</option>`)}</select></label>
    <button class="button small" type="button" onClick=${start}>${words('replay.play_on')}</button>${wrong && html`<${Wrong} text=${wrong} close=${() => setWrong('')} words=${words} />`}</fieldset>`;
}
