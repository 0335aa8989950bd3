import assert from 'node:assert/strict';
import { test } from 'node:test';
import { handleReviewKey } from '../../trackside/web/static/review-bar.js';
import {
  causeOf,
  change,
  courseOf,
  isLuck,
  momentsOf,
  nextStep,
  plainFigure,
  roundTogether,
  rowsSoFar,
  sumRows,
} from '../../trackside/web/static/review-data.js';
import { withNews } from '../../trackside/web/static/review-making.js';
import { place, scales, thin } from '../../trackside/web/static/review-place.js';
import { few, scaleFor } from '../../trackside/web/static/review-said.js';
import { questionsOf } from '../../trackside/web/static/mistakes.js';
import { route } from '../../trackside/web/static/routes.js';

const NOTHING = {
  luck: [0, 0],
  loss: 0,
  gifts: [0, 0],
  information: 0,
  residual: [0, 0],
  errors: [0.01, 0.01],
  word: '',
};
const step = (number, kind, seat, turn, before, after, more = {}) => ({
  ...NOTHING,
  ...{ step: number, kind, seat, turn, before, after, does: `Step ${number}.`, text: '' },
  ...more,
});
const STEPS = [
  step(0, 'setup', -1, 0, [0.5, 0.5], [0.52, 0.48], { luck: [0.02, -0.02] }),
  step(1, 'chance', 0, 1, [0.52, 0.48], [0.6, 0.4], { luck: [0.08, -0.08] }),
  step(2, 'decision', 0, 1, [0.6, 0.4], [0.51, 0.49], { loss: -0.09, gifts: [0, 0.09], word: 'mistake' }),
  step(3, 'chance', 1, 2, [0.51, 0.49], [0.5, 0.5], { luck: [-0.01, 0.01] }),
  step(4, 'decision', 1, 2, [0.5, 0.5], [0.56, 0.44], { loss: -0.06, gifts: [0.06, 0], word: 'mistake' }),
];
const REVIEW = {
  ...{ unit: 'share', start: [0.5, 0.5], steps: STEPS, seat: 0, seats: [{}, {}], secrets: false, turns: 2 },
  ...{ moments: [1, 2, 4], progress: { effort: 'quick', status: 'done' } },
};

test('numbers are rounded together, so that what is shown adds up', () => {
  assert.deepEqual(roundTogether([50, 31.6, -63.4, -19.2, 1]), [50, 31, -63, -19, 1]);
  for (const values of [
    [0.4, 0.4, 0.4],
    [33.33, 33.33, 33.34],
    [-0.5, -0.5, 1],
    [12.25, -7.75, 0.5],
  ]) {
    for (const digits of [0, 1]) {
      const sum = roundTogether(values, digits).reduce((a, b) => a + b, 0);
      const exact = values.reduce((a, b) => a + b, 0);
      assert.equal(sum.toFixed(digits), exact.toFixed(digits));
    }
  }
});

test('a change has a true sign, a place has none, and nothing is not negative', () => {
  assert.deepEqual([change(3.2), change(-3.2), change(-0.2), change(-0.26, 1)], ['+3', '−3', '±0', '−0.3']);
  assert.deepEqual([plainFigure(3.2), plainFigure(-3.2), plainFigure(-0.2)], ['3', '−3', '0']);
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

test('what a step changed is told by its cause, for the reader', () => {
  assert.deepEqual(causeOf(STEPS[1], 0), { cause: 'luck', by: 0.08 });
  assert.deepEqual(causeOf(STEPS[2], 0), { cause: 'play', by: -0.09 });
  assert.deepEqual(causeOf(STEPS[2], 1), { cause: 'gift', by: 0.09 });
  const hidden = step(0, 'decision', 0, 1, [0.5, 0.5], [0.3, 0.7], { information: -0.2 });
  assert.deepEqual(causeOf(hidden, 0), { cause: 'info', by: -0.2 });
});

test('moments carry their size and where the line goes', () => {
  const moments = momentsOf(REVIEW, courseOf(REVIEW));
  assert.deepEqual(
    moments.map(m => [m.n, m.step, m.cause, Math.round(m.by), Math.round(m.from), Math.round(m.to), m.mine]),
    [
      [1, 1, 'luck', 8, 52, 60, true],
      [2, 2, 'play', -9, 60, 51, true],
      [3, 4, 'gift', 6, 50, 56, false],
    ],
  );
});

test('the sum so far adds up to where the curve stands, and says nothing of even luck', () => {
  const rows = rowsSoFar(REVIEW);
  assert.deepEqual(
    rows.map(row => row.kind),
    ['start', 'gift', 'play', 'luck', 'rest', 'so_far'],
  );
  assert.deepEqual(
    rows.map(row => row.value),
    [50, 6, -9, 9, 0, 56],
  );
});

test('rows of a sum are shown as the server rounded them', () => {
  const row = (kind, value) => ({ kind, name: kind, value, text: '' });
  const rows = [row('start', 412), row('losses', -118), row('even', 294)];
  assert.deepEqual(
    sumRows({ rows }, { unit: 'points' }).map(({ kind, value }) => [kind, value]),
    [
      ['start', 41.2],
      ['play', -11.8],
      ['even', 29.4],
    ],
  );
});

test('the next mistake and the next stroke of luck are found both ways', () => {
  const mistake = one => one.word !== '';
  assert.equal(nextStep(STEPS, 0, 1, mistake), 2);
  assert.equal(nextStep(STEPS, 2, 1, mistake), 4);
  assert.equal(nextStep(STEPS, 4, 1, mistake), null);
  assert.equal(nextStep(STEPS, 4, -1, mistake), 2);
  assert.equal(nextStep(STEPS, 4, -1, isLuck(REVIEW)), 1);
});

test('what came since is put behind what was there, and another effort begins anew', () => {
  const first = { ...REVIEW, steps: STEPS.slice(0, 3), steps_from: 0 };
  const news = { ...REVIEW, steps: STEPS.slice(3), steps_from: 3 };
  assert.deepEqual(withNews(first, news).steps, STEPS);
  assert.deepEqual(withNews(null, first).steps, first.steps);
  const deep = { ...news, progress: { effort: 'deep', status: 'growing' } };
  assert.deepEqual(withNews(first, deep).steps, news.steps);
});

test('signs cover neither each other nor the edge of the drawing', () => {
  const s = scales({ width: 800, height: 284, turns: 60, left: 44, right: 70, top: 36, foot: 24 });
  const line = Array.from({ length: 61 }, (_, t) => [s.x(t), s.y(50 + 20 * Math.sin(t / 5))]);
  const labels = [10, 12, 14, 40, 42].map((t, i) => {
    const v = 50 + 20 * Math.sin(t / 5);
    return { n: i + 1, t, from: v, to: v - 5 };
  });
  const placed = place(labels, s, line, { w: 116, h: 38 });
  assert.equal(placed.length, 5);
  const boxes = placed.map(one => one.box);
  for (const [i, a] of boxes.entries()) {
    assert.ok(a.y1 <= s.foot && a.x1 <= s.width + 4);
    for (const b of boxes.slice(i + 1))
      assert.ok(a.x0 >= b.x1 || a.x1 <= b.x0 || a.y0 >= b.y1 || a.y1 <= b.y0);
  }
});

test('of signs too close on a small chart the chosen one stays, then the larger', () => {
  const s = scales({ width: 374, height: 208, turns: 60, left: 34, right: 12, top: 34, foot: 24 });
  const labels = [
    { n: 1, t: 10, from: 50, to: 60 },
    { n: 2, t: 11, from: 50, to: 20 },
    { n: 3, t: 40, from: 50, to: 45 },
  ];
  assert.deepEqual(
    thin(labels, s, null).map(m => m.n),
    [2, 3],
  );
  assert.deepEqual(
    thin(labels, s, 1).map(m => m.n),
    [1, 3],
  );
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

test('questions are the clear losses of the reader, in the order of play', () => {
  assert.deepEqual(questionsOf(REVIEW, null), [2]);
  assert.deepEqual(questionsOf({ ...REVIEW, seat: 1 }, null), [4]);
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
    ...{ whatIf: note('what if'), eyes: note('eyes') },
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
    ['eyes', undefined],
  ]);
});

test('reviews, questions and the training have addresses', () => {
  assert.deepEqual(route('/table/ab12/review'), { page: 'review', values: { id: 'ab12' } });
  assert.deepEqual(route('/table/ab12/learn'), { page: 'mistakes', values: { id: 'ab12' } });
  assert.deepEqual(route('/training'), { page: 'training', values: {} });
  assert.deepEqual(route('/training/ab12-7'), { page: 'question', values: { question: 'ab12-7' } });
});
