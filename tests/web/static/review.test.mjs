import assert from 'node:assert/strict';
import { test } from 'node:test';
import { handleReviewKey } from '../../../trackside/web/static/review/bar.js';
import {
  change,
  courseOf,
  momentsOf,
  nextStep,
  plainFigure,
  shownOf,
  sumRows,
} from '../../../trackside/web/static/review/data.js';
import { nameSpot } from '../../../trackside/web/static/review/marks.js';
import { withNews } from '../../../trackside/web/static/review/making.js';
import { crosses, overlap, place } from '../../../trackside/web/static/review/place.js';
import { scales, spread } from '../../../trackside/web/static/ui/chart.js';
import { few, scaleFor, tagsOf } from '../../../trackside/web/static/review/said.js';
import { questionsOf } from '../../../trackside/web/static/learn/question.js';
import { route } from '../../../trackside/web/static/app/routes.js';
import { makeWords } from '../../../trackside/web/static/app/words.js';

const NOTHING = {
  luck: [0, 0],
  loss: 0,
  gifts: [0, 0],
  information: 0,
  residual: [0, 0],
  errors: [0.01, 0.01],
  ...{ word: '', cause: 'loss', by: 0 },
  shown: { second_look: 0, luck: 0, loss: 0, gift: 0, information: 0, after: 0 },
};
const step = (number, kind, seat, turn, before, after, more = {}) => ({
  ...NOTHING,
  ...{ step: number, kind, seat, turn, before, after, does: `Step ${number}.`, text: '' },
  ...more,
});
const STEPS = [
  step(0, 'setup', -1, 0, [0.5, 0.5], [0.52, 0.48], { luck: [0.02, -0.02] }),
  step(1, 'chance', 0, 1, [0.52, 0.48], [0.6, 0.4], {
    ...{ luck: [0.08, -0.08], cause: 'luck', by: 0.08 },
    shown: { ...NOTHING.shown, luck: 8, after: 60 },
  }),
  step(2, 'decision', 0, 1, [0.6, 0.4], [0.51, 0.49], {
    ...{ loss: -0.09, gifts: [0, 0.09], word: 'mistake', cause: 'loss', by: -0.09 },
    shown: { ...NOTHING.shown, loss: -9, after: 51 },
  }),
  step(3, 'chance', 1, 2, [0.51, 0.49], [0.5, 0.5], { luck: [-0.01, 0.01] }),
  step(4, 'decision', 1, 2, [0.5, 0.5], [0.56, 0.44], {
    ...{ loss: -0.06, gifts: [0.06, 0], word: 'mistake', cause: 'gift', by: 0.06 },
    shown: { ...NOTHING.shown, gift: 6, after: 56 },
  }),
];
const REVIEW = {
  ...{ unit: 'share', start: [0.5, 0.5], steps: STEPS, seat: 0, seats: [{}, {}], secrets: false, turns: 2 },
  ...{ moments: [1, 2, 4], progress: { effort: 'quick', status: 'done' } },
};

const ENGLISH = makeWords({ 'review.decimal': '.' });
const GERMAN = makeWords({ 'review.decimal': ',' });

test('a change has a true sign, nothing is not negative, and decimals have the mark of the language', () => {
  assert.deepEqual(
    [3.2, -3.2, -0.2].map(n => change(n, 0, ENGLISH)),
    ['+3', '−3', '±0'],
  );
  assert.deepEqual(
    [3.2, -3.2, -0.2].map(n => plainFigure(n, 0, ENGLISH)),
    ['3', '−3', '0'],
  );
  assert.deepEqual([change(-0.26, 1, ENGLISH), plainFigure(1.04, 1, ENGLISH)], ['−0.3', '1.0']);
  assert.deepEqual([change(-0.26, 1, GERMAN), plainFigure(1.04, 1, GERMAN)], ['−0,3', '1,0']);
});

test('a step is shown with the figures that the server rounded', () => {
  const shown = { second_look: 2, luck: 0, loss: -14, gift: 0, information: 5, after: 28 };
  const one = step(0, 'decision', 0, 1, [0.42, 0.58], [0.28, 0.72], {
    word: 'blunder',
    cause: 'loss',
    shown,
  });
  assert.deepEqual(shownOf(one, { unit: 'share' }), { by: -14, all: -9, again: 2, after: 28 });
  assert.equal(shownOf(one, { unit: 'points' }).after, 2.8);
});

test('chance slopes, a choice is vertical, and a clear loss is a stroke', () => {
  const { points, drops, at } = courseOf(REVIEW);
  assert.deepEqual(
    points.map(p => [p.t, Math.round(p.v[0])]),
    [
      [0, 50],
      [0, 52],
      [0.55, 60],
      [0.55, 51],
      [1.55, 50],
      [1.55, 56],
    ],
  );
  assert.deepEqual(
    drops.map(d => [d.seat, d.step, Math.round(d.from[0]), Math.round(d.to[0])]),
    [
      [0, 2, 60, 51],
      [1, 4, 50, 56],
    ],
  );
  assert.equal(at[4].v[0], 56.00000000000001);
});

test('a correction leads from the value after a step to the one before the next', () => {
  const steps = [
    step(0, 'chance', 0, 1, [0.5, 0.5], [0.6, 0.4]),
    step(1, 'decision', 0, 1, [0.55, 0.45], [0.55, 0.45]),
  ];
  const { corrections } = courseOf({ unit: 'share', start: [0.5, 0.5], steps });
  assert.deepEqual(
    corrections.map(({ from, to }) => [Math.round(from[0]), Math.round(to[0])]),
    [
      [50, 50],
      [60, 55],
    ],
  );
});

test('a turn that begins with a choice goes on flat to it', () => {
  const steps = [
    step(0, 'decision', 0, 1, [0.5, 0.5], [0.4, 0.6], { loss: -0.1, word: 'blunder' }),
    step(1, 'chance', 0, 1, [0.4, 0.6], [0.45, 0.55], { luck: [0.05, -0.05] }),
  ];
  const { points } = courseOf({ unit: 'share', start: [0.5, 0.5], steps });
  assert.deepEqual(
    points.map(p => [p.t.toFixed(3), Math.round(p.v[0])]),
    [
      ['0.000', 50],
      ['0.275', 50],
      ['0.275', 40],
      ['0.775', 45],
    ],
  );
});

test('moments carry their size and where the line goes', () => {
  const moments = momentsOf(REVIEW, courseOf(REVIEW));
  assert.deepEqual(
    moments.map(m => [m.n, m.step, m.cause, Math.round(m.by), Math.round(m.from), Math.round(m.to), m.mine]),
    [
      [1, 1, 'luck', 8, 52, 60, true],
      [2, 2, 'loss', -9, 60, 51, true],
      [3, 4, 'gift', 6, 50, 56, false],
    ],
  );
});

test('rows of a sum are shown as the server rounded them', () => {
  const row = (kind, value) => ({ kind, name: kind, value, text: '' });
  const rows = [row('start', 412), row('losses', -118), row('even', 294)];
  assert.deepEqual(
    sumRows(rows, { unit: 'points' }).map(({ kind, value }) => [kind, value]),
    [
      ['start', 41.2],
      ['losses', -11.8],
      ['even', 29.4],
    ],
  );
});

test('the next of some steps is found both ways', () => {
  assert.equal(nextStep([2, 4], 0, 1), 2);
  assert.equal(nextStep([2, 4], 2, 1), 4);
  assert.equal(nextStep([2, 4], 4, 1), null);
  assert.equal(nextStep([2, 4], 4, -1), 2);
  assert.equal(nextStep([1], 4, -1), 1);
  assert.equal(nextStep([], 1, 1), null);
});

test('new steps are appended to the known ones, and another effort starts over', () => {
  const first = { ...REVIEW, steps: STEPS.slice(0, 3), steps_from: 0 };
  const news = { ...REVIEW, steps: STEPS.slice(3), steps_from: 3 };
  assert.deepEqual(withNews(first, news).steps, STEPS);
  assert.deepEqual(withNews(null, first).steps, first.steps);
  const deep = { ...news, progress: { effort: 'deep', status: 'growing' } };
  assert.deepEqual(withNews(first, deep).steps, news.steps);
});

/** A line over 60 turns, and labels at some of them. */
function chart(width, height, turns, value = t => 50 + 20 * Math.sin(t / 5)) {
  const s = scales({ width, height, turns: 60, left: 44, right: 70, top: 36, foot: 24 });
  const line = Array.from({ length: 61 }, (_, t) => [s.x(t), s.y(value(t))]);
  const labels = turns.map((t, i) => ({ n: i + 1, t, from: value(t), to: value(t) - 5 }));
  return { s, line, labels };
}

/** No two boxes meet, and none leaves the drawing or covers what must stay free. */
function assertApart(placed, s, avoid = []) {
  const boxes = placed.map(one => one.box);
  for (const [i, a] of boxes.entries()) {
    assert.ok(a.x0 >= 0 && a.y0 >= 0 && a.y1 <= s.foot && a.x1 <= s.width);
    for (const b of [...boxes.slice(i + 1), ...avoid]) assert.ok(!overlap(a, b));
  }
}

test('labels cover neither each other nor the edge of the drawing, also of several moments in one turn', () => {
  for (const [width, height] of [
    [1400, 284],
    [800, 284],
    [700, 284],
    [374, 208],
  ])
    for (const turns of [
      [10, 12, 14, 40, 42],
      [20, 20, 20, 21, 22],
      [1, 2, 58, 59, 60],
      [0, 0, 60, 60],
    ])
      for (const value of [undefined, () => 97, () => 2, t => (t < 30 ? 95 : 5)]) {
        const { s, line, labels } = chart(width, height, turns, value);
        const avoid = [{ x0: s.left, x1: s.left + 120, y0: s.top, y1: s.top + 24 }];
        const placed = place(labels, s, line, { widths: () => [110, 40, 0], avoid });
        assertApart(placed, s, avoid);
        assert.equal(placed.length, labels.length);
      }
});

test('no stem passes through the text of another moment', () => {
  for (const turns of [
    [10, 12, 14, 40, 42],
    [20, 20, 20, 21, 22],
    [3, 3, 4],
  ])
    for (const [width, height] of [
      [800, 284],
      [374, 208],
    ]) {
      const { s, line, labels } = chart(width, height, turns);
      const placed = place(labels, s, line, { widths: () => [110, 40, 0] });
      for (const { m, x, y, up, lift, from } of placed) {
        const stem = { x0: from, x1: x, y0: y, y1: y + (up ? -lift : lift) };
        for (const other of placed)
          assert.ok(other.m === m || !crosses(stem, other.text), `${turns}: ${m.n}`);
      }
    }
});

test('a line crosses the boxes that it passes through, in any direction', () => {
  const box = { x0: 10, x1: 20, y0: 10, y1: 20 };
  assert.ok(crosses({ x0: 0, x1: 30, y0: 0, y1: 30 }, box));
  assert.ok(crosses({ x0: 15, x1: 15, y0: 40, y1: 12 }, box));
  assert.ok(!crosses({ x0: 0, x1: 30, y0: 30, y1: 60 }, box));
  assert.ok(!crosses({ x0: 15, x1: 15, y0: 40, y1: 25 }, box));
  assert.ok(!crosses({ x0: 20, x1: 20, y0: 0, y1: 30 }, box), 'along its edge');
});

test('figures of players with the same loss stand side by side', () => {
  assert.deepEqual(spread([50, 50], 20, 0, 100), [40, 60]);
  assert.deepEqual(spread([90, 10, 12], 20, 0, 100), [90, 1, 21]);
  assert.deepEqual(spread([99, 98, 97], 20, 0, 100), [100, 80, 60]);
  assert.deepEqual(spread([0, 30, 60], 20, 0, 100), [0, 30, 60]);
});

test('a name stands where the line leaves room for it', () => {
  const { s } = chart(374, 208, [10]);
  const [low, high] = [s.y(2), s.y(90)];
  const falls = [
    [s.left, high],
    [s.left + 20, low],
    [s.right, low],
  ].map(([x, y]) => [x, y]);
  assert.equal(
    nameSpot(s, s.top + 13, 'Mesa', [
      [s.left, low],
      [s.right, low],
    ]).x0,
    s.left,
  );
  assert.ok(nameSpot(s, s.top + 13, 'Mesa', falls).x0 > s.left);
  assert.equal(
    nameSpot(s, s.foot - 13, 'Mesa', [
      [s.left, low],
      [s.right, low],
    ]).x0,
    s.left,
    'no room anywhere',
  );
});

test('with little room a label says less, and with none it is left out', () => {
  const widths = () => [110, 40, 0];
  const roomy = chart(1400, 284, [10, 20, 30, 40, 50]);
  assert.deepEqual(
    place(roomy.labels, roomy.s, roomy.line, { widths }).map(one => one.form),
    [0, 0, 0, 0, 0],
  );
  const tight = chart(240, 110, [20, 20, 21, 22, 22]);
  const placed = place(tight.labels, tight.s, tight.line, { widths });
  assertApart(placed, tight.s);
  assert.ok(placed.some(one => one.form > 0));
  const full = chart(300, 130, [20]);
  const avoid = [{ x0: 0, x1: 300, y0: 0, y1: 130 }];
  assert.deepEqual(place(full.labels, full.s, full.line, { widths, avoid }), []);
});

test('of many moves the best, the one made and a few more are shown', () => {
  const moves = Array.from({ length: 12 }, (_, i) => ({ i, made: i === 9 }));
  assert.deepEqual(
    few(moves).map(one => one.i),
    [0, 1, 2, 3, 9],
  );
  assert.equal(few(moves.slice(0, 6)).length, 6);
  const { low, high } = scaleFor([
    { value: 40, error: 1 },
    { value: 60, error: 2 },
  ]);
  assert.ok(low < 38 && high > 64);
});

test('the answer to a question is among the moves that are shown, and equal figures are called equal', () => {
  const moves = Array.from({ length: 12 }, (_, i) => ({
    i,
    best: i === 0,
    equal: i === 1 || i === 2,
    made: i === 9,
  }));
  assert.deepEqual(
    few(moves, moves[11]).map(one => one.i),
    [0, 1, 2, 9, 11],
  );
  const words = makeWords({});
  const tags = i => tagsOf(moves[i], { words, yours: moves[2] });
  assert.deepEqual([0, 1, 2, 9].map(tags), [
    ['review_page.tag_best'],
    ['review_page.tag_equal'],
    ['review_page.tag_equal', 'review_page.tag_yours'],
    ['review_page.tag_played'],
  ]);
});

test('questions are the clear losses of the reader, in the order of play', () => {
  assert.deepEqual(questionsOf(REVIEW, null), [2]);
  assert.deepEqual(questionsOf({ ...REVIEW, seat: 1 }, null), [4]);
});

test('the decision asked for is always among the questions, also where another look finds no mistake', () => {
  const steps = STEPS.map(one => (one.step === 4 ? { ...one, seat: 0, word: '', options: 3 } : one));
  assert.deepEqual(questionsOf({ ...REVIEW, steps }, 4), [2, 4]);
  assert.deepEqual(questionsOf({ ...REVIEW, steps }, 3), [2]);
});

test('letter keys can be switched off, arrows cannot', () => {
  const done = [];
  const note = name => value => done.push([name, value]);
  const ways = {
    ...{
      at: 3,
      last: 9,
      go: note('go'),
      mistake: note('mistake'),
      luck: note('luck'),
      number: note('number'),
    },
    ...{ whatIf: note('what if'), perspective: note('perspective') },
  };
  const press = (key, letters, shiftKey = false) => handleReviewKey({ key, shiftKey }, letters, ways);
  assert.ok(press('ArrowLeft', false) && press('End', false) && !press('m', false));
  assert.ok(
    press('M', true, true) && press('l', true) && press('3', true) && press('w', true) && press('e', true),
  );
  assert.ok(!press('x', true));
  assert.deepEqual(done, [
    ['go', 2],
    ['go', 9],
    ['mistake', -1],
    ['luck', 1],
    ['number', 3],
    ['what if', undefined],
    ['perspective', undefined],
  ]);
});

test('reviews, questions and the training have addresses', () => {
  assert.deepEqual(route('/table/ab12/review'), { page: 'review', values: { id: 'ab12' } });
  assert.deepEqual(route('/table/ab12/learn'), { page: 'mistakes', values: { id: 'ab12' } });
  assert.deepEqual(route('/training'), { page: 'training', values: {} });
  assert.deepEqual(route('/training/ab12-7'), { page: 'question', values: { question: 'ab12-7' } });
});
