// The table page.
import { useBoard } from './boards.js';
import { useChoice } from './choice.js';
import { Course, Ranks, ResultTray } from '../result/result.js';
import { VerifyDialog, useShownDigest } from '../dice/fairness.js';
import { lastOf, ownerOf, timedOut, trailOf, turnsOf } from './turns.js';
import { Guide, lessonFor } from './guide.js';
import { Refused, get, post } from '../app/http.js';
import { LeaveDialog, RemoveGuest, leaveKind } from './leave.js';
import { Log, LogLineOnly, Looking, SpokenLog } from './log.js';
import { EMPTY, busy } from './live.js';
import { ErrorNote, Loading, Note, NothingHere, Top } from '../ui/parts.js';
import { usePlayback } from './playback/playback.js';
import { paceOf } from '../app/preferences.js';
import { Seats } from './seats.js';
import { RulesPanel } from '../rules/rules.js';
import { newCommitment, useSalts } from '../dice/salt.js';
import { AwayNote, ReplacedNotice } from './seat-notice.js';
import { SoundButton } from '../app/settings.js';
import { Connection } from './socket.js';
import { sounds } from './sound.js';
import { Stage, useKeepFocus, useKeys, useMoveEvents, useWide } from './stage.js';
import { useAnnounce, useSounds, useTab } from './tab.js';
import { Clock, Tray } from './tray.js';
import { nextPerspective, sharesScreen } from './screen.js';
import { html, useEffect, useRef, useState } from '../vendor/view.js';
import { Curtain, Waiting } from './waiting.js';
import { WhatIfLink } from './what-if.js';
import { dayText, nameOf } from '../app/words.js';

/**
 * @import { Frame, GameCard, LogEntry, SeatInfo, Snapshot } from '../api'
 * @import { App, BoardModule, Live, Words } from '../types'
 */

/**
 * @typedef {{current: Connection|null}} ConnectionRef
 */

const NOTHING = () => {};

// The words of a game with simultaneous turns: then no single player is to move.
const TOGETHER = 'together.others';
const ALL_ACT = 'together.all';

const GRACE = 1200; // milliseconds offline before the page shows it

/** Return the live table. @param {string} id @param {string} language */
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

/**
 * Return the title and text of a problem with the connection or the game, or nothing.
 * @param {Live} live
 * @param {boolean} lost
 * @param {import('../types').Words} words
 */
function noticeFor(live, lost, words) {
  if (lost)
    return [words('table.lost'), words(live.pending.length ? 'table.lost_kept' : 'table.lost_trying')];
  const rules = live.table?.table.other_rules;
  if (rules) return [words('table.damaged'), words('table.other_rules', { rules })];
  if (live.table?.table.damaged) return [words('table.damaged'), words('table.damaged_lead')];
  const n = live.table?.table.rewound;
  return n ? [words('table.rewound'), words('table.rewound_lead', { n })] : [];
}

/** Return true if a table was closed, or its game abandoned. @param {Snapshot|null} message */
const isClosed = message =>
  message !== null &&
  message.table.status === 'over' &&
  message.result === null &&
  message.table.origin !== 'imported';

/** Return true if the connection has been lost long enough to show it. @param {boolean} connected */
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

/** Return true if the system asks for reduced motion. */
function useReduced() {
  const [query] = useState(() => matchMedia('(prefers-reduced-motion: reduce)'));
  const [reduced, setReduced] = useState(query.matches);
  useEffect(() => {
    const change = () => setReduced(query.matches);
    query.addEventListener('change', change);
    return () => query.removeEventListener('change', change);
  }, []);
  return reduced;
}

/** Play a sound for an error. @param {string|null} error */
function useRefusal(error) {
  useEffect(() => {
    if (error) sounds.play('refused');
  }, [error]);
}

/**
 * Manage my die: it waits on the server until I press it, then it tumbles.
 * @param {Snapshot} message
 * @param {BoardModule|null} board
 * @param {boolean} settled true if nothing moves and no request is unanswered
 * @param {number} pace
 * @param {() => void} send
 */
function useRoll({ view }, board, settled, pace, send) {
  const [pressed, setPressed] = useState(false);
  useEffect(() => {
    if (settled) setPressed(false);
  }, [settled]);
  const roll = () => {
    setPressed(true);
    send();
    if (pace === 0) sounds.play('roll', { pace });
  };
  const n = view && view.offers.length > 0 ? (board?.reveal?.(view.scene) ?? null) : null;
  return { n, roll: view?.roll && settled ? roll : null, rolling: pressed && !settled };
}

/**
 * Tell the server whether my dice wait for me, on arrival and after a change.
 * @param {Snapshot} message
 * @param {boolean} byHand
 * @param {boolean} wanted true if players of this game have their own dice
 * @param {ConnectionRef} link
 */
function useByHand({ table, seats }, byHand, wanted, link) {
  const mine = seats.filter(seat => seat.mine);
  useEffect(() => {
    if (!wanted || table.status === 'over') return;
    for (const { seat, by_hand } of mine)
      if (by_hand !== byHand) link.current?.request({ type: 'dice', seat, by_hand: byHand });
  }, [table.id, byHand, wanted, mine.map(seat => seat.seat).join(' ')]);
}

/**
 * Manage several people at one screen: the perspective follows the turn; if there are secrets, a curtain hides the
 * table between turns.
 * @param {Snapshot} message
 * @param {boolean} secrets
 * @param {ConnectionRef} link
 */
function useCurtain(message, secrets, link) {
  const several = sharesScreen(message.seats);
  const [seen, setSeen] = useState(/** @type {number|null} */ (null));
  const wanted = nextPerspective(message) ?? message.perspective;
  const look = () => {
    if (wanted !== null && wanted !== message.perspective) link.current?.lookAs(wanted);
  };
  useEffect(() => {
    if (several && !secrets) look();
  }, [wanted, message.perspective, several]);
  const over = message.table.status === 'over';
  const stranger = wanted !== null && (seen !== wanted || message.perspective !== wanted);
  const lift = () => {
    setSeen(wanted);
    look();
  };
  return { on: several && secrets && !over && stranger, seat: wanted ?? 0, lift };
}

/**
 * Return the player's requests to the server, and the last error of those outside the socket.
 * @param {App} app
 * @param {Snapshot} message
 * @param {ConnectionRef} link
 */
function useRequests(app, message, link) {
  const { table, perspective, number } = message;
  const [refused, setRefused] = useState('');
  const refuse = (/** @type {Error} */ error) => setRefused(error.message);
  const open = (/** @type {string} */ id) => app.go(`/table/${id}`);
  const send = (/** @type {import('../types').Wish} */ wish) => link.current?.request(wish);
  return {
    refused,
    dismiss: () => {
      setRefused('');
      link.current?.clearError();
    },
    move: (/** @type {number} */ move) =>
      perspective !== null && send({ type: 'move', seat: perspective, number, move }),
    undo: () => perspective !== null && send({ type: 'undo', seat: perspective }),
    roll: () => perspective !== null && send({ type: 'roll', seat: perspective }),
    hint: () => perspective !== null && send({ type: 'hint', seat: perspective }),
    takeOver: (/** @type {number} */ seat) => send({ type: 'takeover', seat }),
    lookAs: (/** @type {number} */ seat) => link.current?.lookAs(seat),
    sit: (/** @type {number} */ seat) =>
      post(
        `/api/tables/${table.id}/seats/${seat}`,
        { invite: null, commitment: newCommitment(), by_hand: !app.preferences.autoroll },
        app.language,
      ).then(() => link.current?.reconnect(), refuse),
    playAgain: (/** @type {string|null} */ level) => {
      if (table.rematch_id) open(table.rematch_id);
      else
        post(`/api/tables/${table.id}/rematch`, { level }, app.language).then(
          made => open(made.table),
          refuse,
        );
    },
  };
}

/**
 * Return what opens the confirmation for leaving, if there is a table to leave, and its dialog.
 * @param {App} app
 * @param {Snapshot} message
 */
function useLeaving(app, { table, seats }) {
  const [asked, setAsked] = useState(false);
  const mine = table.host || seats.some(seat => seat.mine);
  const dialog = html`<${LeaveDialog}
    app=${app}
    id=${table.id}
    title=${table.title}
    kind=${leaveKind({ ...table, seats })}
    left=${() => app.go('/')}
    close=${() => setAsked(false)}
  />`;
  return { ask: mine && table.status !== 'over' ? () => setAsked(true) : null, dialog: asked && dialog };
}

/**
 * Manage a past turn shown on the board until the user returns to the present.
 * @param {App} app
 * @param {Snapshot} message
 */
function useLook(app, message) {
  const [past, setPast] = useState(/** @type {{turn: number, frame: Frame}|null} */ (null));
  const perspective = /** @type {{[name: string]: number}} */ (
    message.perspective === null ? {} : { perspective: message.perspective }
  );
  const look = (/** @type {number} */ turn) => {
    get(`/api/tables/${message.table.id}/turns/${turn}`, { ...perspective, language: app.language }).then(
      frame => setPast({ turn, frame }),
      () => setPast(null),
    );
  };
  useEffect(() => setPast(null), [message.perspective]);
  return { past, look, back: () => setPast(null) };
}

/** @param {{app: App, id: string}} props */
export function TablePage({ app, id }) {
  const { words } = app;
  const { live, connected, missing, link } = useLive(id, app.language);
  const lost = useLost(connected);
  const message = live.table;
  const board = useBoard(message ? app.game(message.table.game) : undefined);
  useSounds(app);
  const seated = useRef(false);
  seated.current ||= message?.seats.some(seat => seat.mine) ?? false;
  if (missing) {
    const lead = seated.current ? words('wait.unseated') : missing;
    return html`<${NothingHere} app=${app} title=${words('table.missing')} lead=${lead} />`;
  }
  if (isClosed(message)) {
    const kind = message?.seats.some(seat => seat.kind === 'open') ? 'closed' : 'discarded';
    const lead = words(`table.${kind}_lead`);
    return html`<${NothingHere} app=${app} title=${words(`table.${kind}`)} lead=${lead} />`;
  }
  if (!message) return html`<${Loading} app=${app} />`;
  const [title, lead] = noticeFor(live, lost, words);
  const notice = title && html`<div class="notice"><${Note}><b>${title}</b> ${lead}</${Note}></div>`;
  return html`<${TableView} app=${app} live=${live} newest=${message} board=${board} link=${link} notice=${notice} />`;
}

/** @param {Snapshot|null} message */
const mayAct = message => message?.view?.roll || (message?.view?.offers.length ?? 0) > 0;

/**
 * @param {object} props
 * @param {App} props.app
 * @param {Live} props.live the current state
 * @param {Snapshot} props.newest
 * @param {BoardModule|null} props.board
 * @param {ConnectionRef} props.link
 * @param {any} props.notice
 */
function TableView({ app, live, newest, board, link, notice }) {
  const { preferences } = app;
  const root = useRef(/** @type {HTMLElement|null} */ (null));
  const reduced = useReduced();
  const pace = paceOf(preferences.pace, reduced);
  const { shown, told, idle } = usePlayback(live, { board, pace }, root);
  const message = shown.table ?? newest;
  const { table, seats, view, perspective } = message;
  const words = app.gameWords(table.game);
  const game = app.game(table.game);
  const [all, setAll] = useState(false);
  const [rules, setRules] = useState(false);
  const leaving = useLeaving(app, newest);
  const requests = useRequests(app, newest, link);
  const curtain = useCurtain(message, game?.secrets ?? false, link);
  const { past, look, back } = useLook(app, message);
  const waits = busy(live);
  const dice = useRoll(message, board, idle && !waits, pace, requests.roll);
  useByHand(newest, !preferences.autoroll, game?.dice ?? false, link);
  const ready = board !== null && idle && !waits && past === null;
  const together = words.has(TOGETHER);
  const endsItself = preferences.autoroll || !together;
  const choice = useChoice(view && ready ? view.offers : [], endsItself, requests.move, live.hint);
  const { chosen, choose, play } = choice;
  const playing = table.status === 'playing' && perspective !== null;
  const undo = playing && newest.view?.undo && !waits && !choice.held ? requests.undo : null;
  const hint = () => {
    if (choice.offers.length && table.hints) requests.hint();
  };
  const events = useMoveEvents({ chosen, choose, play, asked: `${choice.asked}${dice.roll ? ' roll' : ''}` });
  const leave = past ? back : choice.back;
  const actions = { chosen, choose, play, undo: undo ?? NOTHING, hint, roll: dice.roll, back: leave };
  useKeys(root, preferences.keys, actions);
  useKeepFocus(root, message);
  const yours = table.status === 'playing' && mayAct(idle ? message : newest);
  useTab(table.title, table.status === 'playing' && mayAct(newest), app);
  useRefusal(live.error);
  useShownDigest(newest.table);
  useSalts(newest, link);
  const ended = told.log.length === shown.log.length; // show the last move before the result
  useAnnounce(document.visibilityState === 'hidden' ? newest : message, yours, ended, app);
  const { log, story } = told;
  const trail = past
    ? turnsOf(log, story).filter(one => one.turn === past.turn && one.seat >= 0)
    : trailOf(shown.log, story, perspective, seats.length);
  const since = past ? trail : trailOf(log, story, perspective, seats.length);
  const drawn = past ? log.filter(entry => entry.turn <= past.turn) : shown.log;
  const last = lastOf(drawn, seats.length);
  const seen = curtain.on ? null : (past?.frame ?? view);
  const { result } = message;
  const over = seen !== null && result !== null && ended;
  const lesson =
    choice.offers.length > 0 && view ? lessonFor(app, table, view.scene.phase, seats.length) : null;
  const error = live.error ?? (requests.refused || null);
  const away = html`<${AwayNote}
    message=${newest}
    words=${words}
    takeOver=${requests.takeOver}
    comeBack=${requests.sit}
  />`;
  const board_ = {
    offers: choice.offers,
    chosen,
    best: choice.best,
    choose,
    play,
    trail,
    seats,
    words,
  };
  return html`<${TableTop}
      app=${app}
      message=${message}
      board=${board}
      hint=${choice.offers.length ? hint : null}
      all=${all}
      setAll=${setAll}
      undo=${undo}
      rules=${rules}
      setRules=${setRules}
      leave=${leaving.ask}
    />
    ${notice || html`<${ReplacedNotice} message=${newest} words=${words} />`}
    ${leaving.dialog}
    <main
      id="main"
      class=${`table ${table.folder}${table.status === 'over' && ended ? ' over' : ''}${past ? ' past' : ''}`}
      tabindex="-1"
      ref=${root}
      ...${events}
    >
      ${
        !view &&
        html`<div class="mat">
          <${Waiting} app=${app} message=${message} sit=${requests.sit} leave=${leaving.ask} />
          ${error && html`<${ErrorNote} text=${error} close=${requests.dismiss} words=${words} />`}
        </div>`
      }
      ${view && curtain.on && html`<${CurtainMat} seats=${seats} curtain=${curtain} words=${words} />`}
      ${
        seen &&
        html`<${Stage}
          board=${board}
          label=${words('table.board')}
          scene=${seen.scene}
          held=${choice.held?.move ?? null}
          ...${board_}
        >
          ${
            over &&
            !past &&
            board?.Outcome &&
            html`<${OutcomeBox} board=${board} message=${message} log=${log} words=${words} />`
          }
        </${Stage}>`
      }
      <aside class="rail" aria-label=${words('table.rail')}>
        ${
          over && !past && view
            ? html`<${Ranks}
                table=${table}
                seats=${seats}
                scores=${view.scores}
                result=${result}
                game=${game}
                words=${words}
              />`
            : html`<${Seats}
                seats=${seats}
                game=${game}
                board=${board}
                scene=${seen?.scene ?? null}
                scores=${past?.frame.scores ?? told.scores}
                sides=${view?.sides}
                toMove=${together && !past ? (yours ? perspective : null) : past ? past.frame.to_move : told.toMove}
                last=${last}
                words=${words}
                action=${(/** @type {SeatInfo} */ seat) => seatAction(app, seat, newest, game, words, requests)}
              />`
        }
        ${
          over &&
          html`<${Course}
            result=${result}
            seats=${seats}
            story=${story}
            board=${board}
            words=${words}
            looking=${past?.turn ?? null}
            look=${look}
          />`
        }
        ${
          seen &&
          !over &&
          html`<${Log} story=${story} seats=${seats} words=${words} looking=${past?.turn ?? null} look=${look} />
            <${LogLineOnly}
              story=${story}
              seats=${seats}
              words=${words}
              looking=${past?.turn ?? null}
              look=${look}
              guide=${
                lesson && {
                  text: lesson.text,
                  sheet: html`<${Guide} lesson=${lesson} words=${words} />`,
                }
              }
            />
            ${idle && html`<${SpokenLog} story=${story} />`}
            ${lesson && html`<${Guide} lesson=${lesson} words=${words} wide />`}`
        }
      </aside>
      ${
        seen &&
        past &&
        html`<${Looking} turn=${past.turn} story=${story} seats=${seats} words=${words} back=${back} />`
      }
      ${
        over &&
        !past &&
        html`<${ResultTray}
          message=${message}
          log=${log}
          board=${board}
          game=${game}
          words=${words}
          playAgain=${perspective === null ? null : requests.playAgain}
          error=${error}
          dismiss=${requests.dismiss}
        />`
      }
      ${
        seen &&
        !over &&
        !past &&
        html`<${Tray}
          app=${app}
          game=${table.game}
          board=${board}
          view=${view}
          ...${board_}
          since=${since}
          held=${choice.held}
          question=${choice.question}
          waiting=${waitingText(message, log, waits, words)}
          deadline=${table.deadline}
          timeUp=${timeUpText(message, story, words)}
          hint=${choice.hint}
          closeHint=${choice.closeHint}
          askHint=${table.hints ? hint : null}
          all=${all}
          undo=${undo}
          roll=${idle ? dice.roll : null}
          rolled=${dice.n}
          rolling=${dice.rolling}
          error=${error}
          dismiss=${requests.dismiss}
          note=${away}
        />`
      }
      ${rules && html`<${RulesPanel} app=${app} game=${table.game} close=${() => setRules(false)} />`}
    </main>`;
}

/**
 * The picture of a finished game.
 * @param {{board: BoardModule, message: Snapshot, log: LogEntry[], words: Words}} props
 */
function OutcomeBox({ board, message, log, words }) {
  const { view, seats, result } = message;
  const [box, wide] = useWide();
  return html`<div class="outcome" ref=${box}>
    <${board.Outcome} scene=${view?.scene} seats=${seats} log=${log} result=${result} words=${words} wide=${wide} />
  </div>`;
}

/** @param {{seats: SeatInfo[], curtain: ReturnType<typeof useCurtain>, words: Words}} props */
function CurtainMat({ seats, curtain, words }) {
  const seat = seats[curtain.seat];
  return html`<div class="mat">
    <${Curtain} words=${words} who=${nameOf(seat, words)} colour=${seat.colour} show=${curtain.lift} />
  </div>`;
}

/**
 * The header: the game, its clock, and the actions other than moves.
 * @param {object} props
 * @param {App} props.app
 * @param {Snapshot} props.message
 * @param {BoardModule|null} props.board
 * @param {(() => void)|null} props.hint
 * @param {boolean} props.all
 * @param {(all: boolean) => void} props.setAll
 * @param {(() => void)|null} props.undo
 * @param {boolean} props.rules
 * @param {(open: boolean) => void} props.setRules
 * @param {(() => void)|null} props.leave
 */
function TableTop({ app, message, board, hint, all, setAll, undo, rules, setRules, leave }) {
  const { table, seats, view } = message;
  const [verifying, setVerifying] = useState(false);
  const words = app.gameWords(table.game);
  const detail = view ? (board?.headline?.(view.scene, words) ?? '') : words('wait.short');
  const where = html`<div class="where">
    <h1>${table.title}</h1>
    ${table.day && html`<span class="quiet the-day">${words('table.day', { day: dayText(table.day, app) })}</span>`}
    ${
      table.what_if
        ? html`<${WhatIfLink} from=${table.what_if} words=${words} />`
        : html`<span class="quiet">${detail}</span>`
    }
    ${table.undone > 0 && !table.what_if && html`<span class="quiet">${words('table.undone')}</span>`}
    ${
      table.ends !== null &&
      html`<${Clock} deadline=${table.ends} label=${words('table.game_clock')} words=${words} />`
    }
  </div>`;
  const plain = (
    /** @type {string} */ label,
    /** @type {() => void} */ act,
    /** @type {object} */ more = {},
  ) => html`<button class="button plain" type="button" onClick=${act} ...${more}>${label}</button>`;
  const undoTitle = words(view?.undo_marks ? 'table.undo_marks' : 'table.undo_key');
  const rulesLook = { 'aria-expanded': rules, class: `button plain${rules ? ' is-on' : ''}` };
  const hintLook = { class: 'button plain only-tall' };
  const noHints = table.day ? 'table.no_hints_daily' : 'table.no_hints';
  const extra = html`${hint && table.hints && plain(words('table.hint'), hint, hintLook)}
    ${view && !table.hints && html`<p class="quiet menu-note">${words(noHints)}</p>`}
    ${hint && board?.Tray && plain(words('table.all'), () => setAll(!all), { 'aria-pressed': all })}
    <a class="button plain" href="/">${words('page.to_lobby')}</a>
    ${view && plain(words('fair.open'), () => setVerifying(true), { 'aria-haspopup': 'dialog' })}
    ${leave && plain(words(`leave.${leaveKind({ ...table, seats })}`), leave, { 'aria-haspopup': 'dialog' })}`;
  return html`<${Top} app=${app} where=${where} extra=${extra}>
    ${undo && plain(words('table.undo'), undo, { class: 'button plain only-wide', title: undoTitle })}
    ${plain(words('page.rules'), () => setRules(!rules), rulesLook)}
    <${SoundButton} app=${app} />
  </${Top}>
  ${
    verifying &&
    html`<${VerifyDialog}
      app=${app}
      id=${table.id}
      message=${message}
      running=${table.status !== 'over'}
      secrets=${(app.game(table.game)?.secrets ?? false) && message.seats.length > 1}
      words=${words}
      close=${() => setVerifying(false)}
    />`
  }`;
}

/**
 * Return the note that the clock has just made a move for a player.
 * @param {Snapshot} message
 * @param {import('../api').StoryLine[]} story
 * @param {Words} words
 */
function timeUpText({ seats, perspective }, story, words) {
  const seat = timedOut(story, perspective);
  if (seat === null) return '';
  return seat === perspective
    ? words('table.time_up_you')
    : words('table.time_up', { who: nameOf(seats[seat], words) });
}

/**
 * Return the prompt while there is nothing to do.
 * @param {Snapshot} message
 * @param {LogEntry[]} log
 * @param {boolean} sent
 * @param {Words} words
 */
function waitingText(message, log, sent, words) {
  if (sent) return words('table.sent');
  if (message.view?.prompt && words.has(TOGETHER)) return message.view.prompt; // my last action is still being shown
  if (message.view && words.has(TOGETHER)) return words(message.perspective === null ? ALL_ACT : TOGETHER);
  const seat = message.seats[message.view?.to_move ?? -1];
  if (!seat) return words('table.moment');
  const who = nameOf(seat, words);
  if (seat.kind === 'bot') return words('table.thinking', { who });
  if (!seat.mine) return words('table.waiting', { who });
  if (sharesScreen(message.seats)) return words('table.your_move', { who });
  const last = log.at(-1); // my turn is next, but the moves before it are still being shown
  const mover = message.seats[last ? ownerOf(last) : -1];
  return !mover || mover.mine
    ? words('table.your_turn')
    : words('table.moves', { who: nameOf(mover, words) });
}

/**
 * Return the button of a seat, if any.
 * @param {App} app
 * @param {SeatInfo} seat
 * @param {Snapshot} message
 * @param {GameCard|undefined} game
 * @param {Words} words
 * @param {ReturnType<typeof useRequests>} requests
 */
function seatAction(app, seat, message, game, words, requests) {
  const button = (/** @type {string} */ label, /** @type {() => void} */ act) =>
    html`<div class="has seat-act">
      <button class="button small" type="button" onClick=${act}>${label}</button>
    </div>`;
  if (message.table.host && message.table.status === 'waiting' && seat.kind === 'person' && !seat.mine)
    return html`<${RemoveGuest} app=${app} id=${message.table.id} seat=${seat} />`;
  if (seat.come_back && message.perspective !== null)
    // otherwise the tray offers it
    return button(words('seat.come_back'), () => requests.sit(seat.seat));
  const other = seat.mine && message.perspective !== null && seat.seat !== message.perspective;
  if (other && !game?.secrets && message.view && sharesScreen(message.seats))
    return button(words('seat.look'), () => requests.lookAs(seat.seat));
  return null;
}
