// The lists of tables, in pages: the first page is refreshed, further ones load on demand.
import { get } from '../app/http.js';
import { html, useEffect, useState } from '../vendor/view.js';

/**
 * @import { TableLists, TableRow } from '../api'
 * @import { App, Words } from '../types'
 */

/**
 * @typedef {keyof import('../api').NextPages} Kind
 */

/** @type {Kind[]} */
const KINDS = ['mine', 'public', 'finished'];
const NOTHING = () => {};
const HIDDEN = 8; // a page in the background refreshes every n-th time only

/** Return the title of a table in a list; some are not ordinary games. @param {TableRow} row @param {Words} words */
export function titleOf(row, words) {
  if (row.what_if) return words('games.what_if', { title: row.title });
  return row.origin === 'daily' ? words('games.daily', { title: row.title }) : row.title;
}

/** Return true if a table comes after a place in its list. @param {TableRow} row @param {string} place */
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
 * Merge refreshed first pages with the further pages of lists that the user has expanded.
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
 * Append a page to one of the lists.
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
 * Return the lists, refreshed every `refresh` milliseconds, with functions that show more of one or drop one of my
 * tables.
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
 * The button for the next page of a list, if there is one.
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
