// The choice of a move: preview, hold until "Done", and confirmation.
import { ranked } from './moves.js';
import { useEffect, useState } from '../vendor/view.js';

/** @import { HintMessage, Offer } from '../api' */

/**
 * @param {Offer[]} offers
 * @param {boolean} auto true if a turn may end automatically
 * @param {(move: number) => void} send
 * @param {HintMessage|null} hint
 */
export function useChoice(offers, auto, send, hint) {
  const [wished, choose] = useState(/** @type {number|null} */ (null));
  const [held, hold] = useState(/** @type {number|null} */ (null));
  const [asked, ask] = useState(/** @type {number|null} */ (null));
  const [closed, closeHint] = useState(/** @type {string|null} */ (null)); // a hint not to reopen
  const find = (/** @type {number|null} */ move) => offers.find(one => one.move === move) ?? null;
  const none = offers.length === 0;
  useEffect(() => {
    if (!none) return;
    choose(null);
    hold(null);
    ask(null);
  }, [none]);
  const make = (/** @type {number} */ move) => {
    choose(null);
    hold(null);
    ask(null);
    send(move);
  };
  const play = (/** @type {number} */ move) => {
    const offer = find(move);
    if (!offer) return;
    if (offer.warning && asked !== move) ask(move);
    else if (offer.ends && !offer.passes && !auto && held !== move) hold(move);
    else make(move);
  };
  const holding = find(held);
  const question = find(asked);
  const given = hint && hint.id !== closed ? hint : null;
  return {
    /** A key of the current decision; it changes whenever a click would mean something else. */
    asked: JSON.stringify([held, asked, given && [given.id, given.final], offers.map(one => one.label)]),
    offers: question ? [] : offers,
    chosen: question ? null : (find(wished)?.move ?? holding?.move ?? null),
    choose,
    play,
    held: holding && { move: holding.move, done: () => make(holding.move), back: () => hold(null) },
    question: question && {
      text: question.warning ?? '',
      yes: () => make(question.move),
      no: () => ask(null),
    },
    /** Leave the question or the held move. */
    back: question ? () => ask(null) : holding ? () => hold(null) : null,
    hint: given,
    closeHint: () => closeHint(hint?.id ?? null),
    best: given ? (ranked(given.moves, offers)[0]?.offer.move ?? null) : null,
  };
}
