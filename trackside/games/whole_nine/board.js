// The Whole Nine on the page: the track, my things, a seat's things. It draws what it is given and knows no rule.
import { h, useLayoutEffect, useMemo, useRef } from '/static/vendor/view.js';
import { die, el, f, g, pawn, text } from '/static/kit.js';
import { plusPile, smallCactus, tile, tilePicture } from './pieces.js';
import { beside, followPawns, layTrack, standing, waiting } from './track.js';

/** @typedef {import('./track.js').Lay} Lay */
/** @typedef {import('./track.js').Slot} Slot */
/** @typedef {import('./track.js').Spot} Spot */
/** @typedef {{place: number, name: string, kind: string, face: number}} Tile */
/** @typedef {Tile & {says: string, gain: string}} Took a tile with what it would bring */
/**
 * @typedef {{colour: string, pawns: number[], row: number[], nines: {face: number, with: number[]}[], plus:
 *   number, plus_points: number, minus: number[], minus_points: number, cacti: number, points: number}} Seat
 */
/**
 * @typedef {{phase: string, turn: number, seat: number, eyes: number | null, roll: number, goal: number,
 *   full:
 *   number, track: string, seats: Seat[]}} Scene
 */
/**
 * @typedef {{move: number, label: string, from?: number, to?: number, jump?: boolean, sure?: Took[], takes?:
 *   Took[], place?: number, face?: number, kind?: string, says?: string, gain?: string}} Offer
 */
/** @typedef {(key: string, values?: {[name: string]: unknown}) => string} Say */
/**
 * @typedef {{scene: Scene, offers: Offer[], chosen: number | null, choose: (code: number | null) => void,
 *   play:
 *   (code: number) => void, words: Say, wide: boolean, still?: boolean}} Given
 */
/** @typedef {{key: string, seat: number, colour: string, place: number, spot: Spot}} Pawn */

const START = 0;

/** @type {WeakMap<Scene, Tile[]>} */
const READ = new WeakMap();

/** The tiles of the track, in their order; their text is read once. @param {Scene} scene @returns {Tile[]} */
function tilesOf(scene) {
  const known = READ.get(scene);
  if (known) return known;
  const tiles = scene.track
    .split(' ')
    .filter(Boolean)
    .map(text => text.split(':'))
    .map(([place, name, kind, face]) => ({ place: Number(place), name, kind, face: Number(face) }));
  READ.set(scene, tiles);
  return tiles;
}

/** The track with everything on it. @param {Given} given */
export function Board({ scene, offers, chosen, words, wide, still }) {
  const tiles = scene.phase === 'setup' ? scene.full : tilesOf(scene).length;
  const lay = useMemo(() => layTrack(tiles, wide), [tiles, wide]);
  const pawns = usePawns(scene, lay);
  const aim = still ? undefined : offers.find(offer => offer.move === chosen);
  const shown = still ? [] : offers;
  const [width, height] = lay.box;
  return el(
    'svg',
    {
      class: `board whole-nine${aim ? ' previewing' : ''}`,
      viewBox: `0 0 ${width} ${height}`,
      ...(still
        ? { 'aria-hidden': 'true' }
        : { role: 'group', 'aria-label': words('board.track', { n: tilesOf(scene).length }) }),
    },
    g(
      {
        class: 'ground',
        style: {
          transform: `translate(${lay.shift.map(v => `${f(v)}px`).join(', ')}) scale(${f(lay.scale * 1000) / 1000})`,
        },
      },
      ...lay.gaps.filter(gap => gap.wide > 250).map((gap, i) => dunes(gap, i)),
      el('path', { class: 'road', d: lay.road }),
      el('path', { class: 'road-dash', d: lay.road }),
      camp(scene, START, lay.start, lay.camp, pawns, shown, aim, words, still),
      camp(scene, scene.goal, lay.goal, lay.camp, pawns, shown, aim, words, still),
      ...tilesOf(scene).map((what, i) => space(what, lay.slots[i], pawns, shown, aim, words, still)),
      ...tilesOf(scene).map((what, i) => gainTag(what, lay.slots[i], shown, aim)),
      aim && aim.to !== undefined && way(scene, aim, lay),
      ...pawns.map(one => h(Stand, { ...one, lay, scene, ...pawnState(one, pawns, scene, shown, aim) })),
      aim && aim.to !== undefined && ghost(scene, aim, lay, pawns),
    ),
  );
}

/**
 * The pawns with keys that stay theirs from view to view, and where each stands.
 * @param {Scene} scene
 * @param {Lay} lay
 * @returns {Pawn[]}
 */
function usePawns(scene, lay) {
  const known = useRef(/** @type {{[key: string]: number}[]} */ ([]));
  known.current = scene.seats.map((seat, i) => followPawns(known.current[i] ?? {}, seat.pawns));
  const all = known.current.flatMap((keys, seat) =>
    Object.entries(keys).map(([key, place]) => ({
      key: `${seat}.${key}`,
      seat,
      colour: scene.seats[seat].colour,
      place,
    })),
  );
  /** @type {Map<number, number>} */
  const taken = new Map();
  return all.map(one => {
    const n = all.filter(other => other.place === one.place).length,
      k = taken.get(one.place) ?? 0;
    taken.set(one.place, k + 1);
    const slot = slotOf(scene, one.place, lay),
      at = (isCamp(scene, one.place) ? waiting(n, lay.camp) : standing(n))[k];
    return { ...one, spot: { x: slot.x + at.x, y: slot.y + at.y, k: at.k } };
  });
}

/** @param {Scene} scene @param {number} place */
const isCamp = (scene, place) => place === START || place === scene.goal;

/**
 * Where a place is, or was: a tile that is gone counts as the next one.
 * @param {Scene} scene
 * @param {number} place
 * @param {Lay} lay
 * @returns {Slot}
 */
const slotOf = (scene, place, lay) => slotAt(stepOf(scene, place), lay);

/** How many steps from the start: 0 there, 1 on the first tile. @param {Scene} scene @param {number} place */
function stepOf(scene, place) {
  if (place === START) return 0;
  const found = tilesOf(scene).findIndex(tile => tile.place >= place);
  return found < 0 ? tilesOf(scene).length + 1 : found + 1;
}

/** @param {number} step @param {Lay} lay @returns {Slot} */
const slotAt = (step, lay) => (step === 0 ? lay.start : (lay.slots[step - 1] ?? lay.goal));

/** @param {{x: number, y: number, wide: number}} gap @param {number} i */
function dunes({ x, y, wide }, i) {
  /** @param {number} at @param {number} size */
  const one = (at, size) => {
    const [x2, y2] = [at + size * 0.4, y - size * 0.045];
    const front = `M${f(at)} ${f(y)}q${f(size * 0.3)} ${f(-size * 0.16)} ${f(size * 0.55)} 0`;
    const back = `q${f(size * 0.3)} ${f(-size * 0.13)} ${f(size * 0.6)} ${f(size * 0.045)}`;
    return `${front}M${f(x2)} ${f(y2)}${back}`;
  };
  const [first, second] = i % 2 ? [0.36, 0.8] : [0.22, 0.66];
  return el('path', {
    key: `dune${i}`,
    class: 'dune',
    d: one(x + wide * first, i % 2 ? 70 : 90) + one(x + wide * second, i % 2 ? 90 : 62),
  });
}

/** What can be clicked: a place that stands for a move. @param {Offer | undefined} offer */
const button = offer =>
  offer ? { role: 'button', tabindex: 0, 'aria-label': offer.label, 'data-move': offer.move } : {};

/** @param {Offer | undefined} offer */
const placeOf = offer => offer?.to ?? offer?.place;

/**
 * The offer a place stands for: the first that leads there, whatever is previewed, so that the focus stays.
 * @param {Offer[]} offers
 * @param {number | undefined} place
 */
const offerAt = (offers, place) => offers.find(offer => placeOf(offer) === place);

/**
 * A tile of the track.
 * @param {Tile} what
 * @param {Slot} slot
 * @param {Pawn[]} pawns
 * @param {Offer[]} offers
 * @param {Offer | undefined} aim
 * @param {Say} words
 * @param {boolean} [still]
 */
function space(what, slot, pawns, offers, aim, words, still) {
  const offer = offerAt(offers, what.place),
    on = placeOf(aim) === what.place;
  const here = pawns.filter(one => one.place === what.place);
  const took = tookAt(aim, what.place);
  const mark = {
    x: -27,
    y: -27,
    width: 54,
    height: 54,
    rx: 12,
    style: { transform: `rotate(${f(slot.turn)}deg)` },
  };
  const named = still
    ? {}
    : offer
      ? button(offer)
      : { role: 'img', 'aria-label': spaceName(what, here, words) };
  return g(
    {
      key: `t${what.place}`,
      class: `space${offer ? ' legal' : ''}`,
      style: { transform: `translate(${f(slot.x)}px, ${f(slot.y)}px)` },
      ...named,
    },
    offer && el('rect', { class: 'hit', x: -30, y: -34, width: 60, height: 68 }),
    tile(what, slot.turn, here.length > 0 || aim?.to === what.place),
    took && el('rect', { class: 'take-mark lie', ...mark }),
    offer && el('rect', { class: `legal-mark lie${on ? ' on' : ''}`, ...mark }),
    offer && el('rect', { ...mark, class: 'focus-ring lie', x: -32, y: -32, width: 64, height: 64, rx: 16 }),
  );
}

/** What the previewed move would take from a place. @param {Offer | undefined} aim @param {number} place */
const tookAt = (aim, place) => [...(aim?.sure ?? []), ...(aim?.takes ?? [])].find(one => one.place === place);

/**
 * A small tag with the points that taking a tile would bring.
 * @param {Tile} what
 * @param {Slot} slot
 * @param {Offer[]} offers
 * @param {Offer | undefined} aim
 */
function gainTag(what, slot, offers, aim) {
  const gain = (tookAt(aim, what.place) ?? offers.find(offer => offer.place === what.place))?.gain;
  if (!gain) return null;
  const half = 5 + gain.length * 3.2;
  return g(
    {
      key: `gain${what.place}`,
      class: `gain-tag${gain[0] === '+' ? '' : ' loss'}`,
      style: { transform: `translate(${f(slot.x + 15)}px, ${f(slot.y + 24)}px)` },
    },
    el('rect', { x: f(-half), y: -8, width: f(2 * half), height: 16, rx: 8 }),
    text(gain, 0, 3.9),
  );
}

/** @param {Tile} what @param {Pawn[]} here @param {Say} words */
function spaceName(what, here, words) {
  const values = { place: what.name, what: faceName(what, words) };
  return here.length
    ? words('board.space_pawns', { ...values, pawns: counted(here, words) })
    : words('board.space', values);
}

/** @param {{kind: string, face: number}} what @param {Say} words */
const faceName = (what, words) =>
  what.kind === 'number' ? `${what.face}` : words(what.kind, { face: what.face });

/** How many of each colour. @param {Pawn[]} pawns @param {Say} words */
function counted(pawns, words) {
  const colours = [...new Set(pawns.map(one => one.colour))];
  if (!colours.length) return words('board.camp_empty');
  return colours
    .map(colour =>
      words('board.camp_pawns', {
        n: pawns.filter(one => one.colour === colour).length,
        colour: words(`seat.${colour}`),
      }),
    )
    .join(', ');
}

/**
 * The start or the goal area.
 * @param {Scene} scene
 * @param {number} place
 * @param {Slot} slot
 * @param {number} half
 * @param {Pawn[]} pawns
 * @param {Offer[]} offers
 * @param {Offer | undefined} aim
 * @param {Say} words
 * @param {boolean} [still]
 */
function camp(scene, place, slot, half, pawns, offers, aim, words, still) {
  const isGoal = place === scene.goal,
    offer = isGoal ? offerAt(offers, place) : undefined,
    here = pawns.filter(one => one.place === place);
  const label = words(isGoal ? 'board.goal_camp' : 'board.start_camp', { pawns: counted(here, words) });
  const named = still ? {} : offer ? button(offer) : { role: 'img', 'aria-label': label };
  return g(
    {
      key: isGoal ? 'goal' : 'start',
      class: `camp${isGoal ? ' goal' : here.length ? '' : ' empty'}${offer ? ' legal' : ''}`,
      style: { transform: `translate(${f(slot.x)}px, ${f(slot.y)}px)` },
      ...named,
    },
    el('rect', { class: 'camp-ground', x: -half, y: -33, width: 2 * half, height: 66, rx: 18 }),
    isGoal &&
      el('path', { class: `flag${here.length ? ' behind' : ''}`, d: 'M-9 8V-22M-9 -22 14 -15.6 -9 -9' }),
    text(words(isGoal ? 'goal' : 'start').toUpperCase(), 0, 27, 'camp-name'),
    offer &&
      el('rect', {
        class: `legal-mark${placeOf(aim) === place ? ' on' : ''}`,
        x: -half - 4,
        y: -37,
        width: 2 * half + 8,
        height: 74,
        rx: 22,
      }),
    offer &&
      el('rect', { class: 'focus-ring', x: -half - 9, y: -42, width: 2 * half + 18, height: 84, rx: 26 }),
  );
}

/**
 * Whether a pawn can move, is the one pointed at, and which move it stands for; of those on one place it is the
 * foremost.
 * @param {Pawn} one
 * @param {Pawn[]} pawns
 * @param {Scene} scene
 * @param {Offer[]} offers
 * @param {Offer | undefined} aim
 */
function pawnState(one, pawns, scene, offers, aim) {
  const foremost = pawns.findLast(other => other.seat === one.seat && other.place === one.place);
  const moves =
    one.seat === scene.seat && one === foremost ? offers.filter(offer => offer.from === one.place) : [];
  // a move whose target stands for another move is reached by its pawn
  const alone = moves.find(offer => offerAt(offers, placeOf(offer)) !== offer);
  return {
    offer: alone ?? moves[0],
    reach: alone !== undefined,
    chosen: aim !== undefined && moves.includes(aim),
  };
}

/**
 * A pawn that walks when its place changes and slides along when the track closes up.
 * @param {Pawn & {lay: Lay, scene: Scene, offer?: Offer, reach: boolean, chosen: boolean}} given
 */
function Stand({ colour, place, spot, lay, scene, offer, reach, chosen }) {
  const node = useRef(/** @type {SVGGElement | null} */ (null)),
    was = useRef({ place, spot });
  const { x, y, k } = spot;
  useLayoutEffect(() => {
    const before = was.current;
    was.current = { place, spot };
    if (node.current && (before.spot.x !== x || before.spot.y !== y))
      walk(node.current, before, was.current, scene, lay);
  }, [place, x, y, k]);
  const named = offer && reach ? button(offer) : { 'data-move': offer?.move };
  return g(
    {
      ref: node,
      class: `stand${offer ? ' mine' : ''}${chosen ? ' chosen' : ''}`,
      style: { transform: moved(spot) },
      ...named,
    },
    offer && el('ellipse', { class: 'base-ring', cx: 0, cy: -0.5, rx: 16, ry: 5.8 }),
    pawn(colour, 0, 0),
  );
}

/** @param {Spot} spot */
const moved = ({ x, y, k }) => `translate(${f(x)}px, ${f(y)}px) scale(${k})`;

/**
 * Let a pawn go along the road to where it already is in the page.
 * @param {SVGGElement} node
 * @param {{place: number, spot: Spot}} before
 * @param {{place: number, spot: Spot}} now
 * @param {Scene} scene
 * @param {Lay} lay
 */
function walk(node, before, now, scene, lay) {
  const walks = now.place > before.place;
  const from = stepOf(scene, before.place),
    to = stepOf(scene, now.place);
  const between = walks
    ? Array.from({ length: Math.max(to - from - 1, 0) }, (_, i) => slotAt(from + 1 + i, lay))
    : [];
  const frames = [before.spot, ...between.map(({ x, y }) => ({ x, y: y - 8, k: 0.94 })), now.spot].map(
    spot => ({ transform: moved(spot) }),
  );
  const most = parseFloat(getComputedStyle(node).getPropertyValue(walks ? '--slide' : '--settle')) || 0;
  if (most > 0)
    node.animate(frames, {
      duration: walks ? Math.max(most, 90 * frames.length) : most,
      easing: 'cubic-bezier(.3, .7, .25, 1)',
    });
}

/**
 * The way of the previewed move: hops along one side of the road, so that they never cross it.
 * @param {Scene} scene
 * @param {Offer} aim
 * @param {Lay} lay
 */
function way(scene, aim, lay) {
  const from = stepOf(scene, aim.from ?? START),
    to = stepOf(scene, aim.to ?? START);
  /** @param {number} step */
  const aside = step => beside(slotAt(step, lay), step === 0 || step > tilesOf(scene).length ? 42 : 34);
  const hops = Array.from({ length: to - from }, (_, i) => {
    const [p, q] = [slotAt(from + i, lay), slotAt(from + i + 1, lay)];
    const [[px, py], [qx, qy]] = [beside(p, 45), beside(q, 45)];
    const top = [(px + qx) / 2, (py + qy) / 2];
    const [a, b] = [aside(from + i), aside(from + i + 1)];
    return `M${a.map(f).join(' ')}Q${top.map(f).join(' ')} ${b.map(f).join(' ')}`;
  });
  const [x, y] = aside(to);
  return g(
    { key: 'way', class: 'way' },
    el('path', { class: 'hop', d: hops.join('') }),
    el('circle', { class: 'step', cx: f(x), cy: f(y), r: 4 }),
  );
}

/**
 * The pawn as it would stand.
 * @param {Scene} scene
 * @param {Offer} aim
 * @param {Lay} lay
 * @param {Pawn[]} pawns
 */
function ghost(scene, aim, lay, pawns) {
  const place = aim.to ?? START,
    slot = slotOf(scene, place, lay),
    here = pawns.filter(one => one.place === place).length;
  const at = isCamp(scene, place)
    ? waiting(here + 1, lay.camp)[here]
    : here
      ? { x: 16, y: -6, k: 0.9 }
      : standing(1)[0];
  return g(
    {
      key: 'ghost',
      class: 'ghost',
      style: { transform: moved({ x: slot.x + at.x, y: slot.y + at.y, k: at.k }) },
    },
    pawn(scene.seats[scene.seat].colour, 0, 0),
  );
}

/** Whose things are shown: the viewer's, or those of whoever's turn it is. @param {Scene} scene */
const own = scene => scene.eyes ?? scene.seat;

/** The die, what there is to choose, my row and my piles. @param {Given} given */
export function Tray({ scene, offers, chosen, words }) {
  const seat = scene.seats[own(scene)],
    aim = offers.find(offer => offer.move === chosen);
  return h(
    'div',
    { class: 'groups nine-tray' },
    offers.length > 0 && h('div', { class: 'group offers' }, offerGroup(scene, offers, aim, words)),
    rowGroup(seat, offers, words),
    pileGroup(
      words('board.plus'),
      'plus',
      seat.plus,
      seat.plus ? `+${seat.plus_points}` : '0',
      plusPile(seat.plus),
      words,
    ),
    pileGroup(
      words('board.minus'),
      'minus',
      seat.minus.length,
      seat.minus.length ? `\u2212${-seat.minus_points}` : '0',
      minusPile(seat.minus),
      words,
    ),
  );
}

/** @param {Scene} scene @param {Offer[]} offers @param {Offer | undefined} aim @param {Say} words */
function offerGroup(scene, offers, aim, words) {
  if (scene.phase !== 'move') {
    const title =
      { take: 'board.take_now', nine: 'board.nine_now', aside: 'board.aside_now' }[scene.phase] ??
      'board.take_now';
    return [
      h('h3', { class: 'label' }, words(title)),
      offerList(offers.map(offer => choice(offer, offer === aim))),
    ];
  }
  const picture = h(
    'svg',
    {
      class: 'rolled',
      viewBox: '-24 -24 48 54',
      role: 'img',
      'aria-label': words('board.rolled', {
        who: words(`seat.${scene.seats[scene.seat].colour}`),
        roll: scene.roll,
      }),
    },
    die(scene.roll, 0, 0),
  );
  const sure = aim?.sure ?? [],
    takes = aim?.takes ?? [];
  const title = !aim
    ? 'board.point'
    : takes.length
      ? 'board.take_one'
      : sure.length
        ? 'board.take_sure'
        : 'board.nothing';
  const list = alike([...sure, ...takes]).map(one =>
    h('li', { key: one.place, class: 'take' }, takeInner(one)),
  );
  return [
    h('h3', { class: 'label' }, words(title)),
    h(
      'div',
      { class: 'rolled-line' },
      picture,
      list.length
        ? offerList(list)
        : h('p', { class: 'quiet' }, words(aim ? 'board.nothing_says' : 'board.point_says')),
    ),
  ];
}

/** One of those that look alike and bring the same. @param {Took[]} all */
const alike = all =>
  all.filter(
    (one, i) =>
      all.findIndex(
        other => other.kind === one.kind && other.face === one.face && other.gain === one.gain,
      ) === i,
  );

/** Where there are many the points have to say it. @param {unknown[]} list */
const offerList = list => h('ul', { class: `offer${list.length > 3 ? ' many' : ''}` }, list);

/** @param {Offer} offer @param {boolean} on */
const choice = (offer, on) =>
  h(
    'li',
    { key: offer.move },
    h(
      'button',
      { type: 'button', class: `take${on ? ' best' : ''}`, 'data-move': offer.move },
      h('span', { class: 'contents', 'aria-hidden': 'true' }, takeInner(offer)),
      h('span', { class: 'hidden-text' }, offer.label),
    ),
  );

/** @param {Offer | Took} one */
const takeInner = one => [
  one.face !== undefined &&
    tilePicture({ kind: one.kind ?? 'number', face: one.face, place: one.place }, 's'),
  h('span', { class: 'says' }, one.says),
  one.gain && h('b', { class: `gain${one.gain[0] === '+' ? '' : ' neg'}` }, one.gain),
];

/** @param {Seat} seat @param {Offer[]} offers @param {Say} words */
function rowGroup(seat, offers, words) {
  const row = seat.row.map((face, i) => {
    const offer = offers.find(one => one.face === face && one.place === undefined && one.from === undefined);
    return h(
      'span',
      { key: i, class: offer ? 'can-go' : undefined, 'data-move': offer?.move },
      tilePicture({ kind: 'number', face }),
    );
  });
  const slots = Array.from({ length: 3 - row.length }, (_, i) =>
    h('span', { key: `slot${i}`, class: 'slot', 'aria-hidden': 'true' }),
  );
  const small = h(
    'span',
    { class: 'only-tall inline' },
    ` · ${words('board.seat_plus', { n: seat.plus })} · ${words('board.seat_minus', { n: seat.minus.length })}`,
  );
  return h(
    'div',
    { class: 'group', role: 'group', 'aria-label': rowName(seat, words) },
    h('h3', { class: 'label' }, words('board.row'), small),
    h(
      'div',
      { class: 'row9' },
      row,
      slots,
      seat.nines.length > 0 &&
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
 * @param {string} title
 * @param {string} kind
 * @param {number} n
 * @param {string} points
 * @param {unknown} picture
 * @param {Say} words
 */
const pileGroup = (title, kind, n, points, picture, words) =>
  h(
    'div',
    { class: 'group only-wide' },
    h('h3', { class: 'label' }, title),
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

/** Minus tiles face up; of several, how many of each number. @param {number[]} faces */
function minusPile(faces) {
  if (faces.length === 1) return tilePicture({ kind: 'number', face: faces[0] });
  return h(
    'ul',
    { class: 'counted' },
    [...new Set(faces)].map(face => {
      const n = faces.filter(other => other === face).length;
      return h(
        'li',
        { key: face, 'aria-label': `${n} \u00d7 ${face}` },
        tilePicture({ kind: 'number', face }, 's'),
        n > 1 && `\u00d7${n}`,
      );
    }),
  );
}

/** What a player has, under the name. @param {{scene: Scene, seat: number, words: Say}} given */
export function SeatNote({ scene, seat: number, words }) {
  const seat = scene.seats[number];
  const cacti = seat.cacti === 1 ? words('board.cacti_one') : words('board.cacti', { n: seat.cacti });
  return h(
    'div',
    { class: 'has' },
    h(
      'span',
      { class: 'small-row', role: 'img', 'aria-label': rowName(seat, words) },
      seat.row.map((face, i) => h('span', { key: i }, tilePicture({ kind: 'number', face }, 's'))),
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
          '· ',
          `${seat.cacti}`,
          smallCactus(),
        ),
    ),
  );
}

/** @param {Scene} scene @param {Say} words */
export const headline = (scene, words) => (scene.turn ? words('board.turn', { turn: scene.turn }) : '');

/**
 * The one main button: the move pointed at, or the only one there is.
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

/** The number of a die that the viewer has yet to roll. @param {Scene} scene */
export const reveal = scene => (scene.phase === 'move' && scene.eyes === scene.seat ? scene.roll : null);
