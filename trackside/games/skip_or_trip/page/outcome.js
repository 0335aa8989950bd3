// The end of the game: the race over the rounds on the board, and the account of squares in the tray.
import { html, h, useLayoutEffect, useRef, useState } from '/static/vendor/view.js';
import { el, f, g, shape, text } from '/static/ui/pieces.js';
import { signed } from '/static/app/words.js';
import { Board } from './board.js';
import { calledSide, faces } from './names.js';
import { account, positions, ranking, spread, trips } from './race.js';

/**
 * @import { Scene } from './api'
 * @import { Entry } from './race.js'
 * @import { SeatCard } from '/static/api'
 * @import { Words } from '/static/types'
 */

/**
 * @typedef {{turn: number, says: string}} Turning
 * @typedef {object} Props
 * @property {Scene} scene @property {SeatCard[]} seats @property {Entry[]} log @property {Words} words
 * @property {{winners: number[], turning?: Turning[]}} result @property {boolean} wide
 */

const TICKS = [0, 20, 40, 60, 80, 100];

/**
 * Return the layout of the chart: margins, badge size, number of shapes on a line.
 * @param {number} w
 * @param {number} h
 */
const cut = (w, h) =>
  w > 500
    ? { w, h, top: 16, right: 44, bottom: 24, left: 34, r: 12, shapes: 9 }
    : { w, h, top: 16, right: 30, bottom: 22, left: 28, r: 8, shapes: 5 };

/** @typedef {ReturnType<typeof cut> & {x: (turn: number) => number, y: (square: number) => number}} Frame */

/** @param {number} w @param {number} h @param {number} turns @returns {Frame} */
function frame(w, h, turns) {
  const box = cut(w, h),
    across = w - box.left - box.right,
    down = h - box.top - box.bottom;
  return {
    ...box,
    x: turn => box.left + (turn / Math.max(1, turns)) * across,
    y: square => h - box.bottom - (square / 100) * down,
  };
}

/** @param {[number, number][]} points */
const line = points => points.map(([x, y], i) => `${i ? 'L' : 'M'}${f(x)} ${f(y)}`).join('');

/** Draw a player's badge on the chart. @param {string} colour @param {number} x @param {number} y @param {number} r */
const disc = (colour, x, y, r) =>
  g(
    { class: `p-${colour}`, transform: `translate(${f(x)} ${f(y)})` },
    el('circle', { r, class: 'wood' }),
    el('path', { class: 'inlay', d: shape(colour, r * 0.52) }),
  );

/**
 * Draw the way of one meeple; the one that counts carries its player's shape.
 * @param {Frame} at
 * @param {number[]} squares by turn
 * @param {string} colour
 * @param {boolean} counts
 */
function run(at, squares, colour, counts) {
  /** @type {[number, number][]} */
  const points = squares.map((square, turn) => [at.x(turn), at.y(square)]),
    step = Math.max(1, Math.round(points.length / at.shapes));
  const marks = points.filter((_, i) => i % step === Math.floor(step / 2) && i < points.length - 2);
  return g(
    { class: `run p-${colour}${counts ? '' : ' ahead'}` },
    el('path', { class: 'run-case', d: line(points) }),
    el('path', { class: 'run-core', d: line(points) }),
    counts &&
      marks.map(([x, y]) =>
        el('path', {
          class: 'run-shape',
          d: shape(colour, at.r * 0.56),
          transform: `translate(${f(x)} ${f(y)})`,
        }),
      ),
  );
}

/**
 * Draw lines at every twenty squares, with rounds below.
 * @param {Frame} at
 * @param {number} turns
 * @param {number} seats
 */
function grid(at, turns, seats) {
  const rounds = Math.floor(turns / seats),
    every = Math.max(1, Math.ceil(rounds / (at.w > 500 ? 16 : 6)));
  return [
    TICKS.map(square => [
      el('path', {
        class: `grid${square ? '' : ' zero'}`,
        d: `M${at.left} ${f(at.y(square))}H${at.w - at.right}`,
      }),
      text(String(square), at.left - 6, at.y(square) + 4, 'tick', 'end'),
    ]),
    Array.from({ length: rounds }, (_, i) => i + 1)
      .filter(round => (round - 1) % every === 0)
      .map(round => text(String(round), at.x(round * seats), at.h - 5, 'tick')),
  ];
}

const CROSS = 'M-5 -5 5 5M5 -5 -5 5';

/** Draw a red cross for each fall, with the shape of the player who tripped. @param {Frame} at @param {Props} props */
const falls = (at, { scene, log }) =>
  trips(log).map(({ turn, from, to, by }) => {
    const x = at.x(turn - 0.5),
      y = at.y((from + to) / 2);
    return [
      g(
        { class: 'fall', transform: `translate(${f(x)} ${f(y)})` },
        el('path', { class: 'fall-case', d: CROSS }),
        el('path', { class: 'fall-x', d: CROSS }),
      ),
      disc(scene.colours[scene.sides[by]], x + 15, y - 3, 7),
    ];
  });

/** Draw the numbers of the turning points. @param {Frame} at @param {Props} props */
const moments = (at, { log, result }) =>
  (result.turning ?? []).map(({ turn }, i) => {
    const effects = log.filter(entry => entry.turn === turn).flatMap(entry => entry.effects);
    const fall = effects.find(effect => effect.kind === 'fall'),
      walk = effects.find(effect => effect.kind === 'walk');
    const x = fall ? at.x(turn - 0.5) - 20 : at.x(turn),
      y = fall ? at.y(fall.from) : at.y(walk?.to ?? 0) - 20;
    return g(
      { class: 'moment', transform: `translate(${f(x)} ${f(Math.max(10, y))})` },
      el('circle', { r: 8.5 }),
      text(String(i + 1), 0, 4),
    );
  });

/** Measure a box, again whenever the window changes. @returns {[{current: any}, number, number]} */
function useSize() {
  const box = useRef(/** @type {any} */ (null));
  const [size, setSize] = useState([928, 456]);
  useLayoutEffect(() => {
    const fit = () => {
      const { width, height } = box.current.getBoundingClientRect();
      if (width && height) setSize([Math.round(width), Math.round(height)]);
    };
    const observer = new ResizeObserver(fit);
    fit();
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return [box, size[0], size[1]];
}

/** The race in a box that it fills. @param {Props} props */
function Race(props) {
  const [box, w, h] = useSize();
  return html`<div class="chart-box" ref=${box}><${Lines} ...${props} w=${w} h=${h} /></div>`;
}

/** The chart: squares over rounds, with a line for every meeple. @param {Props & {w: number, h: number}} props */
function Lines(props) {
  const { scene, log, words, w, h } = props,
    history = positions(log, scene.meeples),
    turns = history.length - 1,
    at = frame(w, h, turns);
  const ends = spread(
    scene.meeples.map(squares => at.y(squares[0])),
    2 * at.r + 1,
    at.h - at.bottom,
  );
  const runs = scene.meeples.map((squares, side) =>
    squares.map((_, rank) =>
      run(
        at,
        history.map(now => now[side][rank]),
        scene.colours[side],
        rank === 0,
      ),
    ),
  );
  const tails = scene.meeples.map((squares, side) => [
    Math.abs(ends[side] - at.y(squares[0])) > 2 &&
      el('path', {
        class: 'lead',
        d: `M${f(at.w - at.right)} ${f(at.y(squares[0]))}L${f(at.w - at.right + 6)} ${f(ends[side])}`,
      }),
    disc(scene.colours[side], at.w - at.right + 6 + at.r, ends[side], at.r),
  ]);
  return el(
    'svg',
    { class: 'chart', viewBox: `0 0 ${at.w} ${at.h}`, role: 'img', 'aria-label': words('race.says') },
    grid(at, turns, scene.sides.length),
    runs,
    falls(at, props),
    tails,
    moments(at, props),
  );
}

/** The race, or the final board. @param {Props} props */
export function Outcome(props) {
  const { words } = props,
    [board, setBoard] = useState(false);
  const key = html`<p class="race-key quiet"><span class="fall-key">✕</span> ${words('race.key')}</p>`;
  const button = (/** @type {boolean} */ shows, /** @type {string} */ label) =>
    html`<button type="button" aria-pressed=${board === shows} onClick=${() => setBoard(shows)}>
      ${label}
    </button>`;
  return html`<div class=${`race${board ? ' shows-board' : ''}`}>
    <div class="race-head">
      <h2 class=${board ? 'hidden-text' : 'label'}>${words(board ? 'race.board' : 'race.title')}</h2>
      <div class="seg" role="group" aria-label=${words('race.show')}>
        ${button(false, words('race.race'))}${button(true, words('race.board'))}
      </div>
    </div>
    ${board ? h(Board, { ...props, offers: [], chosen: null }) : h(Race, props)} ${!board && key}
  </div>`;
}

/**
 * A bar of squares skipped and won by tripping; those lost are taken off its end.
 * @param {{sum: ReturnType<typeof account>, colour: string, most: number, words: Words}} props
 */
function Bar({ sum: { skipped, tripping, lost }, colour, most, words }) {
  const k = 326 / Math.max(1, most),
    high = { y: 3, height: 16, rx: 3 };
  return el(
    'svg',
    {
      class: `bar p-${colour}`,
      viewBox: '0 0 330 22',
      preserveAspectRatio: 'none',
      role: 'img',
      'aria-label': words('race.bar', { skipped, tripping, lost }),
    },
    el('rect', { ...high, class: 'bar-skip', x: 1, width: f(skipped * k) }),
    tripping > 0 && el('rect', { ...high, class: 'bar-trip', x: f(1 + skipped * k), width: f(tripping * k) }),
    lost > 0 &&
      el('rect', {
        ...high,
        class: 'bar-lost',
        x: f(1 + (skipped + tripping - lost) * k),
        width: f(lost * k),
      }),
  );
}

/** The squares of a colour's meeples; the rearmost counts. @param {{squares: number[]}} props */
const Squares = ({ squares: [last, ...others] }) =>
  html`${last}${others.length > 0 && html`<small> ${others.join(' ')}</small>`}`;

/** The account: squares skipped and won by tripping, less those lost, are the final square. @param {Props} props */
export function Account(props) {
  const { scene, log, result, words } = props,
    sums = scene.meeples.map((_, side) => account(log, scene, side));
  const most = Math.max(...sums.map(({ skipped, tripping }) => skipped + tripping));
  const columns = ['skipped', 'tripping', 'lost'].map(
    key => html`<th key=${key} scope="col">${words(`race.${key}`)}</th>`,
  );
  const cards = (/** @type {number} */ side) =>
    scene.hands.reduce((n, hand, seat) => n + (scene.sides[seat] === side ? hand.length : 0), 0);
  const row = (/** @type {number} */ side) => {
    const sum = sums[side];
    const won = scene.sides.some((other, seat) => other === side && result.winners.includes(seat));
    return html`<tr key=${side} class=${won ? 'win' : undefined}>
      <th scope="row">
        <span class="of">${faces(side, 26, props)}${calledSide(side, props)}</span>
      </th>
      <td>${sum.skipped}</td>
      <td>+${sum.tripping}</td>
      <td class=${sum.lost ? 'neg' : undefined}>${signed(-sum.lost)}</td>
      <td class="bar-cell">
        <${Bar} sum=${sum} colour=${scene.colours[side]} most=${most} words=${words} />
      </td>
      <td>${cards(side)}</td>
      <td class="total"><${Squares} squares=${scene.meeples[side]} /></td>
    </tr>`;
  };
  return html`<table class="bars">
    <thead>
      <tr>
        <th><span class="hidden-text">${words('end.player')}</span></th>
        ${columns}
        <td class="bar-cell"></td>
        <th scope="col">${words('race.cards')}</th>
        <th scope="col">${words(scene.meeples[0].length > 1 ? 'race.squares' : 'race.square')}</th>
      </tr>
    </thead>
    <tbody>
      ${ranking(scene.meeples).map(row)}
    </tbody>
  </table>`;
}
