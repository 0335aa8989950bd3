// Tells who is away and when a bot can take over, and for whom a bot plays.
import { html, useEffect, useState } from './vendor/view.js';
import { clockText, nameOf } from './words.js';

/**
 * @typedef {import('./types').Words} Words
 * @typedef {import('./api').SeatInfo} SeatInfo
 * @typedef {import('./api').Snapshot} Snapshot
 */

/**
 * The seat that there is something to tell about: mine that a bot plays, one whose player is away, one that a bot
 * plays, in this order; those that were read are left out.
 * @param {SeatInfo[]} seats
 * @param {string[]} read
 */
export const toldSeat = (seats, read) =>
  seats.find(seat => seat.come_back && !read.includes(readKey(seat))) ??
  seats.find(seat => seat.takeover !== null) ??
  seats.find(seat => seat.asked_by !== null && !seat.come_back && !read.includes(readKey(seat)));

/** @param {SeatInfo} seat */
export const readKey = ({ seat, asked_by }) => `${seat} ${asked_by}`;

/** The time, as often as it is shown. @param {boolean} running */
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
 * @param {object} props
 * @param {Snapshot} props.message
 * @param {Words} props.words
 * @param {(seat: number) => void} props.takeOver
 * @param {(seat: number) => void} props.comeBack
 */
export function SeatNotice({ message, words, takeOver, comeBack }) {
  const { seats, table } = message;
  const [read, setRead] = useState(/** @type {string[]} */ ([]));
  const seat = table.status === 'playing' ? toldSeat(seats, read) : undefined;
  const now = useNow(seat !== undefined && seat.takeover !== null);
  if (!seat) return null;
  const who = nameOf(seat, words);
  const dismiss = () => setRead([...read, readKey(seat)]);
  if (seat.takeover !== null) {
    const left = (seat.takeover - now) / 1000;
    return html`<${Told}
      title=${words('seat.is_away', { who })}
      lead=${
        left > 0
          ? html`<span role="timer">${words('seat.takeover_in', { time: clockText(left, words) })}</span>`
          : words('seat.takeover_now')
      }
      label=${left > 0 ? '' : words('seat.takeover')}
      act=${() => takeOver(seat.seat)}
    />`;
  }
  const left = seat.asked_by === seat.seat;
  const asker = seats[seat.asked_by ?? -1];
  const asked = left || !asker || asker.mine ? '' : words('seat.asked', { who: nameOf(asker, words) });
  if (seat.come_back)
    return html`<${Told}
      title=${words(left ? 'seat.left_you' : 'seat.away_you')}
      lead=${asked}
      label=${words('seat.come_back')}
      act=${() => comeBack(seat.seat)}
    />`;
  return html`<${Told}
    title=${words(left ? 'seat.has_left' : 'seat.was_away', { who })}
    lead=${`${asked} ${words('seat.can_return', { who })}`.trim()}
    label=${words('page.ok')}
    act=${dismiss}
  />`;
}

/** @param {{title: string, lead: any, label: string, act: () => void}} props */
const Told = ({ title, lead, label, act }) =>
  html`<div class="notice">
    <div class="note">
      <span class="sign" aria-hidden="true">…</span>
      <span><b role="status">${title}</b> ${lead}</span>
      ${label ? html`<button class="button small" type="button" onClick=${act}>${label}</button>` : html`<span></span>`}
    </div>
  </div>`;
