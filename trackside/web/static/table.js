// A table that is played at.
import { Refused, get, post } from './api.js';
import { useBoard } from './boards.js';
import { NOTHING, busy } from './messages.js';
import { Note, Top, Wrong, useTitle } from './parts.js';
import { Log, Seats, Told } from './rail.js';
import { Connection } from './socket.js';
import { Stage, useHand, useKeptFocus, useKeys } from './stage.js';
import { Clock, Ending, Tray } from './tray.js';
import { absent, nextEyes, rollName, shared } from './turns.js';
import { html, useEffect, useRef, useState } from './vendor/view.js';
import { Curtain, Waiting } from './waiting.js';
import { nameOf } from './words.js';

/**
 * @typedef {import('./types').App} App
 * @typedef {import('./types').Live} Live
 * @typedef {import('./types').TableMessage} TableMessage
 * @typedef {import('./types').Offer} Offer @typedef {import('./types').Seat} Seat
 */

const TUMBLE = 450; // milliseconds a die tumbles
const GRACE = 1200; // milliseconds without a line before it is worth a word

/** The live table. @param {string} id @param {string} language */
function useLive(id, language) {
  const [live, setLive] = useState(NOTHING);
  const [connected, setConnected] = useState(true);
  const [missing, setMissing] = useState('');
  const link = useRef(/** @type {Connection|null} */ (null));
  useEffect(() => {
    const connection = new Connection(
      `/api/tables/${id}/socket?language=${language}`,
      (now, on) => {
        setLive(before => (now.table === null && before.table !== null ? before : now));
        setConnected(on);
      },
      () =>
        get(`/api/tables/${id}`, { language }).catch(error => {
          if (error instanceof Refused && error.status < 500) {
            connection.close();
            setMissing(error.message);
          }
        }),
    );
    link.current = connection;
    return () => connection.close();
  }, [id, language]);
  return { live, connected, missing, link };
}

/** Whether the line has been gone long enough to say so. @param {boolean} connected */
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
 * @param {TableMessage|null} message @param {import('./types').BoardModule|null} board @param {boolean} auto
 */
function useRoll(message, board, auto) {
  const [shown, setShown] = useState('');
  const [rolling, setRolling] = useState(false);
  const n =
    message?.view && message.view.offers.length > 0 ? (board?.reveal?.(message.view.scene) ?? null) : null;
  const name = message && n !== null ? rollName(message, n) : '';
  const waits = name !== '' && !auto && shown !== name && sessionStorage.getItem('rolled') !== name;
  const roll = () => {
    setShown(name);
    sessionStorage.setItem('rolled', name);
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    setRolling(true);
    setTimeout(() => setRolling(false), TUMBLE);
  };
  return { n, roll: waits ? roll : null, hidden: waits || rolling, rolling };
}

/** @param {{app: App, id: string}} props */
export function TablePage({ app, id }) {
  const { words } = app;
  const { live, connected, missing, link } = useLive(id, app.language);
  const lost = useLost(connected);
  const message = live.table;
  const board = useBoard(message?.table.folder ?? '');
  useTitle(message?.table.title ?? '');
  if (missing)
    return html`<${Top} app=${app} /><main id="main" class="text-page" tabindex="-1"><h1>${words('table.missing')}</h1><${Wrong} text=${missing} /><p><a href="/">${words('page.to_lobby')}</a></p></main>`;
  if (!message)
    return html`<${Top} app=${app} /><main id="main" class="hold" tabindex="-1" aria-busy="true"></main>`;
  const notice =
    lost &&
    html`<div class="notice"><${Note}><b>${words('table.lost')}</b> ${words(live.pending.length ? 'table.lost_kept' : 'table.lost_trying')}</${Note}></div>`;
  return html`<${Seated} app=${app} live=${live} message=${message} board=${board} link=${link} notice=${notice} />`;
}

/**
 * @param {{app: App, live: Live, message: TableMessage, board: import('./types').BoardModule|null, link:
 *   {current: Connection|null}, notice: any}} props
 */
function Seated({ app, live, message, board, link, notice }) {
  const { table, seats, view, eyes } = message;
  const words = app.gameWords(table.game),
    game = app.game(table.game);
  const root = useRef(/** @type {HTMLElement|null} */ (null));
  const [wished, choose] = useState(/** @type {number|null} */ (null));
  const [refused, setRefused] = useState('');
  const [all, setAll] = useState(false);
  const waits = busy(live);
  const dice = useRoll(message, board, app.preferences.autoroll);
  const offers = view && !dice.hidden && !waits ? view.offers : [];
  const chosen = offers.some(offer => offer.move === wished) ? wished : null;
  const number = message.number;
  const ask = (/** @type {string} */ type, /** @type {object} */ more = {}) =>
    link.current?.ask({ type, seat: eyes, number, ...more });
  const play = (/** @type {number} */ move) => {
    if (offers.some(offer => offer.move === move)) {
      choose(null);
      ask('move', { move });
    }
  };
  const undo = () => ask('undo');
  const hint = () => {
    if (offers.length) ask('hint');
  };
  const playing = table.status === 'playing' && eyes !== null;
  const covers = useCurtain(message, game?.secrets ?? false, link);
  const hand = useHand({ chosen, choose, play });
  useKeys(root, app.preferences.keys, {
    chosen,
    choose,
    play,
    undo: () => {
      if (playing) undo();
    },
    hint,
    roll: dice.roll,
  });
  useKeptFocus(root, message);
  const sit = (/** @type {number} */ seat) =>
    post(`/api/tables/${table.id}/seats/${seat}`, { invite: null }, app.language).then(
      () => link.current?.again(),
      error => setRefused(error.message),
    );
  const again = () =>
    table.again
      ? app.go(`/table/${table.again}`)
      : post(`/api/tables/${table.id}/rematch`, {}, app.language).then(
          made => app.go(`/table/${made.table}`),
          error => setRefused(error.message),
        );
  const log = dice.hidden ? live.log.slice(0, -1) : live.log;
  const detail = [
    view && board?.headline ? board.headline(view.scene, words) : '',
    ...(view ? [] : [words('wait.short')]),
  ]
    .filter(Boolean)
    .join(' · ');
  const act = (/** @type {Seat} */ seat) =>
    seatAct(seat, message, words, {
      takeover: () => ask('takeover', { seat: seat.seat, level: 'club' }),
      back: () => sit(seat.seat),
      look: game?.secrets ? null : () => link.current?.eyes(seat.seat),
    });
  return html`<${Top} app=${app} where=${html`<div class="where"><h1>${table.title}</h1><span class="quiet">${detail}</span>${table.ends !== null && html`<${Clock} deadline=${table.ends} label=${words('table.game_clock')} />`}</div>`}
      extra=${html`${offers.length > 0 && html`<button class="button plain only-tall" type="button" onClick=${hint}>${words('table.hint')}</button><button class="button plain only-tall" type="button" aria-pressed=${all} onClick=${() => setAll(!all)}>${words('table.all')}</button>`}
        <a class="button plain only-tall" href=${`/rules/${table.game}`}>${words('page.rules')}</a><a class="button plain" href="/">${words('page.to_lobby')}</a>`}>
      <a class="button plain only-wide" href=${`/rules/${table.game}`} target="_blank">${words('page.rules')}</a>
      ${playing && html`<button class="button plain" type="button" onClick=${undo} title=${words('table.undo_key')}>${words('table.undo')}</button>`}</${Top}>
    ${notice}
    <main id="main" class=${`table ${table.folder}${table.status === 'over' ? ' over' : ''}`} tabindex="-1" ref=${root} ...${hand}>
      ${
        !view
          ? html`<div class="mat"><${Waiting} app=${app} message=${message} sit=${sit} />${refused && html`<${Wrong} text=${refused} close=${() => setRefused('')} words=${words} />`}</div>`
          : covers.on
            ? html`<div class="mat"><${Curtain} words=${words} who=${nameOf(seats[covers.seat], words)} colour=${seats[covers.seat].colour} show=${covers.lift} /></div>`
            : html`<${Stage} board=${board} label=${words('table.board')} scene=${view.scene} offers=${offers} chosen=${chosen} choose=${choose} play=${play} words=${words} />`
      }
      <aside class="rail" aria-label=${words('table.rail')}><${Seats} seats=${seats} game=${game} board=${board} scene=${covers.on ? null : (view?.scene ?? null)} scores=${view?.scores ?? []} toMove=${view?.to_move ?? null} words=${words} act=${act} />
        ${view && !covers.on && html`<${Log} log=${log} seats=${seats} words=${words} /><${Told} log=${log} />`}</aside>
      ${
        view &&
        !covers.on &&
        (message.result
          ? html`<div class="tray result"><${Ending} result=${message.result} seats=${seats} words=${words} label=${words('end.label', { title: table.title, turn: view.turn })}>
          ${eyes !== null && html`<button class="button primary" type="button" onClick=${again}>${words('end.again')}</button>`}
          <a class="button" href=${`/replay/${table.id}`}>${words('end.review')}</a><a class="button plain" href="/">${words('page.to_lobby')}</a></${Ending}>${refused && html`<${Wrong} text=${refused} close=${() => setRefused('')} words=${words} />`}</div>`
          : html`<${Tray} app=${app} game=${table.game} board=${board} view=${view} offers=${offers} chosen=${chosen} choose=${choose} play=${play} busy=${waits} waiting=${waitingFor(message, waits, words)}
          deadline=${table.deadline} hint=${live.hint} askHint=${hint} all=${all} setAll=${setAll} undo=${playing && view.undo && !waits ? undo : null} roll=${dice.roll} rolled=${dice.n} rolling=${dice.rolling}
          error=${live.error ?? (refused || null)} forgive=${() => {
            setRefused('');
            link.current?.forgive();
          }} />`)
      }
    </main>`;
}

/**
 * What the prompt says while there is nothing for me to do.
 * @param {TableMessage} message
 * @param {boolean} sent
 * @param {import('./types').Words} words
 */
function waitingFor(message, sent, words) {
  if (sent) return words('table.sent');
  const seat = message.view?.to_move ?? null;
  if (seat === null || !message.seats[seat]) return words('table.moment');
  const who = nameOf(message.seats[seat], words);
  return words(
    message.seats[seat].kind === 'bot'
      ? 'table.thinking'
      : message.seats[seat].mine
        ? 'table.your_move'
        : 'table.waiting',
    { who },
  );
}

/**
 * What can be done about a seat, if anything.
 * @param {Seat} seat
 * @param {TableMessage} message
 * @param {import('./types').Words} words
 * @param {{takeover: () => void, back: () => void, look: (() => void)|null}} acts
 */
function seatAct(seat, message, words, { takeover, back, look }) {
  const button = (/** @type {string} */ label, /** @type {() => void} */ act) =>
    html`<div class="has seat-act"><button class="button small" type="button" onClick=${act}>${label}</button></div>`;
  if (absent(seat, message)) return button(words('seat.takeover'), takeover);
  if (seat.come_back) return button(words('seat.come_back'), back);
  if (
    look &&
    seat.mine &&
    message.eyes !== null &&
    seat.seat !== message.eyes &&
    message.view &&
    shared(message.seats)
  )
    return button(words('seat.look'), look);
  return null;
}

/**
 * Several people at one screen: the eyes follow the turn; where there are secrets a curtain falls in between.
 * @param {TableMessage} message @param {boolean} secrets @param {{current: Connection|null}} link
 */
function useCurtain(message, secrets, link) {
  const several = shared(message.seats);
  const [seen, setSeen] = useState(/** @type {number|null} */ (null));
  const wanted = nextEyes(message) ?? message.eyes;
  useEffect(() => {
    if (several && !secrets && wanted !== null && wanted !== message.eyes) link.current?.eyes(wanted);
  }, [wanted, message.eyes, several]);
  const over = message.table.status === 'over';
  const on = several && secrets && !over && wanted !== null && (seen !== wanted || message.eyes !== wanted);
  return {
    on,
    seat: wanted ?? 0,
    lift: () => {
      setSeen(wanted);
      if (wanted !== null && wanted !== message.eyes) link.current?.eyes(wanted);
    },
  };
}
