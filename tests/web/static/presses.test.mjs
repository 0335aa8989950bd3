// Which presses decide, and which movements point at something.
import assert from 'node:assert/strict';
import test from 'node:test';
import { placeFor } from '../../../trackside/web/static/table/hover.js';
import { Movement, Presses } from '../../../trackside/web/static/table/presses.js';

const at = (clientX, clientY, timeStamp, detail = 1) => ({ clientX, clientY, timeStamp, detail });

/** A press and its click; whether it decides. */
function click(presses, event, what = 'move 1', asked = 'now') {
  presses.begin(event, what, asked);
  const allowed = presses.allows(event, what, asked);
  if (allowed) presses.decide(event);
  return allowed;
}

test('the second half of a double click decides nothing, whatever has appeared there', () => {
  const presses = new Presses();
  assert.equal(click(presses, at(50, 50, 1000)), true);
  assert.equal(click(presses, at(52, 51, 1180, 2), 'move 7', 'later'), false);
  assert.equal(click(presses, at(52, 51, 1320, 3), 'move 7', 'later'), false, 'nor does a third');
  assert.equal(click(presses, at(52, 51, 2500), 'move 7', 'later'), true);
});

test('a double tap decides once, although every tap counts as the first', () => {
  const presses = new Presses();
  assert.equal(click(presses, at(50, 50, 1000)), true);
  assert.equal(click(presses, at(51, 50, 1499), 'decide', 'later'), false);
  assert.equal(click(presses, at(51, 50, 1500), 'decide', 'later'), true);
});

test('two quick clicks in two places are two decisions', () => {
  const presses = new Presses();
  assert.equal(click(presses, at(50, 50, 1000)), true);
  assert.equal(click(presses, at(90, 50, 1100), 'move 2', 'later'), true);
});

test('who goes away and comes back does not double click', () => {
  const presses = new Presses();
  click(presses, at(50, 50, 1000));
  presses.leave(at(52, 50, 1050));
  assert.equal(click(presses, at(50, 50, 1100)), false);
  presses.leave(at(90, 50, 1200));
  assert.equal(click(presses, at(50, 50, 1300)), true);
});

test('a press that began before the choice was on screen, or on another one, decides nothing', () => {
  const presses = new Presses();
  presses.begin(at(50, 50, 1000), 'move 1', 'now');
  assert.equal(presses.allows(at(50, 50, 1100), 'move 1', 'later'), false);
  presses.begin(at(50, 50, 2000), 'move 1', 'now');
  assert.equal(presses.allows(at(80, 50, 2100), 'move 2', 'now'), false);
});

test('keys and screen readers click without a press', () => {
  const presses = new Presses();
  click(presses, at(50, 50, 1000));
  assert.equal(presses.allows(at(50, 50, 1001, 0), 'move 1', 'later'), true);
});

test('a pointer that rests while the page changes points at nothing new', () => {
  const movement = new Movement();
  assert.equal(movement.moved(at(10, 10, 1)), true);
  assert.equal(movement.moved(at(10, 10, 2)), false, 'the same event again');
  assert.equal(movement.moved(at(11, 10, 3)), true);
  movement.rest();
  assert.equal(movement.moved(at(11, 10, 4)), false);
  assert.equal(movement.moved(at(13, 12, 5)), false, 'a hand is never quite still');
  assert.equal(movement.moved(at(19, 12, 6)), true);
  assert.equal(movement.moved(at(18, 12, 7)), true);
});

const SCREEN = { width: 1000, height: 800 };
const CARD = { width: 200, height: 80 };
const box = (left, top, width, height) => ({ left, top, right: left + width, bottom: top + height });

test('an explanation stands above its thing, or where it covers no choice', () => {
  const thing = box(400, 400, 50, 50);
  assert.deepEqual(placeFor(thing, CARD, [], SCREEN), { left: 325, top: 310 });
  assert.deepEqual(placeFor(thing, CARD, [box(0, 300, 1000, 100)], SCREEN), { left: 325, top: 460 });
  const rows = [box(0, 0, 1000, 395), box(0, 455, 1000, 345)];
  assert.equal(placeFor(thing, CARD, [...rows, box(0, 0, 390, 800), box(460, 0, 540, 800)], SCREEN), null);
  const beside = placeFor(thing, CARD, [box(300, 0, 250, 399), box(300, 451, 250, 349)], SCREEN);
  assert.ok(beside && (beside.left >= 550 || beside.left + 200 <= 300));
});

test('an explanation never leaves the window', () => {
  for (const thing of [box(0, 0, 40, 40), box(960, 0, 40, 40), box(0, 760, 40, 40), box(960, 760, 40, 40)]) {
    const found = placeFor(thing, CARD, [thing], SCREEN);
    assert.ok(found);
    assert.ok(found.left >= 8 && found.left + 200 <= 992 && found.top >= 8 && found.top + 80 <= 792);
  }
});
