// The rules of a game, numbered, with pictures of real positions.
import { get } from './api.js';
import { useBoard } from './boards.js';
import { Top, Wrong, useTitle } from './parts.js';
import { useWide } from './stage.js';
import { html, useEffect, useState } from './vendor/view.js';

/**
 * @typedef {import('./types').App} App
 * @typedef {{number: string, text: string}} Rule
 * @typedef {{after: string, scene: import('./types').Scene, caption: string}} Figure
 */

const NOTHING = () => {};

/**
 * Rule text: **bold**, *slanted* and `signs` are all the marks it has.
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

/** @param {{app: App, game: import('./types').Game, figure: Figure}} props */
function Picture({ app, game, figure }) {
  const board = useBoard(game.folder);
  const [box, wide] = useWide();
  return html`<figure class=${`figure ${game.folder}`}><div class="figure-box" ref=${box} role="img" aria-label=${figure.caption}>${
    board &&
    html`<${board.Board} scene=${figure.scene} offers=${[]} chosen=${null} choose=${NOTHING} play=${NOTHING} words=${app.gameWords(game.name)} wide=${wide} still=${true} />`
  }</div><figcaption class="quiet">${figure.caption}</figcaption></figure>`;
}

/** @param {{app: App, name: string}} props */
export function RulesPage({ app, name }) {
  const { words, hello } = app;
  const [found, setFound] = useState(
    /** @type {{title: string, rules: Rule[], figures: Figure[]}|null} */ (null),
  );
  const [wrong, setWrong] = useState('');
  useEffect(() => {
    get(`/api/rules/${name}`, { language: app.language }).then(setFound, error => setWrong(error.message));
  }, [name, app.language]);
  useEffect(() => {
    if (found && location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [found]);
  const game = app.game(name);
  useTitle(game ? words('rules.of', { title: game.title }) : words('page.rules'));
  return html`<${Top} app=${app}><a class="button plain" href="/games">${words('page.games')}</a></${Top}>
    <main id="main" class="text-page rules" tabindex="-1">
      <nav class="tabs" aria-label=${words('rules.which')}>${hello.games.map(one => html`<a key=${one.name} class="button small" href=${`/rules/${one.name}`} aria-current=${one.name === name ? 'page' : undefined}>${one.title}</a>`)}</nav>
      <h1>${game ? words('rules.of', { title: game.title }) : words('page.rules')}</h1>
      ${game && html`<p class="lead">${game.pitch}</p>`}
      ${wrong && html`<${Wrong} text=${wrong} />`}
      ${
        found &&
        game &&
        html`<ol class="rule-list">${found.rules.map(
          rule => html`<li key=${rule.number} id=${rule.number}><p><a class="rule-number" href=${`#${rule.number}`}>${rule.number}</a> ${marked(rule.text)}</p>
        ${found.figures.filter(figure => figure.after === rule.number).map((figure, i) => html`<${Picture} key=${i} app=${app} game=${game} figure=${figure} />`)}</li>`,
        )}</ol>
      <p><a class="button primary" href="/">${words('rules.play')}</a></p>`
      }
    </main>`;
}
