// The lists of tables, in pages: the first is read again while somebody looks, further ones when they are asked for.
import { get } from '../app/http.js';
import { html, useEffect, useState } from '../vendor/view.js';

/**
 * @typedef {import('../types').App} App
 * @typedef {import('../types').Words} Words
 * @typedef {import('../api').TableRow} TableRow
 * @typedef {import('../api').TableLists} TableLists
 * @typedef {keyof import('../api').NextPages} Kind
 */

/** @type {Kind[]} */
const KINDS = ['mine', 'public', 'finished'];
const NOTHING = () => {};
const HIDDEN = 8; // a page in the background looks only every so many times

/** What a table is called in a list: some are not ordinary games. @param {TableRow} row @param {Words} words */
export function titleOf(row, words) {
  if (row.what_if) return words('games.what_if', { title: row.title });
  return row.origin === 'daily' ? words('games.daily', { title: row.title }) : row.title;
}

/** Whether a table comes after a place in its list. @param {TableRow} row @param {string} place */
function isAfter(row, place) {
  const [changed, table] = place.split('-');
  return row.when < Number(changed) || (row.when === Number(changed) && row.id < table);
}

/** @param {TableRow[]} rows @param {TableRow[]} others */
function without(rows, others) {
  const known = new Set(others.map(row => row.id));
  return rows.filter(row => !known.has(row.id));
}

/**
 * First pages that were read again, in front of what was shown of the lists that somebody has opened further.
 * @param {TableLists} fresh
 * @param {TableLists|null} shown
 * @param {Set<Kind>} opened
 */
export function renewed(fresh, shown, opened) {
  const lists = { ...fresh, more: { ...fresh.more } };
  for (const kind of KINDS) {
    const place = fresh.more[kind];
    if (!shown || !opened.has(kind) || place === null) continue;
    const later = without(shown[kind], fresh[kind]).filter(row => isAfter(row, place));
    lists[kind] = [...fresh[kind], ...later];
    lists.more[kind] = shown.more[kind];
  }
  return lists;
}

/**
 * The lists with one more page of one of them.
 * @param {TableLists} shown
 * @param {TableLists} page
 * @param {Kind} kind
 */
export const extended = (shown, page, kind) => ({
  ...shown,
  [kind]: [...shown[kind], ...without(page[kind], shown[kind])],
  more: { ...shown.more, [kind]: page.more[kind] },
});

/**
 * The lists, read again after `refresh` milliseconds, and what shows more of one or drops a table of mine.
 * @param {App} app
 * @param {number} [refresh]
 */
export function useLists(app, refresh = 0) {
  const [lists, setLists] = useState(/** @type {TableLists|null} */ (null));
  const [opened] = useState(() => new Set(/** @type {Kind[]} */ ([])));
  useEffect(() => {
    let looks = 0;
    let busy = false;
    const read = async () => {
      looks += 1;
      if (busy || (document.visibilityState !== 'visible' && looks % HIDDEN !== 0)) return;
      busy = true;
      const fresh = await get('/api/tables', { language: app.language }).catch(() => null);
      busy = false;
      if (fresh) setLists(shown => renewed(fresh, shown, opened));
    };
    read();
    if (!refresh) return NOTHING;
    const timer = setInterval(read, refresh);
    document.addEventListener('visibilitychange', read);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', read);
    };
  }, [app.language]);
  const showMore = (/** @type {Kind} */ kind) => {
    const before = lists?.more[kind];
    if (!before) return;
    opened.add(kind);
    get('/api/tables', { kind, before, language: app.language }).then(
      page => setLists(shown => shown && extended(shown, page, kind)),
      NOTHING,
    );
  };
  const drop = (/** @type {string} */ id) =>
    setLists(shown => shown && { ...shown, mine: shown.mine.filter(row => row.id !== id) });
  return { lists, showMore, drop };
}

/**
 * Shows the next page of a list, where there is one.
 * @param {{place: string|null, title: string, show: () => void, words: Words}} props
 */
export const ShowMore = ({ place, title, show, words }) =>
  place &&
  html`<p>
    <button
      class="button"
      type="button"
      aria-label=${words('lobby.act_on', { act: words('lobby.show_more'), title })}
      onClick=${show}
    >
      ${words('lobby.show_more')}
    </button>
  </p>`;
