// The page: which part of it is shown, and what all parts share.
import { get, post } from './http.js';
import { LobbyPage } from './lobby.js';
import { backoff } from './messages.js';
import { bestLanguage, usePreferences } from './preferences.js';
import { RecordsPage } from './records.js';
import { ReplayPage } from './replay.js';
import { RulesPage } from './rules.js';
import { route } from './routes.js';
import { JoinPage } from './join.js';
import { TablePage } from './table.js';
import { ErrorPage } from './parts.js';
import { html, render, useEffect, useLayoutEffect, useMemo, useState } from './vendor/view.js';
import { makeWords } from './words.js';

/** @typedef {import('./types').App} App @typedef {import('./api').Hello} Hello */

/** @type {{[name: string]: (props: any) => any}} */
const PAGES = {
  lobby: LobbyPage,
  table: TablePage,
  join: JoinPage,
  replay: ReplayPage,
  rules: RulesPage,
  games: RecordsPage,
  missing: MissingPage,
};

/** @param {{app: App}} props */
function MissingPage({ app }) {
  return html`<${ErrorPage} app=${app} title=${app.words('page.nowhere')} />`;
}

/**
 * What the server says first; asked for until it answers.
 * @param {string} language
 * @returns {[Hello|null, (change: Partial<Hello>) => void]}
 */
function useHello(language) {
  const [hello, setHello] = useState(/** @type {Hello|null} */ (null));
  useEffect(() => {
    let wanted = true;
    const attempt = async (/** @type {number} */ tries) => {
      try {
        const found = await get('/api/hello', { language });
        if (wanted) setHello(found);
      } catch {
        if (wanted) setTimeout(() => attempt(tries + 1), backoff(tries, Math.random()));
      }
    };
    attempt(0);
    return () => {
      wanted = false;
    };
  }, [language]);
  return [hello, change => setHello(before => before && { ...before, ...change })];
}

/** The path, and a way to go elsewhere without a reload. @returns {[string, (path: string) => void]} */
function usePath() {
  const [path, setPath] = useState(location.pathname);
  const go = (/** @type {string} */ to) => {
    history.pushState(null, '', to);
    setPath(new URL(to, location.href).pathname);
    scrollTo(0, 0);
  };
  useEffect(() => {
    const back = () => setPath(location.pathname);
    const click = (/** @type {MouseEvent} */ event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (
        !link ||
        event.defaultPrevented ||
        event.button !== 0 ||
        event.metaKey ||
        event.ctrlKey ||
        event.shiftKey ||
        event.altKey
      )
        return;
      if (
        link.target ||
        link.hasAttribute('download') ||
        link.origin !== location.origin ||
        link.pathname.startsWith('/api/')
      )
        return;
      if (link.hash && link.pathname === location.pathname) return;
      event.preventDefault();
      go(link.pathname);
    };
    addEventListener('popstate', back);
    document.addEventListener('click', click);
    return () => {
      removeEventListener('popstate', back);
      document.removeEventListener('click', click);
    };
  }, []);
  return [path, go];
}

function Page() {
  const preferences = usePreferences();
  const language = preferences.language ?? bestLanguage(navigator.languages);
  const [hello, change] = useHello(language);
  const [path, go] = usePath();
  const where = route(path);
  const words = useMemo(() => makeWords(hello?.words ?? {}), [hello?.words]);
  const perGame = useMemo(
    () =>
      new Map(
        Object.entries(hello?.game_words ?? {}).map(([name, own]) => [
          name,
          makeWords(own, hello?.words ?? {}),
        ]),
      ),
    [hello?.words],
  );
  useLayoutEffect(() => {
    if (hello) document.documentElement.lang = hello.language;
  }, [hello?.language]);
  useFocusOnArrival(path, hello !== null);
  if (!hello) return html`<main id="main" class="hold" aria-busy="true"></main>`;
  /** @type {App} */
  const app = {
    hello,
    language: hello.language,
    words,
    preferences,
    go,
    gameWords: name => perGame.get(name) ?? words,
    game: name => hello.games.find(one => one.name === name),
    setName: async name => {
      await post('/api/name', { name }, hello.language);
      change({ name });
    },
  };
  return html`<${PAGES[where.page]} key=${path} app=${app} ...${where.values} />`;
}

/**
 * After a change of page the focus goes to its content, as it would after a reload.
 * @param {string} path
 * @param {boolean} ready
 */
function useFocusOnArrival(path, ready) {
  const [first] = useState({ path: /** @type {string|null} */ (null) });
  useEffect(() => {
    if (!ready) return;
    if (first.path !== null && first.path !== path)
      document.getElementById('main')?.focus({ preventScroll: true });
    first.path = path;
  }, [path, ready]);
}

render(html`<${Page} />`, /** @type {Element} */ (document.getElementById('page')));
