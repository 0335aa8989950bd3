// The table page.
import { useBoard } from './boards.js';
import { AwayNote, ReplacedNotice } from './seat-notice.js';
import { useLost, useWide } from '../app/hooks.js';
import { TableTop } from './header.js';
import { LeaveDialog, leaveKind } from './leave.js';
import { Looking } from './log.js';
import { ErrorNote, Note } from '../ui/notes.js';
import { Loading, NothingHere } from '../ui/placeholders.js';
import { timeUpText, waitingText } from './prompts.js';
import { Rail } from './rail.js';
import { ResultTray } from '../result/result.js';
import { RulesPanel } from '../rules/rules.js';
import { Stage } from './stage.js';
import { useSounds } from './tab.js';
import { Tray } from './tray.js';
import { useLive } from './use-live.js';
import { useTurn } from './use-turn.js';
import { html, useRef, useState } from '../vendor/view.js';
import { Curtain, Waiting } from './waiting.js';
import { nameOf } from '../app/words.js';

/**
 * @import { LogEntry, SeatInfo, Snapshot } from '../api'
 * @import { App, BoardModule, Live, Words } from '../types'
 * @import { TableProps, Turn } from './use-turn.js'
 */

/**
 * Return the title and text of a problem with the connection or the game, or nothing.
 * @param {Live} live
 * @param {boolean} lost
 * @param {Words} words
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

/** @param {TableProps & {notice: any}} props */
function TableView(props) {
  const { app, newest, board, notice } = props;
  const root = useRef(/** @type {HTMLElement|null} */ (null));
  const turn = useTurn(props, root);
  const { message, words, choice, requests, curtain, past, seen, over } = turn;
  const { table, seats, view } = message;
  const [all, setAll] = useState(false);
  const [rules, setRules] = useState(false);
  const leaving = useLeaving(app, newest);
  const position = {
    offers: choice.offers,
    chosen: choice.chosen,
    best: choice.best,
    choose: choice.choose,
    play: choice.play,
    trail: turn.trail,
    seats,
    words,
  };
  return html`<${TableTop}
      app=${app}
      message=${message}
      board=${board}
      hint=${choice.offers.length ? turn.hint : null}
      all=${all}
      setAll=${setAll}
      undo=${turn.undo}
      rules=${rules}
      setRules=${setRules}
      leave=${leaving.ask}
    />
    ${notice || html`<${ReplacedNotice} message=${newest} words=${words} />`}
    ${leaving.dialog}
    <main
      id="main"
      class=${`table ${table.folder}${table.status === 'over' && turn.ended ? ' over' : ''}${past ? ' past' : ''}`}
      tabindex="-1"
      ref=${root}
      ...${turn.events}
    >
      ${
        !view &&
        html`<div class="mat">
          <${Waiting} app=${app} message=${message} sit=${requests.sit} leave=${leaving.ask} />
          ${turn.error && html`<${ErrorNote} text=${turn.error} close=${requests.dismiss} words=${words} />`}
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
          ...${position}
        >
          ${
            over &&
            !past &&
            board?.Outcome &&
            html`<${OutcomeBox} board=${board} message=${message} log=${turn.log} words=${words} />`
          }
        </${Stage}>`
      }
      <${Rail} app=${app} board=${board} newest=${newest} turn=${turn} />
      ${
        seen &&
        html`<${Foot}
          app=${app}
          board=${board}
          newest=${newest}
          turn=${turn}
          position=${position}
          all=${all}
        />`
      }
      ${rules && html`<${RulesPanel} app=${app} game=${table.game} close=${() => setRules(false)} />`}
    </main>`;
}

/**
 * What lies below the board: the bar over a past turn, the result, or the tray.
 * @param {object} props
 * @param {App} props.app
 * @param {BoardModule|null} props.board
 * @param {Snapshot} props.newest
 * @param {Turn} props.turn
 * @param {object} props.position what the board shows
 * @param {boolean} props.all
 */
function Foot({ app, board, newest, turn, position, all }) {
  const { message, words, choice, requests, past, log, story, dice } = turn;
  const { table, seats, view } = message;
  if (past)
    return html`<${Looking} turn=${past.turn} story=${story} seats=${seats} words=${words} back=${turn.back} />`;
  if (turn.over)
    return html`<${ResultTray}
      message=${message}
      log=${log}
      board=${board}
      game=${turn.game}
      words=${words}
      playAgain=${message.perspective === null ? null : requests.playAgain}
      error=${turn.error}
      dismiss=${requests.dismiss}
    />`;
  const away = html`<${AwayNote}
    message=${newest}
    words=${words}
    takeOver=${requests.takeOver}
    comeBack=${requests.sit}
  />`;
  return html`<${Tray}
    app=${app}
    game=${table.game}
    board=${board}
    view=${view}
    ...${position}
    since=${turn.since}
    held=${choice.held}
    question=${choice.question}
    waiting=${waitingText(message, log, turn.waits, words)}
    deadline=${table.deadline}
    timeUp=${timeUpText(message, story, words)}
    hint=${choice.hint}
    closeHint=${choice.closeHint}
    askHint=${table.hints ? turn.hint : null}
    all=${all}
    undo=${turn.undo}
    roll=${turn.idle ? dice.roll : null}
    rolled=${dice.n}
    rolling=${dice.rolling}
    error=${turn.error}
    dismiss=${requests.dismiss}
    note=${away}
  />`;
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

/** @param {{seats: SeatInfo[], curtain: Turn['curtain'], words: Words}} props */
function CurtainMat({ seats, curtain, words }) {
  const seat = seats[curtain.seat];
  return html`<div class="mat">
    <${Curtain} words=${words} who=${nameOf(seat, words)} colour=${seat.colour} show=${curtain.lift} />
  </div>`;
}
