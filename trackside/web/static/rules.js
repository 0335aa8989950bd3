// The rules of a game, numbered, with pictures of real positions.
import { get } from './http.js';
import { useBoard } from './boards.js';
import { ErrorNote, Top, useTitle } from './parts.js';
import { useWide } from './stage.js';
import { html, useEffect, useState } from './vendor/view.js';

/**
 * @typedef {import('./types').App} App
 * @typedef {import('./api').Figure} Figure
 * @typedef {import('./api').GameCard} GameCard
 * @typedef {import('./api').Rule} Rule
 * @typedef {import('./api').RulesPage} Rules
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

/** @param {{app: App, game: GameCard, figure: Figure}} props */
function Picture({ app, game, figure }) {
  const board = useBoard(game);
  const [box, wide] = useWide();
  return html`<figure class=${`figure ${game.folder}`}>
    <div class="figure-box" ref=${box} role="img" aria-label=${figure.caption}>
      ${
        board &&
        html`<${board.Board}
          scene=${figure.scene}
          offers=${[]}
          chosen=${null}
          choose=${NOTHING}
          play=${NOTHING}
          words=${app.gameWords(game.name)}
          wide=${wide}
          still=${true}
        />`
      }
    </div>
    <figcaption class="quiet">${figure.caption}</figcaption>
  </figure>`;
}

/**
 * One rule and the pictures that belong to it.
 * @param {{app: App, game: GameCard, rule: Rule, figures: Figure[]}} props
 */
const RuleItem = ({ app, game, rule, figures }) =>
  html`<li id=${rule.number}>
    <p><a class="rule-number" href=${`#${rule.number}`}>${rule.number}</a> ${marked(rule.text)}</p>
    ${figures.map((figure, i) => html`<${Picture} key=${i} app=${app} game=${game} figure=${figure} />`)}
  </li>`;

/** @param {{app: App, game: GameCard, found: Rules}} props */
const RuleList = ({ app, game, found }) =>
  html`<ol class="rule-list">
      ${found.rules.map(
        rule => html`<${RuleItem}
          key=${rule.number}
          app=${app}
          game=${game}
          rule=${rule}
          figures=${found.figures.filter(figure => figure.after === rule.number)}
        />`,
      )}
    </ol>
    <p><a class="button primary" href="/">${app.words('rules.play')}</a></p>`;

/** @param {{app: App, name: string}} props */
export function RulesPage({ app, name }) {
  const { words, hello } = app;
  const [found, setFound] = useState(/** @type {Rules|null} */ (null));
  const [error, setError] = useState('');
  useEffect(() => {
    get(`/api/rules/${name}`, { language: app.language }).then(setFound, refusal =>
      setError(refusal.message),
    );
  }, [name, app.language]);
  useEffect(() => {
    if (found && location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [found]);
  const game = app.game(name);
  const title = game ? words('rules.of', { title: game.title }) : words('page.rules');
  useTitle(title);
  const tab = (/** @type {GameCard} */ one) => {
    const current = one.name === name ? 'page' : undefined;
    return html`<a key=${one.name} class="button small" href=${`/rules/${one.name}`} aria-current=${current}>
      ${one.title}
    </a>`;
  };
  return html`<${Top} app=${app}><a class="button plain" href="/games">${words('page.games')}</a></${Top}>
    <main id="main" class="text-page rules" tabindex="-1">
      <nav class="tabs" aria-label=${words('rules.which')}>${hello.games.map(tab)}</nav>
      <h1>${title}</h1>
      ${game?.pitch && html`<p class="lead">${game.pitch}</p>`}
      ${error && html`<${ErrorNote} text=${error} />`}
      ${found && game && html`<${RuleList} app=${app} game=${game} found=${found} />`}
    </main>`;
}
