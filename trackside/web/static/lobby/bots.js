// The bots page: the bots of every level and their playing styles.
import { BotFace } from '../ui/faces.js';
import { useStart } from './game-card.js';
import { Pages, Top } from '../ui/header.js';
import { useTitle } from '../app/hooks.js';
import { against } from './new-table.js';
import { html } from '../vendor/view.js';

/**
 * @import { GameCard, Level } from '../api'
 * @import { App } from '../types'
 */

const COLOURS = ['red', 'purple', 'yellow', 'blue', 'green'];

/**
 * A button that starts a game against this level.
 * @param {{app: App, level: Level, game: GameCard}} props
 */
function PlayGame({ app, level, game }) {
  const { busy, start, note } = useStart(app, game);
  const play = () => start(against(game, level.name));
  const label = app.words('bots.play_one', { title: game.title, name: level.names[0] });
  return html`<button class="button small" type="button" disabled=${busy} aria-label=${label} onClick=${play}>
      ${game.title}
    </button>
    ${note}`;
}

/** @param {{app: App, level: Level, colour: string}} props */
const Bot = ({ app, level, colour }) => {
  const { words, hello } = app;
  const [first, ...others] = level.names;
  return html`<li>
    <${BotFace} level=${level.name} colour=${colour} size=${168} />
    <div>
      <h2>${first}</h2>
      <p class="label">${level.label} · ${level.family}</p>
      <p>${level.plays}</p>
      <p class="quiet others-names">${words('bots.also', { names: others.join(', ') })}</p>
      <div class="bot-games" role="group" aria-label=${words('bots.play', { name: first })}>
        ${hello.games.map(game => html`<${PlayGame} key=${game.name} app=${app} level=${level} game=${game} />`)}
      </div>
    </div>
  </li>`;
};

/** @param {{app: App}} props */
export function BotsPage({ app }) {
  const { words, hello } = app;
  useTitle(words('bots.title'));
  return html`<${Top} app=${app}><${Pages} app=${app} /></${Top}>
    <main id="main" class="lobby bots-page" tabindex="-1">
      <h1>${words('bots.title')}</h1>
      <ul class="bot-cards">
        ${hello.games[0]?.levels.map(
          (level, i) =>
            html`<${Bot} key=${level.name} app=${app} level=${level} colour=${COLOURS[i % COLOURS.length]} />`,
        )}
      </ul>
    </main>`;
}
