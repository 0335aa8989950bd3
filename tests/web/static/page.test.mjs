// Small things of the page: words, paths, preferences, whose perspective it is.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { bestLanguage, parse } from '../../../trackside/web/static/app/preferences.js';
import { route } from '../../../trackside/web/static/app/routes.js';
import { leaveKind } from '../../../trackside/web/static/table/leave.js';
import { replacedSeat, waitingSeat } from '../../../trackside/web/static/table/seat-notice.js';
import { nextPerspective, sharesScreen } from '../../../trackside/web/static/table/screen.js';
import {
  clockText,
  fill,
  joinNames,
  listPeople,
  makeWords,
  nameOf,
  signed,
} from '../../../trackside/web/static/app/words.js';

const STATIC = new URL('../../../trackside/web/static/', import.meta.url);
const WORDS = new URL('../../../trackside/web/words/', import.meta.url);
const SHARED = new URL('../../../trackside/words/', import.meta.url);

/** The keys of a catalogue, read as simply as it is written. */
function keys(url) {
  const found = new Set();
  let part = '';
  for (const line of readFileSync(url, 'utf8').split('\n')) {
    const head = /^\[([^\]]+)\]\s*(?:#.*)?$/.exec(line),
      entry = /^"?([\w-]+)"? = /.exec(line);
    if (head) part = `${head[1]}.`;
    else if (entry) found.add(part + entry[1]);
  }
  return found;
}

test('every word the page asks for is in both catalogues', () => {
  for (const language of ['en', 'de']) {
    const known = new Set([
      ...keys(new URL(`${language}.toml`, WORDS)),
      ...keys(new URL(`${language}.toml`, SHARED)),
    ]);
    for (const file of readdirSync(STATIC, { recursive: true }).filter(
      name => name.endsWith('.js') && !name.startsWith('vendor'),
    )) {
      const text = readFileSync(new URL(file, STATIC), 'utf8');
      for (const [, key] of text.matchAll(/\bwords\(\s*'([\w.]+)'/g))
        assert.ok(known.has(key), `${file}: ${key} is not in ${language}.toml`);
      for (const [, key] of text.matchAll(/\bwords\.count\('([\w.]+)'/g))
        for (const form of ['one', 'more'])
          assert.ok(known.has(`${key}.${form}`), `${file}: ${key}.${form} is not in ${language}.toml`);
      for (const [, yes, no] of text.matchAll(
        /\bwords\([^'`()]*(?:\([^()]*\)[^'`()]*)*\? '([\w.]+)' : '([\w.]+)'/g,
      ))
        for (const key of [yes, no]) assert.ok(known.has(key), `${file}: ${key} is not in ${language}.toml`);
    }
  }
});

test('no page has script or style in its text, nor anything from elsewhere', () => {
  const page = readFileSync(new URL('index.html', STATIC), 'utf8');
  assert.doesNotMatch(page, /<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|https?:/);
  for (const file of readdirSync(STATIC, { recursive: true }).filter(
    name => name.endsWith('.js') && !name.startsWith('vendor') && name !== 'ui/pieces.js',
  )) {
    assert.doesNotMatch(
      readFileSync(new URL(file, STATIC), 'utf8'),
      /innerHTML|insertAdjacentHTML|document\.write|eval\(/,
      file,
    );
  }
});

test('words come from the first catalogue that has them, filled in', () => {
  const words = makeWords(
    { go: 'Go {n}' },
    { go: 'no', stop: 'Stop', 'p.one': '{n} point', 'p.more': '{n} points' },
  );
  assert.equal(words('go', { n: 3 }), 'Go 3');
  assert.equal(words('stop'), 'Stop');
  assert.equal(words('nothing'), 'nothing');
  assert.equal(words.has('go') && !words.has('nothing'), true);
  assert.deepEqual([words.count('p', 1), words.count('p', 0)], ['1 point', '0 points']);
  assert.equal(fill('{a} {b}', { a: '{b}' }), '{b} {b}', 'what is filled in is not filled in again');
});

test('nobody is called by a colour', () => {
  const words = makeWords({
    'page.list': '{first} and {last}',
    'seat.guests.one': 'a guest',
    'seat.guests.more': '{n} guests',
    'seat.bots.one': 'a bot',
  });
  const seats = (/** @type {string[]} */ ...names) => names.map(name => ({ name, kind: 'person' }));
  assert.equal(listPeople(seats(''), words), 'a guest');
  assert.equal(listPeople(seats('', 'Mesa'), words), 'Mesa and a guest');
  assert.equal(listPeople(seats('', 'Mesa', ''), words), 'Mesa and 2 guests');
  assert.equal(listPeople([...seats('Ana', ''), { name: '', kind: 'bot' }], words), 'Ana, a guest and a bot');
});

test('names, numbers and times are said as people say them', () => {
  const words = makeWords({ 'page.list': '{first} and {last}', 'seat.red': 'Red' });
  assert.equal(joinNames(['a', 'b', 'c'], words), 'a, b and c');
  assert.equal(joinNames(['a'], words), 'a');
  assert.equal(nameOf({ name: '', colour: 'red' }, words), 'Red');
  assert.equal(nameOf({ name: '<b>Ana', colour: 'red' }, words), '<b>Ana');
  assert.equal(signed(-6), '−6');
  const clock = makeWords({ 'clock.hours': '{n} h', 'clock.days': '{n} days' });
  const texts = [61.2, 9, -3, 3600, 5 * 3600 + 20, 86399, 71.99 * 3600, 604800].map(n => clockText(n, clock));
  assert.deepEqual(texts, ['1:02', '0:09', '0:00', '1:00:00', '5 h', '24 h', '3 days', '7 days']);
});

test('each path has its page', () => {
  assert.deepEqual(route('/'), { page: 'lobby', values: {} });
  assert.deepEqual(route('/table/k3v9'), { page: 'table', values: { id: 'k3v9' } });
  assert.deepEqual(route('/join/k3v9/aB-_9'), { page: 'join', values: { id: 'k3v9', secret: 'aB-_9' } });
  assert.deepEqual(route('/rules/whole-nine').values, { name: 'whole-nine' });
  assert.equal(route('/table/').page, 'missing');
  assert.equal(route('/table/a/b').page, 'missing');
});

test('preferences that are odd or damaged fall back to their defaults', () => {
  assert.equal(parse('{"theme":"dark"}').theme, 'dark');
  assert.equal(parse('{"theme":"pink","language":"xx","explained":[1,"a"]}').theme, 'system');
  assert.deepEqual(parse('{"explained":[1,"a"]}').explained, ['a']);
  for (const text of [null, 'nonsense', 'null', '3', '[]']) assert.equal(parse(text).keys, true);
  assert.equal(bestLanguage(['fr-FR', 'de-AT', 'en']), 'de');
  assert.equal(bestLanguage(['fr']), 'en');
});

const seat = (n, more = {}) => ({ seat: n, kind: 'person', mine: false, online: true, ...more });
const message = (toMove, seats, more = {}) => ({
  table: { id: 't', status: 'playing' },
  seats,
  perspective: 0,
  view: { to_move: toMove, turn: 7, offers: [] },
  ...more,
});

test('the perspective follows the turn among people at one screen', () => {
  const two = [seat(0, { mine: true }), seat(1, { mine: true, kind: 'here' }), seat(2)];
  assert.equal(nextPerspective(message(1, two)), 1);
  assert.equal(nextPerspective(message(2, two)), null, 'somebody elsewhere is to move');
  assert.equal(nextPerspective(message(0, two)), null);
  assert.equal(
    nextPerspective(message(1, two, { view: { to_move: 1, turn: 7, offers: [{ move: 1 }] } })),
    null,
    'who looks can still do something',
  );
  assert.equal(nextPerspective({ ...message(1, two), view: null }), null);
  assert.equal(sharesScreen(two), true);
  assert.equal(sharesScreen([seat(0, { mine: true }), seat(1)]), false);
});

test('a player is told of their own seat before who is away, and of bots that play for others', () => {
  const none = { takeover: null, asked_by: null, come_back: false };
  const [mine, away, left, usual] = [
    seat(0, { ...none, asked_by: 1, come_back: true }),
    seat(1, { ...none, takeover: 5 }),
    seat(2, { ...none, asked_by: 2 }),
    seat(3, none),
  ];
  assert.equal(waitingSeat([left, away, mine]), mine);
  assert.equal(waitingSeat([left, away, usual]), away);
  assert.equal(waitingSeat([left, usual]), undefined);
  assert.equal(replacedSeat([mine, away, left], []), left);
  assert.equal(replacedSeat([left, usual], ['2 2']), undefined, 'it was read');
  assert.equal(replacedSeat([{ ...left, asked_by: 0 }], ['2 2'])?.seat, 2, 'another time');
});

test('leaving closes a table that waits for its host, frees a seat, or leaves it to a bot', () => {
  const me = seat(0, { mine: true, kind: 'person', asked_by: null });
  const other = seat(1, { mine: false, kind: 'person', asked_by: null });
  const bot = seat(1, { mine: false, kind: 'bot', asked_by: null });
  const kind = (status, seats, host = false) => leaveKind({ status, host, seats });
  assert.equal(kind('waiting', [me, other], true), 'close');
  assert.equal(kind('waiting', [me, other]), 'seat');
  assert.equal(kind('playing', [me, other], true), 'game');
  assert.equal(kind('playing', [me, { ...bot, asked_by: 0 }]), 'game', 'they may come back');
  assert.equal(kind('playing', [me, { ...bot, asked_by: 1 }]), 'discard', 'they have left');
  assert.equal(kind('playing', [me, bot]), 'discard');
  assert.equal(kind('playing', [other, bot], true), 'remove');
});
