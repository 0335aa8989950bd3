// The rules of a game: the rules page, and a panel next to the board.
import { useBoard } from '../table/boards.js';
import { CloseButton } from '../ui/dialog.js';
import { get } from '../app/http.js';
import { ErrorNote } from '../ui/notes.js';
import { Pages, Top } from '../ui/header.js';
import { useTitle } from '../app/hooks.js';
import { Blocks, findIn, Pictures, Sections } from './rule-text.js';
import { html, useEffect, useRef, useState } from '../vendor/view.js';

/**
 * @import { GameCard, RulesPage as Rules } from '../api'
 * @import { App } from '../types'
 */

/**
 * Format rule text; **bold**, *slanted* and `code` are its only markup.
 * @param {string} text
 * @returns {any[]}
 */
export function marked(text) {
  return text
    .split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)/)
    .map(part =>
      part.startsWith('**')
        ? html`<b>${part.slice(2, -2)}</b>`
        : part.startsWith('*') && part.length > 2
          ? html`<em>${part.slice(1, -1)}</em>`
          : part.startsWith('`') && part.length > 2
            ? html`<code>${part.slice(1, -1)}</code>`
            : part,
    );
}

/**
 * Load the rules of a game.
 * @param {App} app
 * @param {string} name
 */
function useRules(app, name) {
  const [found, setFound] = useState(/** @type {Rules|null} */ (null));
  const [error, setError] = useState('');
  useEffect(() => {
    get(`/api/rules/${name}`, { language: app.language }).then(setFound, refusal =>
      setError(refusal.message),
    );
  }, [name, app.language]);
  return { found, error };
}

/** Scroll to a section and focus it. @param {string} id */
function goTo(id) {
  const heading = document.getElementById(id);
  heading?.scrollIntoView();
  heading?.focus({ preventScroll: true });
}

/** @param {{app: App, name: string}} props */
export function RulesPage({ app, name }) {
  const { words, hello } = app;
  const { found, error } = useRules(app, name);
  const game = app.game(name);
  const drawn = useBoard(game) !== null; // pictures shift what is below them
  useEffect(() => {
    if (found && location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [found, drawn]);
  const title = game ? words('rules.of', { title: game.title }) : words('page.rules');
  useTitle(title);
  const tab = (/** @type {GameCard} */ one) => {
    const current = one.name === name ? 'page' : undefined;
    return html`<a key=${one.name} class="button small" href=${`/rules/${one.name}`} aria-current=${current}>
      ${one.title}
    </a>`;
  };
  return html`<${Top} app=${app}><${Pages} app=${app} here="rules" /></${Top}>
    <main id="main" class="text-page rules" tabindex="-1">
      <nav class="tabs" aria-label=${words('rules.which')}>${hello.games.map(tab)}</nav>
      <h1>${title}</h1>
      ${game?.pitch && html`<p class="lead">${game.pitch}</p>`}
      ${error && html`<${ErrorNote} text=${error} />`}
      ${found && game && html`<${WholeRules} app=${app} game=${game} found=${found} />`}
    </main>`;
}

/**
 * The aim of the game in a few sentences and a picture, then the rest of the introduction.
 * @param {import('./rule-text.js').Around & {words: App['words'], blocks: import('../api').RuleBlock[]}} props
 */
const Lead = ({ words, blocks: [first, ...rest], ...around }) =>
  html`<section class="how-to-win" aria-labelledby="how-to-win">
    <h2 id="how-to-win">${words('rules.win')}</h2>
    <${Blocks} blocks=${[first]} ...${around} />
    <${Pictures} ...${around} after="lead" />
    <div class="quiet"><${Blocks} blocks=${rest} ...${around} /></div>
  </section>`;

/** @param {{app: App, game: GameCard, found: Rules}} props */
function WholeRules({ app, game, found }) {
  const { words } = app;
  const around = { app, game, figures: found.figures, anchors: true };
  return html`<${Lead} words=${words} blocks=${found.lead} ...${around} />
    <nav class="contents-box" aria-label=${words('rules.contents')}>
      <h2>${words('rules.contents')}</h2>
      <ol>
        ${found.sections.map(one => html`<li key=${one.id}><a href=${`#${one.id}`}>${one.title}</a></li>`)}
      </ol>
    </nav>
    <${Sections} sections=${found.sections} ...${around} />
    <p class="buttons">
      <a class="button primary" href="/">${words('rules.play')}</a>
      ${game.lessons.length > 0 && html`<a class="button" href=${`/learn/${game.name}`}>${words('lobby.learn')}</a>`}
    </p>`;
}

/**
 * The rules panel next to the board, which stays usable; on a phone it covers everything. Escape closes it.
 * @param {{app: App, game: string, close: () => void}} props
 */
export function RulesPanel({ app, game: name, close }) {
  const { words } = app;
  const { found, error } = useRules(app, name);
  const [wanted, setWanted] = useState('');
  const panel = useRef(/** @type {HTMLElement|null} */ (null));
  useEffect(() => {
    const before = document.activeElement;
    panel.current?.focus();
    const key = (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.stopPropagation();
      close();
    };
    document.addEventListener('keydown', key, true);
    return () => {
      document.removeEventListener('keydown', key, true);
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  const game = app.game(name);
  const shown = found && findIn(found.sections, wanted);
  const find = words('rules.find');
  const title = words('rules.of', { title: game?.title });
  return html`<aside class="rules-panel" ref=${panel} tabindex="-1" aria-label=${title}>
    <header>
      <h2>${words('page.rules')}</h2>
      <input
        class="text"
        type="search"
        aria-label=${find}
        placeholder=${find}
        value=${wanted}
        onInput=${(/** @type {any} */ event) => setWanted(event.target.value)}
        onKeyDown=${(/** @type {Event} */ event) => event.stopPropagation()}
      />
      <${CloseButton} label=${words('page.close')} close=${close} />
    </header>
    <nav class="contents-line" aria-label=${words('rules.contents')}>
      ${shown?.map(
        one => html`<button key=${one.id} class="link" type="button" onClick=${() => goTo(`panel-${one.id}`)}>
          ${one.title}
        </button>`,
      )}
    </nav>
    <div class="panel-text rules" tabindex="0" role="region" aria-label=${words('page.rules')}>
      ${error && html`<${ErrorNote} text=${error} />`}
      ${shown?.length === 0 && html`<p class="quiet">${words('rules.not_found', { wanted })}</p>`}
      ${
        found &&
        game &&
        html`<${PanelText} app=${app} game=${game} found=${found} shown=${shown} whole=${!wanted} />`
      }
    </div>
  </aside>`;
}

/**
 * @param {object} props
 * @param {App} props.app
 * @param {GameCard} props.game
 * @param {Rules} props.found
 * @param {import('../api').RuleSection[]} props.shown
 * @param {boolean} props.whole
 */
function PanelText({ app, game, found, shown, whole }) {
  const around = { app, game, figures: found.figures, anchors: false };
  return html`${whole && html`<${Lead} words=${app.words} blocks=${found.lead} ...${around} />`}
    <${Sections} sections=${shown} prefix="panel-" ...${around} />`;
}
