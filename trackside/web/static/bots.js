// Who plays with you: the bots of every level, and how they play.
import { BotFace } from './faces.js';
import { Pages, Top, useTitle } from './parts.js';
import { html } from './vendor/view.js';

/** @typedef {import('./types').App} App @typedef {import('./api').Level} Level */

const COLOURS = ['red', 'purple', 'yellow', 'blue', 'green'];

/** @param {{level: Level, colour: string, words: import('./types').Words}} props */
const Bot = ({ level, colour, words }) => {
  const [first, ...others] = level.names;
  return html`<li>
    <${BotFace} level=${level.name} colour=${colour} size=${168} />
    <div>
      <h2>${first}</h2>
      <p class="label">${level.label} · ${level.family}</p>
      <p>${level.plays}</p>
      <p class="quiet others-names">${words('bots.also', { names: others.join(', ') })}</p>
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
            html`<${Bot} key=${level.name} level=${level} colour=${COLOURS[i % COLOURS.length]} words=${words} />`,
        )}
      </ul>
      <p><a class="button primary" href="/">${words('rules.play')}</a></p>
    </main>`;
}
