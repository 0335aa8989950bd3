// What a person sees and may do at a table now: the moves, my dice, the curtain between people at one screen, and a
// past turn on the board.
import { useShownDigest } from '../dice/fairness.js';
import { useSalts } from '../dice/salt.js';
import { useReduced } from '../app/hooks.js';
import { get } from '../app/http.js';
import { paceOf } from '../app/preferences.js';
import { useChoice } from './choice.js';
import { useKeepFocus, useKeys } from './keys.js';
import { busy } from './live.js';
import { usePlayback } from './playback/playback.js';
import { useMoveEvents } from './pointer.js';
import { TOGETHER } from './prompts.js';
import { nextPerspective, sharesScreen } from './screen.js';
import { sounds } from './sound.js';
import { useAnnounce, useTab } from './tab.js';
import { lastOf, trailOf, turnsOf } from './turns.js';
import { useRequests } from './use-live.js';
import { useEffect, useState } from '../vendor/view.js';

/**
 * @import { Frame, Snapshot } from '../api'
 * @import { App, BoardModule, Live } from '../types'
 * @import { ConnectionRef } from './use-live.js'
 */

/**
 * Manage my die: it waits on the server until I press it, then it tumbles.
 * @param {Snapshot} message
 * @param {BoardModule|null} board
 * @param {boolean} settled true if nothing moves and no request is unanswered
 * @param {number} pace
 * @param {() => void} send
 */
export function useRoll({ view }, board, settled, pace, send) {
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
export function useByHand({ table, seats }, byHand, wanted, link) {
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
export function useCurtain(message, secrets, link) {
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
 * Manage a past turn shown on the board until the user returns to the present.
 * @param {App} app
 * @param {Snapshot} message
 */
export function useLook(app, message) {
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

/** Play a sound for an error. @param {string|null} error */
function useRefusal(error) {
  useEffect(() => {
    if (error) sounds.play('refused');
  }, [error]);
}

/** @param {Snapshot|null} message */
const mayAct = message => message?.view?.roll || (message?.view?.offers.length ?? 0) > 0;

const NOTHING = () => {};

/**
 * @typedef {object} TableProps
 * @property {App} app
 * @property {Live} live the current state
 * @property {Snapshot} newest
 * @property {BoardModule|null} board
 * @property {ConnectionRef} link
 */

/** @typedef {ReturnType<typeof useTurn>} Turn */

/**
 * Return what is shown of a table while it is played back, and what can be done there.
 * @param {TableProps} props
 * @param {{current: HTMLElement|null}} root
 */
export function useTurn({ app, live, newest, board, link }, root) {
  const { preferences } = app;
  const pace = paceOf(preferences.pace, useReduced());
  const { shown, told, idle } = usePlayback(live, { board, pace }, root);
  const message = shown.table ?? newest;
  const { table, seats, view, perspective } = message;
  const words = app.gameWords(table.game);
  const game = app.game(table.game);
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
  const over = seen !== null && message.result !== null && ended;
  const toMove = past ? past.frame.to_move : together ? (yours ? perspective : null) : told.toMove;
  const scores = past?.frame.scores ?? told.scores;
  return {
    ...{
      message,
      words,
      game,
      idle,
      waits,
      requests,
      curtain,
      past,
      look,
      back,
      dice,
      choice,
      undo,
      hint,
      events,
    },
    ...{ ended, log, story, trail, since, last, seen, over, toMove, scores },
    error: live.error ?? (requests.refused || null),
  };
}
