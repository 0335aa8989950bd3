// A table that is played at.
import { useBoard } from './boards.js';
import { FairDice, newSalt } from './fair.js';
import { Refused, get, post } from './http.js';
import { EMPTY, busy } from './messages.js';
import { ErrorNote, ErrorPage, Loading, Note, Top, useTitle } from './parts.js';
import { Log, Seats, SpokenLog } from './rail.js';
import { defaultLevel } from './setup.js';
import { Connection } from './socket.js';
import { Stage, useKeepFocus, useKeys, useMoveEvents } from './stage.js';
import { Clock, Ending, Tray } from './tray.js';
import { canTakeOver, nextEyes, rollKey, sharesScreen } from './turns.js';
import { html, useEffect, useRef, useState } from './vendor/view.js';
import { Curtain, Waiting } from './waiting.js';
import { nameOf } from './words.js';

/**
 * @typedef {import('./types').App} App
 * @typedef {import('./types').BoardModule} BoardModule
 * @typedef {import('./types').Live} Live
 * @typedef {import('./types').Words} Words
 * @typedef {import('./api').GameCard} GameCard
 * @typedef {import('./api').Offer} Offer
 * @typedef {import('./api').SeatInfo} SeatInfo
 * @typedef {import('./api').Snapshot} Snapshot
 * @typedef {{current: Connection|null}} ConnectionRef
 */

const ROLLING = 450; // milliseconds a die rolls
const GRACE = 1200; // milliseconds without a connection before the page says so

/** The live table. @param {string} id @param {string} language */
function useLive(id, language) {
  const [live, setLive] = useState(EMPTY);
  const [connected, setConnected] = useState(true);
  const [missing, setMissing] = useState('');
  const link = useRef(/** @type {Connection|null} */ (null));
  useEffect(() => {
    const change = (/** @type {Live} */ now, /** @type {boolean} */ on) => {
      setLive(before => (now.table === null && before.table !== null ? before : now));
      setConnected(on);
    };
    const explain = () =>
      get(`/api/tables/${id}`, { language }).catch(error => {
        if (!(error instanceof Refused) || error.status >= 500) return;
        connection.close();
        setMissing(error.message);
      });
    const connection = new Connection(`/api/tables/${id}/socket?language=${language}`, change, explain);
    link.current = connection;
    return () => connection.close();
  }, [id, language]);
  return { live, connected, missing, link };
}

/** Whether the connection has been gone long enough to say so. @param {boolean} connected */
function useLost(connected) {
  const [lost, setLost] = useState(false);
  useEffect(() => {
    if (connected) {
      setLost(false);
      return undefined;
    }
    const timer = setTimeout(() => setLost(true), GRACE);
    return () => clearTimeout(timer);
  }, [connected]);
  return lost;
}

/**
 * A die that waits to be rolled by the player: the number is only shown after that.
 * @param {Snapshot} message
 * @param {BoardModule|null} board
 * @param {boolean} auto
 */
function useRoll(message, board, auto) {
  const [shown, setShown] = useState('');
  const [rolling, setRolling] = useState(false);
  const { view } = message;
  const n = view && view.offers.length > 0 ? (board?.reveal?.(view.scene) ?? null) : null;
  const key = n === null ? '' : rollKey(message, n);
  const waits = key !== '' && !auto && shown !== key && sessionStorage.getItem('rolled') !== key;
  const roll = () => {
    setShown(key);
    sessionStorage.setItem('rolled', key);
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    setRolling(true);
    setTimeout(() => setRolling(false), ROLLING);
  };
  return { n, roll: waits ? roll : null, hidden: waits || rolling, rolling };
}

/**
 * Several people at one screen: the eyes follow the turn; where there are secrets a curtain falls in between.
 * @param {Snapshot} message
 * @param {boolean} secrets
 * @param {ConnectionRef} link
 */
function useCurtain(message, secrets, link) {
  const several = sharesScreen(message.seats);
  const [seen, setSeen] = useState(/** @type {number|null} */ (null));
  const wanted = nextEyes(message) ?? message.eyes;
  const look = () => {
    if (wanted !== null && wanted !== message.eyes) link.current?.lookAs(wanted);
  };
  useEffect(() => {
    if (several && !secrets) look();
  }, [wanted, message.eyes, several]);
  const over = message.table.status === 'over';
  const stranger = wanted !== null && (seen !== wanted || message.eyes !== wanted);
  const lift = () => {
    setSeen(wanted);
    look();
  };
  return { on: several && secrets && !over && stranger, seat: wanted ?? 0, lift };
}

/**
 * What a player can ask the server for, and the last refusal of what goes outside the socket.
 * @param {App} app
 * @param {Snapshot} message
 * @param {ConnectionRef} link
 */
function useRequests(app, message, link) {
  const { table, eyes, number } = message;
  const [refused, setRefused] = useState('');
  const refuse = (/** @type {Error} */ error) => setRefused(error.message);
  const open = (/** @type {string} */ id) => app.go(`/table/${id}`);
  const send = (/** @type {import('./types').Wish} */ wish) => link.current?.request(wish);
  return {
    refused,
    dismiss: () => {
      setRefused('');
      link.current?.clearError();
    },
    move: (/** @type {number} */ move) => eyes !== null && send({ type: 'move', seat: eyes, number, move }),
    undo: () => eyes !== null && send({ type: 'undo', seat: eyes, number }),
    hint: () => eyes !== null && send({ type: 'hint', seat: eyes }),
    takeOver: (/** @type {number} */ seat, /** @type {import('./api').Level['name']} */ level) =>
      send({ type: 'takeover', seat, level }),
    lookAs: (/** @type {number} */ seat) => link.current?.lookAs(seat),
    sit: (/** @type {number} */ seat) =>
      post(`/api/tables/${table.id}/seats/${seat}`, { invite: null, salt: newSalt() }, app.language).then(
        () => link.current?.reconnect(),
        refuse,
      ),
    playAgain: () => {
      if (table.again) open(table.again);
      else post(`/api/tables/${table.id}/rematch`, {}, app.language).then(made => open(made.table), refuse);
    },
  };
}

/** @param {{app: App, id: string}} props */
export function TablePage({ app, id }) {
  const { words } = app;
  const { live, connected, missing, link } = useLive(id, app.language);
  const lost = useLost(connected);
  const message = live.table;
  const board = useBoard(message ? app.game(message.table.game) : undefined);
  useTitle(message?.table.title ?? '');
  if (missing) return html`<${ErrorPage} app=${app} title=${words('table.missing')} error=${missing} />`;
  if (!message) return html`<${Loading} app=${app} />`;
  const kept = words(live.pending.length ? 'table.lost_kept' : 'table.lost_trying');
  const notice =
    lost && html`<div class="notice"><${Note}><b>${words('table.lost')}</b> ${kept}</${Note}></div>`;
  return html`<${TableView} app=${app} live=${live} message=${message} board=${board} link=${link} notice=${notice} />`;
}

/**
 * @param {object} props
 * @param {App} props.app
 * @param {Live} props.live
 * @param {Snapshot} props.message
 * @param {BoardModule|null} props.board
 * @param {ConnectionRef} props.link
 * @param {any} props.notice
 */
function TableView({ app, live, message, board, link, notice }) {
  const { table, seats, view, eyes } = message;
  const words = app.gameWords(table.game);
  const game = app.game(table.game);
  const root = useRef(/** @type {HTMLElement|null} */ (null));
  const [wished, choose] = useState(/** @type {number|null} */ (null));
  const [all, setAll] = useState(false);
  const waits = busy(live);
  const requests = useRequests(app, message, link);
  const dice = useRoll(message, board, app.preferences.autoroll);
  const curtain = useCurtain(message, game?.secrets ?? false, link);
  const offers = view && !dice.hidden && !waits ? view.offers : [];
  const offered = (/** @type {number|null} */ move) => offers.some(offer => offer.move === move);
  const chosen = offered(wished) ? wished : null;
  const play = (/** @type {number} */ move) => {
    if (!offered(move)) return;
    choose(null);
    requests.move(move);
  };
  const playing = table.status === 'playing' && eyes !== null;
  const undo = () => {
    if (playing) requests.undo();
  };
  const hint = () => {
    if (offers.length && table.hints) requests.hint();
  };
  const events = useMoveEvents({ chosen, choose, play });
  useKeys(root, app.preferences.keys, { chosen, choose, play, undo, hint, roll: dice.roll });
  useKeepFocus(root, message);
  const log = dice.hidden ? live.log.slice(0, -1) : live.log;
  const moves = { offers, chosen, choose, play };
  const shown = view && !curtain.on ? view : null;
  const error =
    requests.refused &&
    html`<${ErrorNote} text=${requests.refused} close=${requests.dismiss} words=${words} />`;
  return html`<${TableTop}
      app=${app}
      message=${message}
      board=${board}
      hint=${offers.length ? hint : null}
      all=${all}
      setAll=${setAll}
      undo=${playing ? undo : null}
    />
    ${notice}
    <main
      id="main"
      class=${`table ${table.folder}${table.status === 'over' ? ' over' : ''}`}
      tabindex="-1"
      ref=${root}
      ...${events}
    >
      ${!view && html`<div class="mat"><${Waiting} app=${app} message=${message} sit=${requests.sit} />${error}</div>`}
      ${view && curtain.on && html`<${CurtainMat} seats=${seats} curtain=${curtain} words=${words} />`}
      ${
        shown &&
        html`<${Stage} board=${board} label=${words('table.board')} scene=${shown.scene} ...${moves} words=${words} />`
      }
      <aside class="rail" aria-label=${words('table.rail')}>
        <${Seats}
          seats=${seats}
          game=${game}
          board=${board}
          scene=${shown?.scene ?? null}
          scores=${view?.scores ?? []}
          toMove=${view?.to_move ?? null}
          words=${words}
          action=${(/** @type {SeatInfo} */ seat) => seatAction(seat, message, game, words, requests)}
        />
        ${shown && html`<${Log} log=${log} seats=${seats} words=${words} /><${SpokenLog} log=${log} />`}
      </aside>
      ${
        shown &&
        message.result &&
        html`<${TableResult} message=${message} words=${words} playAgain=${requests.playAgain} error=${error} />`
      }
      ${
        shown &&
        !message.result &&
        html`<${Tray}
          app=${app}
          game=${table.game}
          board=${board}
          view=${view}
          ...${moves}
          busy=${waits}
          waiting=${waitingText(message, waits, words)}
          deadline=${table.deadline}
          hint=${live.hint}
          askHint=${table.hints ? hint : null}
          all=${all}
          setAll=${setAll}
          undo=${playing && shown.undo && !waits ? undo : null}
          roll=${dice.roll}
          rolled=${dice.n}
          rolling=${dice.rolling}
          error=${live.error ?? (requests.refused || null)}
          dismiss=${requests.dismiss}
        />`
      }
    </main>`;
}

/** @param {{seats: SeatInfo[], curtain: ReturnType<typeof useCurtain>, words: Words}} props */
function CurtainMat({ seats, curtain, words }) {
  const seat = seats[curtain.seat];
  return html`<div class="mat">
    <${Curtain} words=${words} who=${nameOf(seat, words)} colour=${seat.colour} show=${curtain.lift} />
  </div>`;
}

/**
 * The header: which game it is, its clock, and what can be done besides moving.
 * @param {object} props
 * @param {App} props.app
 * @param {Snapshot} props.message
 * @param {BoardModule|null} props.board
 * @param {(() => void)|null} props.hint
 * @param {boolean} props.all
 * @param {(all: boolean) => void} props.setAll
 * @param {(() => void)|null} props.undo
 */
function TableTop({ app, message, board, hint, all, setAll, undo }) {
  const { table, view } = message;
  const words = app.gameWords(table.game);
  const detail = view ? (board?.headline?.(view.scene, words) ?? '') : words('wait.short');
  const where = html`<div class="where">
    <h1>${table.title}</h1>
    <span class="quiet">${detail}</span>
    ${table.ends !== null && html`<${Clock} deadline=${table.ends} label=${words('table.game_clock')} />`}
  </div>`;
  const toggle = () => setAll(!all);
  const rules = `/rules/${table.game}`;
  const extra = html`${
    hint &&
    html`<button class="button plain only-tall" type="button" disabled=${!table.hints} onClick=${hint}>
      ${words('table.hint')}
    </button>`
  }
    ${
      hint &&
      board?.Tray &&
      html`<button class="button plain only-tall" type="button" aria-pressed=${all} onClick=${toggle}>
        ${words('table.all')}
      </button>`
    }
    <a class="button plain only-tall" href=${rules}>${words('page.rules')}</a>
    <a class="button plain" href="/">${words('page.to_lobby')}</a>
    ${view && table.origin !== 'imported' && html`<${FairDice} message=${message} words=${words} />`}`;
  return html`<${Top} app=${app} where=${where} extra=${extra}>
    <a class="button plain only-wide" href=${rules} target="_blank">${words('page.rules')}</a>
    ${
      undo &&
      html`<button class="button plain" type="button" onClick=${undo} title=${words('table.undo_key')}>
        ${words('table.undo')}
      </button>`
    }
  </${Top}>`;
}

/** How the game ended. @param {{message: Snapshot, words: Words, playAgain: () => void, error: any}} props */
function TableResult({ message, words, playAgain, error }) {
  const { table, seats, view, result, eyes } = message;
  const label = words('end.label', { title: table.title, turn: view?.turn });
  return html`<div class="tray result">
    <${Ending} result=${result} seats=${seats} words=${words} label=${label}>
      ${
        eyes !== null &&
        html`<button class="button primary" type="button" onClick=${playAgain}>${words('end.again')}</button>`
      }
      <a class="button" href=${`/replay/${table.id}`}>${words('end.review')}</a>
      <a class="button plain" href="/">${words('page.to_lobby')}</a>
    </${Ending}>
    ${error}
  </div>`;
}

/**
 * What the prompt says while there is nothing to do.
 * @param {Snapshot} message
 * @param {boolean} sent
 * @param {Words} words
 */
function waitingText(message, sent, words) {
  if (sent) return words('table.sent');
  const seat = message.seats[message.view?.to_move ?? -1];
  if (!seat) return words('table.moment');
  const who = nameOf(seat, words);
  if (seat.kind === 'bot') return words('table.thinking', { who });
  return words(seat.mine ? 'table.your_move' : 'table.waiting', { who });
}

/**
 * The button at a seat, if there is anything to do about it.
 * @param {SeatInfo} seat
 * @param {Snapshot} message
 * @param {GameCard|undefined} game
 * @param {Words} words
 * @param {ReturnType<typeof useRequests>} requests
 */
function seatAction(seat, message, game, words, requests) {
  const button = (/** @type {string} */ label, /** @type {() => void} */ act) =>
    html`<div class="has seat-act">
      <button class="button small" type="button" onClick=${act}>${label}</button>
    </div>`;
  if (game && canTakeOver(seat, message))
    return button(words('seat.takeover'), () => requests.takeOver(seat.seat, defaultLevel(game)));
  if (seat.come_back) return button(words('seat.come_back'), () => requests.sit(seat.seat));
  const other = seat.mine && message.eyes !== null && seat.seat !== message.eyes;
  if (other && !game?.secrets && message.view && sharesScreen(message.seats))
    return button(words('seat.look'), () => requests.lookAs(seat.seat));
  return null;
}
