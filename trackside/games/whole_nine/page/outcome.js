// The end of a game: every tile back in its place with the player who took it, and the account of points.
import { h } from '/static/vendor/view.js';
import { Face } from '/static/ui/faces.js';
import { badge, el, f, g, pawn } from '/static/ui/pieces.js';
import { nameOf } from '/static/app/words.js';
import { fatesOf, harvestOf, wholeTrack } from './harvest.js';
import { takerMark, tile, tilePicture } from './pieces.js';
import { tilesOf } from './scene.js';
import { campGround, road, tileName } from './spaces.js';
import { TILE, layTrack } from './track.js';

/**
 * @import { Harvest, Kept } from './harvest.js'
 * @import { Effect, Scene } from './api'
 * @import { Say } from './scene.js'
 * @import { Slot } from './track.js'
 * @import { Sitter as Player } from '/static/ui/faces.js'
 */

/**
 * @typedef {{scene: Scene, seats: Player[], log: {effects: Effect[]}[], words: Say, wide: boolean}} Given
 */

const FRAME = TILE / 2 + 2;

/** @param {Player | undefined} player @param {Say} words */
const called = (player, words) =>
  player?.mine ? words('seat.you') : nameOf(player, /** @type {any} */ (words));

/**
 * The whole track again, with each tile framed in its taker's colour and minus tiles struck out.
 * @param {Given} given
 */
export function Outcome({ scene, seats, log, words, wide }) {
  const tiles = wholeTrack(fatesOf(harvestOf(log, scene.seats.length)), tilesOf(scene));
  const lay = layTrack(scene.full, wide);
  const home = scene.seats.map(seat => seat.colour);
  return el(
    'svg',
    {
      class: 'board whole-nine harvest',
      viewBox: `0 0 ${lay.width} ${lay.height}`,
      role: 'group',
      'aria-label': words('board.harvest'),
    },
    ...road(lay),
    camp(lay.start, campGround(words('start'), 4)),
    camp(
      lay.goal,
      campGround(
        words('goal'),
        24,
        home.map((colour, i) =>
          pawn(colour, (i - (home.length - 1) / 2) * Math.min(24, 66 / home.length), 10, 0.72),
        ),
      ),
    ),
    ...tiles.map((what, i) => {
      const colour = what.fate && scene.seats[what.fate.seat].colour;
      const taker = what.fate && called(seats[what.fate.seat], words);
      const key = !what.fate ? 'board.fate_none' : what.fate.minus ? 'board.fate_minus' : 'board.fate_plus';
      const label = words(key, { what: tileName(what, words), who: taker });
      return stamped(what, lay.slots[i], colour, what.fate?.minus ?? false, label);
    }),
  );
}

/** @param {Slot} slot @param {unknown[]} inner */
const camp = (slot, inner) =>
  g({ class: 'camp', transform: `translate(${f(slot.x)} ${f(slot.y)})`, 'aria-hidden': 'true' }, ...inner);

/**
 * @param {Kept} what
 * @param {Slot} slot
 * @param {string | null} colour
 * @param {boolean} lost
 * @param {string} label
 */
const stamped = (what, { x, y, turn }, colour, lost, label) =>
  g(
    {
      key: what.place,
      class: `space${colour ? ` p-${colour}` : ' left'}${lost ? ' lost' : ''}`,
      transform: `translate(${f(x)} ${f(y)})`,
      role: 'img',
      'aria-label': label,
    },
    tile(what, turn),
    lost && el('path', { class: 'strike-case', d: 'M-15 15 15 -15' }),
    lost && el('path', { class: 'strike', d: 'M-15 15 15 -15' }),
    colour &&
      el('rect', {
        class: 'owner',
        x: -FRAME,
        y: -FRAME,
        width: 2 * FRAME,
        height: 2 * FRAME,
        rx: 11,
        transform: `rotate(${f(turn)})`,
      }),
    colour && takerMark(colour, 16, -17, 9),
  );

/**
 * The account: framed nines, animals, then what counts against each player, the best player first.
 * @param {Given} given
 */
export function Account({ scene, seats, log, words }) {
  const harvests = harvestOf(log, scene.seats.length);
  const order = scene.seats
    .map((_, seat) => seat)
    .sort((a, b) => {
      const [one, other] = [scene.seats[a], scene.seats[b]];
      return other.points - one.points || other.cacti - one.cacti;
    });
  return h(
    'table',
    { class: `units${order.length > 3 ? ' tight' : ''}` },
    h(
      'thead',
      { class: 'hidden-text' },
      h(
        'tr',
        {},
        ['player', 'made', 'counts', 'total'].map(key =>
          h('th', { key, scope: 'col' }, words(`account.${key}`)),
        ),
      ),
    ),
    h(
      'tbody',
      {},
      order.map((seat, i) => accountRow(scene.seats[seat], seats[seat], harvests[seat], i === 0, words)),
    ),
  );
}

/**
 * @param {import('./api').Seat} seat
 * @param {Player | undefined} player
 * @param {Harvest} mine
 * @param {boolean} first
 * @param {Say} words
 */
function accountRow(seat, player, mine, first, words) {
  const nines = [...mine.nines].sort((a, b) => b.length - a.length);
  const sums = nines.map(group => `${group.map(one => one.face).join(' + ')} = 9`);
  const says = [
    ...sums,
    ...mine.animals.map(one => tileName(one, words)),
    ...mine.minus.map(one => words('account.minus_one', { face: one.face })),
  ].join(', ');
  /** @param {Kept} what @param {number} i */
  const unit = (what, i) => h('span', { key: i, class: 'unit' }, tilePicture(what, 'u'));
  return h(
    'tr',
    { key: seat.colour, class: first ? 'first' : undefined },
    h(
      'th',
      { scope: 'row' },
      player ? h(Face, { seat: player, size: 24 }) : badge(seat.colour, 24),
      h('span', {}, called(player, words)),
    ),
    h(
      'td',
      { class: 'units-cell' },
      h('span', { class: 'hidden-text' }, says),
      h(
        'span',
        { class: 'units-list', 'aria-hidden': 'true' },
        nines.map((group, i) =>
          h('span', { key: `n${i}`, class: 'nine-group', title: sums[i] }, group.map(unit)),
        ),
        mine.animals.map((one, i) => h('span', { key: `a${i}`, class: 'single' }, unit(one, i))),
        h('span', { class: 'units-gap' }),
        mine.minus.map((one, i) => h('span', { key: `m${i}`, class: 'struck' }, unit(one, i))),
      ),
    ),
    h(
      'td',
      { class: 'sum-cell' },
      h('span', { class: 'pos' }, `+${seat.plus_points}`),
      ' ',
      h('span', { class: 'neg' }, `\u2212${-seat.minus_points}`),
    ),
    h('td', { class: 'total' }, seat.points < 0 ? `\u2212${-seat.points}` : seat.points),
  );
}
