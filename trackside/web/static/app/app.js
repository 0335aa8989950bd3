// The application: selects the page to show and holds the state that all pages share.
import { get, post } from './http.js';
import { loadModule, loadStyles } from './load.js';
import { backoff } from './backoff.js';
import { bestLanguage, usePreferences } from './preferences.js';
import { route } from './routes.js';
import { sayUnreachable } from './online.js';
import { Loading, NothingHere } from '../ui/placeholders.js';
import { OfflineNote } from '../ui/notes.js';
import { useTitle } from './hooks.js';
import { html, render, useEffect, useLayoutEffect, useMemo, useState } from '../vendor/view.js';
import { makeWords } from './words.js';

/**
 * @import { Hello } from '../api'
 * @import { App } from '../types'
 */

/** @typedef {(props: any) => any} Part @typedef {{[page: string]: () => Promise<Part>}} Pages */

const REPLAY = '/static/replay/replay.css';
const LEARN = '/static/learn/learn.css';
const REVIEW = '/static/review/review.css';

/**
 * Resolve to a page once its own styles apply; those of a review come after those of lessons.
 * @template Module
 * @param {Promise<Module>} page
 * @param {string[]} styles
 * @returns {Promise<Module>}
 */
async function styled(page, ...styles) {
  const [found] = await Promise.all([page, ...styles.map(loadStyles)]);
  return found;
}

/** The loaders of the pages, so that each loads only its own code. @type {Pages} */
const PAGES = {
  lobby: () => import('../lobby/lobby.js').then(found => found.LobbyPage),
  table: () => import('../table/page.js').then(found => found.TablePage),
  join: () => import('../lobby/join.js').then(found => found.JoinPage),
  replay: () => styled(import('../replay/replay.js'), REPLAY).then(found => found.ReplayPage),
  rules: () => import('../rules/rules.js').then(found => found.RulesPage),
  games: () => import('../lobby/records.js').then(found => found.RecordsPage),
  player: () => import('../lobby/player.js').then(found => found.PlayerPage),
  bots: () => import('../lobby/bots.js').then(found => found.BotsPage),
  learn: () => styled(import('../learn/learn.js'), LEARN).then(found => found.LearnPage),
  lesson: () => styled(import('../learn/lesson.js'), LEARN).then(found => found.LessonPage),
  review: () => styled(import('../review/review.js'), LEARN, REVIEW).then(found => found.ReviewPage),
  mistakes: () => styled(import('../learn/question.js'), LEARN, REVIEW).then(found => found.MistakesPage),
  question: () => styled(import('../learn/question.js'), LEARN, REVIEW).then(found => found.QuestionPage),
  training: () => styled(import('../learn/training.js'), LEARN, REVIEW).then(found => found.TrainingPage),
  missing: async () => MissingPage,
};

/** The message for a server that has not sent its words yet; it is part of the HTML. */
const WITHOUT_WORDS = document.querySelector('meta[name=offline]')?.getAttribute('content') ?? '';

/** @type {Map<string, Part>} */
const loaded = new Map();

/** @param {string} page */
async function loadPage(page) {
  loaded.set(page, await loadModule(import.meta.url, PAGES[page]));
}

/** Return the component of a page, or null until it is loaded. @param {string} page @returns {Part|null} */
function usePart(page) {
  const [, setArrived] = useState(0);
  useEffect(() => {
    if (!loaded.has(page)) loadPage(page).then(() => setArrived(n => n + 1));
  }, [page]);
  return loaded.get(page) ?? null;
}

/** The 404 page. @param {{app: App}} props */
function MissingPage({ app }) {
  const { words } = app;
  const title = words('page.nowhere');
  useTitle(title);
  const lead = words('page.nowhere_lead', { path: location.pathname });
  return html`<${NothingHere} app=${app} title=${title} lead=${lead} />`;
}

/**
 * Return the server's greeting, requested until it answers.
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

/** Return the path, and a function that navigates without a reload. @returns {[string, (path: string) => void]} */
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
      go(link.pathname + link.search + link.hash);
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
  const part = usePart(where.page);
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
  useFocusOnArrival(path, hello !== null && part !== null);
  if (hello) sayUnreachable(words('offline.action'));
  if (!hello)
    return html`<main id="main" class="hold" aria-busy="true"></main><${OfflineNote} text=${WITHOUT_WORDS} />`;
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
  const note =
    where.page !== 'table' &&
    html`<${OfflineNote} text=${`${words('offline.title')} ${words('offline.lead')}`} />`;
  if (!part) return html`<${Loading} app=${app} />${note}`;
  return html`<${part} key=${path} app=${app} ...${where.values} />${note}`;
}

/**
 * Move the focus to the content after a change of page, as a reload would.
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

loadPage(route(location.pathname).page); // in parallel with the server's greeting
render(html`<${Page} />`, /** @type {Element} */ (document.getElementById('page')));
