// The training page: positions the player got wrong, spaced over days, and the puzzles of the day.
import { useBoard } from '../table/boards.js';
import { get, post } from '../app/http.js';
import { el } from '../ui/pieces.js';
import { Loading, NothingHere } from '../ui/placeholders.js';
import { Pages, Top } from '../ui/header.js';
import { useTitle } from '../app/hooks.js';
import { html, useEffect, useState } from '../vendor/view.js';
import { localeOf } from '../app/words.js';

/**
 * @import { FoundBy, Puzzle, PuzzlePage as Puzzles, TrainingPage as Training } from '../api'
 * @import { App, Words } from '../types'
 */

const NOTHING = () => {};
const FEW = 5; // positions listed at first

/** The share of players, out of ten, who find the move. @param {{found: FoundBy, words: Words}} props */
const Found = ({ found, words }) =>
  html`<li>
    <span>${found.label}</span>
    <svg
      viewBox="0 0 102 8"
      width="82"
      height="7"
      role="img"
      aria-label=${words('training.of_ten', { n: found.of_ten })}
    >
      ${Array.from({ length: 10 }, (_, i) =>
        el('rect', {
          class: i < found.of_ten ? 'rv-got' : 'rv-miss',
          ...{ x: i * 10 + 1, y: 1, width: 8, height: 6, rx: 1.5 },
        }),
      )}
    </svg>
    <b aria-hidden="true">${found.of_ten}</b>
  </li>`;

/** @param {{app: App, puzzle: Puzzle}} props */
function PuzzleCard({ app, puzzle }) {
  const game = app.game(puzzle.game);
  const board = useBoard(game);
  const words = app.gameWords(puzzle.game);
  return html`<article class="game puzzle">
    <div class=${`pic ${puzzle.folder}`} aria-hidden="true">
      ${
        board &&
        html`<${board.Board}
          scene=${puzzle.scene}
          offers=${[]}
          chosen=${null}
          choose=${NOTHING}
          play=${NOTHING}
          words=${words}
          wide=${true}
          still=${true}
        />`
      }
    </div>
    <div class="body">
      <h3>${puzzle.title}</h3>
      <p>${puzzle.asks}</p>
      <ul class="rv-found">
        <li class="quiet">${words('training.found')}</li>
        ${puzzle.found.map(one => html`<${Found} key=${one.level} found=${one} words=${words} />`)}
      </ul>
      <div class="go">
        <a
          class="button"
          href=${`/training/${puzzle.id}`}
          aria-label=${words('lobby.act_on', { act: words('training.solve'), title: puzzle.title })}
        >
          ${words(puzzle.solved ? 'training.again' : 'training.solve')}
        </a>
        ${puzzle.solved && html`<span class="quiet">${words(`training.solved_${puzzle.solved}`)}</span>`}
      </div>
    </div>
  </article>`;
}

/** The positions that are due. @param {{app: App, training: Training}} props */
function Due({ app, training }) {
  const { words } = app;
  const { due, count } = training;
  const [all, setAll] = useState(false);
  const shown = all ? due : due.slice(0, FEW);
  if (count === 0) {
    const when =
      training.next_due &&
      words('training.next_due', {
        when: new Date(training.next_due).toLocaleDateString(localeOf(app), { dateStyle: 'medium' }),
      });
    return html`<section class="rv-due">
      <div>
        <h1>${words('training.nothing')}</h1>
        <p class="quiet lead">${words('training.nothing_lead')} ${when}</p>
      </div>
    </section>`;
  }
  return html`<section class="rv-due">
    <div>
      <h1>${words.count('training.due', count)}</h1>
      <p class="quiet lead">${words('training.lead')}</p>
    </div>
    <a class="button primary" href=${`/training/${due[0].id}`}>${words('training.begin', { n: count })}</a>
    <ul class="rows">
      ${shown.map(
        one =>
          html`<li key=${one.id}>
            <span><b>${one.title}: ${one.asks}</b><br /><span class="quiet">${one.about}</span></span>
            <span class="quiet">${one.last_says}</span>
            <a
              class="button small"
              href=${`/training/${one.id}`}
              aria-label=${words('lobby.act_on', { act: words('training.try'), title: one.asks })}
            >
              ${words('training.try')}
            </a>
          </li>`,
      )}
    </ul>
    ${
      shown.length < due.length &&
      html`<button class="button plain small" type="button" onClick=${() => setAll(true)}>
        ${words('training.show_all', { n: count })}
      </button>`
    }
  </section>`;
}

/** The switch for sharing positions of my games. @param {{app: App, sharesPositions: boolean}} props */
function SharesField({ app, sharesPositions }) {
  const [on, setOn] = useState(sharesPositions);
  const change = (/** @type {any} */ event) => {
    const wanted = event.target.checked;
    setOn(wanted);
    post('/api/training/shares', { shares_positions: wanted }, app.language).then(
      answer => setOn(answer.shares_positions),
      () => setOn(!wanted),
    );
  };
  return html`<label class="rv-share">
    <input type="checkbox" name="shares" checked=${on} onChange=${change} />
    <span>${app.words('training.shares')}</span>
  </label>`;
}

/** @param {{app: App}} props */
export function TrainingPage({ app }) {
  const { words, language } = app;
  const [training, setTraining] = useState(/** @type {Training|null} */ (null));
  const [puzzles, setPuzzles] = useState(/** @type {Puzzles|null} */ (null));
  const [error, setError] = useState('');
  useTitle(words('training.title'));
  useEffect(() => {
    const failed = (/** @type {Error} */ refusal) => setError(refusal.message);
    get('/api/training', { language }).then(setTraining, failed);
    get('/api/puzzles', { language }).then(setPuzzles, failed);
  }, [language]);
  if (error) return html`<${NothingHere} app=${app} title=${words('training.title')} lead=${error} />`;
  if (!training || !puzzles) return html`<${Loading} app=${app} />`;
  return html`<${Top} app=${app}><${Pages} app=${app} here="training" /></${Top}>
    <main id="main" class="lobby rv-train" tabindex="-1">
      <${Due} app=${app} training=${training} />
      <section class="rv-today">
        <h2>${words('training.today')}</h2>
        ${
          puzzles.puzzles.length
            ? html`<div class="games">
                ${puzzles.puzzles.map(one => html`<${PuzzleCard} key=${one.id} app=${app} puzzle=${one} />`)}
              </div>`
            : html`<p class="quiet">${words('training.no_puzzles')}</p>`
        }
      </section>
      <${SharesField} app=${app} sharesPositions=${training.shares_positions} />
    </main>`;
}
