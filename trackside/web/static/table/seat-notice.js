// The notes on absent players: when a bot can take over, and which seats bots play.
import { html, useEffect, useState } from '../vendor/view.js';
import { clockText, nameOf } from '../app/words.js';

/**
 * @import { SeatInfo, Snapshot } from '../api'
 * @import { Words } from '../types'
 */

/**
 * Return the seat that keeps me waiting: my own, if a bot plays it, or that of an absent player.
 * @param {SeatInfo[]} seats
 */
export const waitingSeat = seats =>
  seats.find(seat => seat.come_back) ?? seats.find(seat => seat.takeover !== null);

/**
 * Return another player's seat that a bot plays, unless I have dismissed its notice.
 * @param {SeatInfo[]} seats
 * @param {string[]} read
 */
export const replacedSeat = (seats, read) =>
  seats.find(seat => seat.asked_by !== null && !seat.come_back && !read.includes(readKey(seat)));

/** @param {SeatInfo} seat */
const readKey = ({ seat, asked_by }) => `${seat} ${asked_by}`;

/** Return the current time, updated while it is shown. @param {boolean} running */
function useNow(running) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [running]);
  return now;
}

/**
 * Return who asked for a bot, if it was another player.
 * @param {SeatInfo} seat
 * @param {SeatInfo[]} seats
 * @param {Words} words
 */
function askedText({ seat, asked_by }, seats, words) {
  const asker = seats[asked_by ?? seat];
  return asked_by === seat || !asker || asker.mine ? '' : words('seat.asked', { who: nameOf(asker, words) });
}

/**
 * The note in the tray while there is nothing to do: that a player is away and when a bot can take over, or that a bot
 * plays for me.
 * @param {object} props
 * @param {Snapshot} props.message
 * @param {Words} props.words
 * @param {(seat: number) => void} props.takeOver
 * @param {(seat: number) => void} props.comeBack
 */
export function AwayNote({ message, words, takeOver, comeBack }) {
  const { seats, table } = message;
  const seat = table.status === 'playing' ? waitingSeat(seats) : undefined;
  const now = useNow(seat !== undefined && seat.takeover !== null);
  if (!seat) return null;
  if (seat.come_back)
    return html`<${Told}
      title=${words(seat.asked_by === seat.seat ? 'seat.left_you' : 'seat.away_you')}
      lead=${askedText(seat, seats, words)}
      label=${words('seat.come_back')}
      act=${() => comeBack(seat.seat)}
    />`;
  const left = ((seat.takeover ?? now) - now) / 1000;
  return html`<${Told}
    title=${words('seat.is_away', { who: nameOf(seat, words) })}
    lead=${
      left > 0
        ? html`<span role="timer" aria-live="off">
            ${words('seat.takeover_in', { time: clockText(left, words) })}
          </span>`
        : words('seat.takeover_now')
    }
    label=${left > 0 ? '' : words('seat.takeover')}
    act=${() => takeOver(seat.seat)}
  />`;
}

/**
 * The notice above the table that a bot plays for a player, until dismissed.
 * @param {{message: Snapshot, words: Words}} props
 */
export function ReplacedNotice({ message, words }) {
  const { seats, table } = message;
  const [read, setRead] = useState(/** @type {string[]} */ ([]));
  const seat = table.status === 'playing' ? replacedSeat(seats, read) : undefined;
  if (!seat) return null;
  const who = nameOf(seat, words);
  return html`<div class="notice">
    <${Told}
      title=${words(seat.asked_by === seat.seat ? 'seat.has_left' : 'seat.was_away', { who })}
      lead=${`${askedText(seat, seats, words)} ${words('seat.can_return', { who })}`.trim()}
      label=${words('page.ok')}
      act=${() => setRead([...read, readKey(seat)])}
    />
  </div>`;
}

/** @param {{title: string, lead: any, label: string, act: () => void}} props */
const Told = ({ title, lead, label, act }) =>
  html`<div class="note" role="status">
    <span class="sign" aria-hidden="true">…</span>
    <span><b>${title}</b> ${lead}</span>
    ${label ? html`<button class="button small" type="button" onClick=${act}>${label}</button>` : html`<span></span>`}
  </div>`;
