// The player's side: choices, the row and its gaps, the piles; and the notes of a seat.
import { h } from '/static/vendor/view.js';
import { Face } from '/static/ui/faces.js';
import { die } from '/static/ui/pieces.js';
import { nameOf } from '/static/app/words.js';
import { plusPile, smallCactus, tilePicture } from './pieces.js';
import { afterRoll } from './scene.js';

/**
 * @import { Effect, Found, Offer, Scene, Seat } from './api'
 * @import { Say } from './scene.js'
 * @import { Sitter as Player } from '/static/ui/faces.js'
 */

/**
 * @typedef {{seat: number, says: string, effects: Effect[]}} Told a turn in one sentence
 */
/**
 * @typedef {{scene: Scene, offers: Offer[], chosen: number | null, words: Say, since?: Told[],
 *   seats?: Player[]}} Given
 */

const MANY = 4;

/** Return the seat whose things are shown: the viewer's, or the one to move. @param {Scene} scene */
const own = scene => scene.perspective ?? scene.seat;

/** The choices, my row and my piles, in fixed columns. @param {Given} given */
export function Tray({ scene, offers, chosen, words, since = [], seats = [] }) {
  const seat = scene.seats[own(scene)],
    aim = offers.find(offer => offer.move === chosen);
  const minus = seat.minus.length ? `\u2212${-seat.minus_points}` : '0';
  return h(
    'div',
    { class: 'groups nine-tray' },
    h('div', { class: 'group g-main' }, mainGroup(scene, offers, aim, words, since, seats)),
    rowGroup(scene, seat, offers, words),
    pileGroup('plus', seat.plus, seat.plus ? `+${seat.plus_points}` : '0', plusPile(seat.plus), words),
    pileGroup('minus', seat.minus.length, minus, minusPile(seat.minus), words),
  );
}

/**
 * @param {Scene} scene
 * @param {Offer[]} offers
 * @param {Offer | undefined} aim
 * @param {Say} words
 * @param {Told[]} since
 * @param {Player[]} seats
 */
function mainGroup(scene, offers, aim, words, since, seats) {
  /** @param {string} title @param {unknown} inner */
  const titled = (title, inner) => [h('h3', { class: 'label' }, words(`board.${title}`)), inner];
  if (offers.length && scene.phase !== 'move')
    return titled(
      `${scene.phase}_now`,
      offerList(
        offers.map(offer => choice(offer, offer === aim, words)),
        scene.phase,
      ),
    );
  if (aim) {
    const all = [...(aim.sure ?? []), ...(aim.takes ?? [])];
    if (!all.length) return titled('nothing', h('p', { class: 'quiet' }, aim.nothing));
    const list = alike(all).map(([one, n], i) =>
      h(
        'li',
        { key: one.place, class: `take${i === 0 && one.gain[0] === '+' ? ' best' : ''}` },
        takeInner(one, words, n),
      ),
    );
    return titled(aim.takes?.length ? 'take_one' : 'take_sure', offerList(list));
  }
  const when = scene.perspective === null ? 'last_round' : 'since';
  if (since.length)
    return titled(
      when,
      h(
        'ul',
        {
          class: `since${since.length > 2 ? ' many' : ''}`,
          'aria-label': words(`board.${when}`),
          tabindex: since.length > 1 ? 0 : undefined,
        },
        since.map((told, i) => sinceLine(told, seats[told.seat], i, words)),
      ),
    );
  return offers.length ? titled('point', h('p', { class: 'quiet' }, words('board.point_says'))) : null;
}

/**
 * A line for a missed turn: the player, the die, the rest of the sentence.
 * @param {Told} told
 * @param {Player | undefined} player
 * @param {number} i
 * @param {Say} words
 */
function sinceLine({ says, effects }, player, i, words) {
  const rolled = rollOf(effects);
  const rest = afterRoll(
    says,
    words('told.roll', { who: nameOf(player, /** @type {any} */ (words)), n: rolled }),
    words,
  );
  return h(
    'li',
    { key: i },
    player && h(Face, { seat: player, size: 24 }),
    rolled ? dieIcon(rolled, words) : h('span'),
    h('span', { title: says }, rest.charAt(0).toUpperCase() + rest.slice(1)),
  );
}

/** Return the number rolled, if any. @param {Effect[]} effects @returns {number | undefined} */
const rollOf = effects => effects.findLast(effect => effect.kind === 'roll')?.n;

/** @param {number} n @param {Say} words @param {string} [look] */
const dieIcon = (n, words, look = '') =>
  h(
    'svg',
    {
      class: `seat-die ${look}`.trim(),
      viewBox: '-25 -25 50 54',
      role: 'img',
      'aria-label': words('board.rolled', { n }),
    },
    die(n, 0, 0),
  );

/**
 * Group tiles that look alike and bring the same points, with their count; the best first.
 * @param {Found[]} all
 * @returns {[Found, number][]}
 */
function alike(all) {
  /** @param {Found} one */
  const look = one => `${one.kind} ${one.animal ?? one.face} ${one.gain}`;
  const kinds = [...new Set(all.map(look))];
  return kinds
    .map(kind => all.filter(one => look(one) === kind))
    .map(same => /** @type {[Found, number]} */ ([same[0], same.length]))
    .sort(([a], [b]) => worth(b.gain) - worth(a.gain));
}

/** @param {string} gain */
const worth = gain => Number(gain.replace('\u2212', '-') || 0);

/** A list of choices; a long one shows points without sentences. @param {unknown[]} list @param {string} [phase] */
const offerList = (list, phase = '') =>
  h('ul', { class: `offer ${phase} ${list.length > MANY ? 'many' : ''}`.trim() }, list);

/** @param {Offer} offer @param {boolean} on @param {Say} words */
const choice = (offer, on, words) =>
  h(
    'li',
    { key: offer.move },
    h(
      'button',
      { type: 'button', class: `take${on ? ' best' : ''}`, 'data-move': offer.move },
      h('span', { class: 'contents', 'aria-hidden': 'true' }, takeInner(offer, words)),
      h('span', { class: 'hidden-text' }, offer.label),
    ),
  );

/**
 * Return the content of a choice: a tile, what it makes, and the points.
 * @param {Offer | Found} one
 * @param {Say} words
 * @param {number} [n]
 */
function takeInner(one, words, n = 1) {
  const loss = one.gain !== undefined && one.gain[0] === '\u2212',
    least = loss && one.place !== undefined;
  return [
    one.face !== undefined &&
      tilePicture({ kind: one.kind ?? 'number', face: one.face, animal: one.animal }, 's'),
    h(
      'span',
      { class: 'take-text' },
      h('span', { class: 'says' }, one.says),
      one.gain &&
        h(
          'b',
          { class: `gain${loss ? ' neg' : ''}` },
          least && h('span', { class: 'least' }, words('board.at_least', { gain: one.gain })),
          h('span', { class: least ? 'short' : undefined }, one.gain),
        ),
      !one.gain && h('b', { class: 'gain zero' }, '0'),
      n > 1 && h('small', { class: 'quiet' }, words('board.of_them', { n })),
    ),
  ];
}

/** @param {Scene} scene @param {Seat} seat @param {Offer[]} offers @param {Say} words */
function rowGroup(scene, seat, offers, words) {
  const row = seat.row.map((face, i) => {
    const offer = offers.find(one => one.face === face && one.place === undefined && one.from === undefined);
    return h(
      'span',
      { key: i, class: offer ? 'can-go' : undefined, 'data-move': offer?.move, 'data-key': `own-${i}` },
      tilePicture({ kind: 'number', face }),
    );
  });
  const slots = Array.from({ length: 3 - row.length }, (_, i) =>
    h('span', { key: `slot${i}`, class: 'slot', 'aria-hidden': 'true' }),
  );
  const title = seat.nines.length && scene.perspective !== null ? 'board.makes_nine' : 'board.row';
  return h(
    'div',
    { class: 'group g-row', role: 'group', 'aria-label': rowName(seat, words) },
    h('h3', { class: 'label' }, words(title)),
    h(
      'div',
      { class: 'row9' },
      row,
      slots,
      h(
        'ul',
        { class: 'hints', 'aria-label': words('board.makes_nine') },
        seat.nines.map(({ face, with: used }) =>
          h(
            'li',
            { key: face, class: 'hint' },
            h('span', { class: 'key' }, face),
            used.length > 1 ? words('board.all_three') : words('board.with', { number: used[0] }),
          ),
        ),
      ),
    ),
  );
}

/** @param {Seat} seat @param {Say} words */
const rowName = (seat, words) =>
  seat.row.length ? words('board.seat_row', { row: seat.row.join(', ') }) : words('board.seat_row_empty');

/**
 * @param {'plus' | 'minus'} kind
 * @param {number} n
 * @param {string} points
 * @param {unknown} picture
 * @param {Say} words
 */
const pileGroup = (kind, n, points, picture, words) =>
  h(
    'div',
    { class: `group g-${kind}`, 'data-about': kind, 'data-key': `own-${kind}` },
    h('h3', { class: 'label' }, words(`board.${kind}`)),
    h(
      'div',
      { class: 'pile' },
      n > 0 && picture,
      h(
        'span',
        { class: `total${kind === 'minus' && n ? ' neg' : ''}` },
        points,
        h('small', {}, n === 1 ? words('board.tile_one') : words('board.tiles', { n })),
      ),
    ),
  );

/** Draw minus tiles face up; several are numbers with their counts. @param {number[]} faces */
function minusPile(faces) {
  if (faces.length === 1) return tilePicture({ kind: 'number', face: faces[0] }, 'm');
  return h(
    'ul',
    { class: 'counted' },
    [...new Set(faces)].map(face => {
      const n = faces.filter(other => other === face).length;
      return h(
        'li',
        { key: face, 'aria-label': `${n} \u00d7 ${face}` },
        tilePicture({ kind: 'number', face }, 'xs'),
        n > 1 && `\u00d7${n}`,
      );
    }),
  );
}

/**
 * A player's last roll and holdings, below the name.
 * @param {{scene: Scene, seat: number, words: Say, last?: Effect[]}} given
 */
export function SeatNote({ scene, seat: number, words, last = [] }) {
  const seat = scene.seats[number],
    rolled = rollOf(last);
  const cacti = seat.cacti === 1 ? words('board.cacti_one') : words('board.cacti', { n: seat.cacti });
  const fresh = scene.phase !== 'over' && scene.seat === number ? 'fresh' : '';
  return [
    h('span', { key: 'did', class: 'last-did' }, rolled ? dieIcon(rolled, words, fresh) : null),
    h(
      'div',
      { key: 'has', class: 'has' },
      h(
        'span',
        { class: 'small-row', role: 'img', 'aria-label': rowName(seat, words) },
        seat.row.length
          ? seat.row.map((face, i) =>
              h(
                'span',
                { key: i, 'data-key': `row-${number}-${i}` },
                tilePicture({ kind: 'number', face }, 's'),
              ),
            )
          : h('span', { class: 'chip' }, words('board.row_empty')),
      ),
      h(
        'span',
        { class: 'chip only-wide push' },
        words('board.seat_plus', { n: seat.plus }),
        ' · ',
        words('board.seat_minus', { n: seat.minus.length }),
        seat.cacti > 0 &&
          h(
            'span',
            { class: 'chip', role: 'img', 'aria-label': cacti, title: cacti },
            ' · ',
            `${seat.cacti}`,
            smallCactus(),
          ),
      ),
    ),
  ];
}

/**
 * Return the main action: the selected move, or the only one.
 * @param {Offer[]} offers
 * @param {number | null} chosen
 * @param {Say} words
 */
export function primary(offers, chosen, words) {
  const offer = offers.find(one => one.move === chosen) ?? (offers.length === 1 ? offers[0] : undefined);
  if (!offer) return null;
  const key =
    offer.to !== undefined
      ? 'move_it'
      : offer.place !== undefined
        ? 'take_it'
        : offer.face !== undefined
          ? 'lay_it'
          : offer.gain
            ? 'nine_it'
            : 'keep_it';
  return { move: offer.move, label: words(`board.${key}`) };
}
