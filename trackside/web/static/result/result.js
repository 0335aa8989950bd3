// The result of a game: winner and margin, scoring, turning points and next steps.
import { LevelDialog } from './level-dialog.js';
import { Share } from './share.js';
import { Chart } from './chart.js';
import { aheadOfAverage } from './chart-layout.js';
import { Face } from '../ui/faces.js';
import { isSimultaneous } from '../table/turns.js';
import { get, post } from '../app/http.js';
import { ErrorNote } from '../ui/notes.js';
import { shownName, withPartner } from '../table/seats.js';
import { useDesktop } from '../app/hooks.js';
import { html, useEffect, useState } from '../vendor/view.js';
import { nameOf, signed } from '../app/words.js';

/**
 * @import { GameCard, LogEntry, PlayerPage, Result, Scene, SeatCard, SeatInfo, StoryLine } from '../api'
 * @import { BoardModule, Words } from '../types'
 */

/**
 * Return the place of each seat: equal points share one, winners are first. A team counts once.
 * @param {number[]} scores
 * @param {number[]} winners
 * @param {number[]} sides
 */
export const placesOf = (scores, winners, sides) =>
  scores.map((score, seat) => {
    if (winners.includes(seat)) return 1;
    const ahead = sides.filter((_, one) => winners.includes(one) || scores[one] > score);
    return 1 + new Set(ahead).size;
  });

/** Return the seats by place. @param {number[]} places */
const ranked = places => places.map((_, seat) => seat).sort((a, b) => places[a] - places[b]);

/**
 * The ranking of the players.
 * @param {{table: {id: string, game: string, rematch_id: string|null}, seats: SeatInfo[], scores: number[],
 *   result: Result, game: GameCard|undefined, words: Words}} props
 */
export function Ranks({ table, seats, scores, result, game, words }) {
  const places = placesOf(scores, result.winners, result.sides);
  const alone = seats.length === 1;
  return html`<ol class="seats rank" aria-label=${words('end.ranks')}>
    ${ranked(places).map(one => {
      const seat = seats[one];
      const won = !alone && places[one] === 1;
      const level = game?.levels.find(known => known.name === seat.level)?.label;
      return html`<li key=${one} class=${`seat${won ? ' won' : ''}`} data-key=${`seat-${one}`}>
        <${Face} seat=${seat} size=${36} />
        <span class="name">
          <span class="called" title=${nameOf(seat, words)}>${shownName(seat, words)}</span>
          <small>${withPartner(level ? words('seat.bot', { level }) : '', seat, seats, result.sides, words)}</small>
        </span>
        ${!alone && html`<span class="place">${words(`place.${places[one]}`)}</span>`}
        <span class="points"><span class="hidden-text">${words('table.score')} </span>${signed(scores[one])}</span>
      </li>`;
    })}
  </ol>
    <${Notes} table=${table} seats=${seats} result=${result} game=${game} look="only-wide" words=${words} />`;
}

/**
 * Return how a game compares with my others: solo, with the best; otherwise, my record against that level.
 * @param {{id: string, game: string}} table
 * @param {SeatInfo[]} seats
 * @param {PlayerPage} played
 * @param {GameCard|undefined} game
 * @param {Words} words
 */
export function comparedWith(table, seats, played, game, words) {
  if (seats.length === 1) {
    const [best, ...others] = played.best.find(one => one.game === table.game)?.results ?? [];
    if (!best || (best.table === table.id && !others.length)) return '';
    return best.table === table.id
      ? words('end.best', { n: signed(others[0].score) })
      : words('end.best_is', { n: signed(best.score) });
  }
  const levels = new Set(seats.filter(seat => !seat.mine).map(seat => seat.level));
  const [level] = levels;
  const met = played.levels.find(one => one.game === table.game && one.level === level);
  if (levels.size !== 1 || !met || met.played < 2) return '';
  const label = game?.levels.find(one => one.name === level)?.label ?? level;
  return words('end.against', { level: label, won: met.won, played: met.played });
}

/**
 * Return who wants a rematch, if other people play: a single other person by name, several without names.
 * @param {{rematch_id: string|null}} table
 * @param {SeatInfo[]} seats
 * @param {Words} words
 */
export function rematchSaid(table, seats, words) {
  const others = seats.filter(seat => seat.kind === 'person' && !seat.mine);
  if (table.rematch_id === null || !others.length) return '';
  return others.length === 1
    ? words('end.rematch_by', { who: nameOf(others[0], words) })
    : words('end.rematch');
}

/** Requests already made for a result. @type {Map<string, Promise<PlayerPage>>} */
const ASKED = new Map();

/**
 * The reason why the game ended, and a comparison with earlier games.
 * @param {object} props
 * @param {{id: string, game: string, rematch_id: string|null}} props.table
 * @param {SeatInfo[]} props.seats
 * @param {Result} props.result
 * @param {GameCard|undefined} props.game
 * @param {string} props.look
 * @param {Words} props.words
 */
function Notes({ table, seats, result, game, look, words }) {
  const [played, setPlayed] = useState(/** @type {PlayerPage|null} */ (null));
  const alone = seats.filter(seat => seat.mine).length === 1;
  useEffect(() => {
    if (!alone) return;
    if (!ASKED.has(table.id)) ASKED.set(table.id, get('/api/player', {}));
    ASKED.get(table.id)?.then(setPlayed, () => ASKED.delete(table.id));
  }, [table.id, alone]);
  const compared = played ? comparedWith(table, seats, played, game, words) : '';
  const said = [result.why, compared].filter(Boolean).join(' ');
  const rematch = alone && rematchSaid(table, seats, words);
  return html`${said && html`<p class=${`end-why ${look}`}>${said}</p>`}
    <p class=${`end-why rematch ${look}`} role="status">${rematch || ''}</p>`;
}

/**
 * The score chart, with turning points that show their moment.
 * @param {object} props
 * @param {Result} props.result
 * @param {SeatCard[]} props.seats
 * @param {StoryLine[]} props.story
 * @param {BoardModule|null} props.board
 * @param {Words} props.words
 * @param {number|null} props.looking
 * @param {(turn: number) => void} props.look
 */
export function Course({ result, seats, story, board, words, looking, look }) {
  const { series, turning } = result;
  const alike = seats.length > 1 && isSimultaneous(story);
  const title = words(alike ? 'end.ahead' : 'end.course');
  const last = series[series.length - 1];
  const label = `${title}: ${seats.map((seat, i) => `${nameOf(seat, words)} ${last[i]}`).join(', ')}`;
  return html`${
    series.length > 2 &&
    !board?.drawsCourse &&
    html`<section class="curve-part">
      <h2 class="label">${title}</h2>
      <${Chart}
        series=${alike ? aheadOfAverage(series) : series}
        seats=${seats}
        turning=${turning.map(one => one.turn)}
        label=${label}
        turnLabel=${(/** @type {number} */ turn) => words('end.turn', { turn })}
      />
    </section>`
  }
  ${
    turning.length > 0 &&
    html`<section class="moments">
      <h2 class="label">${words('end.moments')}</h2>
      <ol>
        ${turning.map(
          ({ turn, says }, i) =>
            html`<li key=${turn}>
              <button
                class=${`line${looking === turn ? ' shown' : ''}`}
                type="button"
                aria-pressed=${looking === turn}
                onClick=${() => look(turn)}
              >
                <span class="moment-no" aria-hidden="true">${i + 1}</span>
                <span><b>${words('end.moment', { turn, round: Math.ceil(turn / seats.length) })}</b> ${says}</span>
              </button>
            </li>`,
        )}
      </ol>
    </section>`
  }`;
}

/** @param {number|string} cell @param {boolean} last */
function cellClass(cell, last) {
  const classes = [last && 'total', typeof cell === 'number' && cell < 0 && 'neg'].filter(Boolean);
  return classes.length ? classes.join(' ') : undefined;
}

/** The scoring in a table of numbers. @param {{result: Result, seats: SeatCard[], words: Words}} props */
export function Columns({ result, seats, words }) {
  const wins = (/** @type {number} */ seat) => seats.length > 1 && result.winners.includes(seat);
  return html`<div class="columns">
    <table>
      <thead>
        <tr>
          <th scope="col">${words('end.player')}</th>
          ${result.columns.map((column, i) => html`<th key=${i} scope="col">${column}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${result.rows.map(
          (row, seat) =>
            html`<tr key=${seat} class=${wins(seat) ? 'win' : undefined}>
              <th scope="row">
                <span class="of"><${Face} seat=${seats[seat]} size=${22} />${nameOf(seats[seat], words)}</span>
              </th>
              ${row.map(
                (cell, i) =>
                  html`<td key=${i} class=${cellClass(cell, i === row.length - 1)}>${signed(cell)}</td>`,
              )}
            </tr>`,
        )}
      </tbody>
    </table>
    ${result.notes.map((note, i) => html`<p key=${i} class="quiet">${note}</p>`)}
  </div>`;
}

/**
 * The game's own account of the points, or their table.
 * @param {{board: BoardModule|null} & Omit<import('../types').EndProps, 'wide'>} props
 */
export function Account({ board, ...rest }) {
  const wide = useDesktop();
  const Own = board?.Account;
  return html`<div class="tray-body account" tabindex="0" role="group" aria-label=${rest.words('end.table')}>
    ${Own ? html`<${Own} ...${rest} wide=${wide} />` : html`<${Columns} ...${rest} />`}
  </div>`;
}

/**
 * @typedef {object} ResultProps
 * @property {import('../api').Snapshot} message
 * @property {LogEntry[]} log
 * @property {BoardModule|null} board
 * @property {GameCard|undefined} game
 * @property {Words} words
 * @property {((level: string|null) => void)|null} playAgain for people who played
 * @property {string|null} error
 * @property {() => void} dismiss
 */

/** The tray of a finished game. @param {ResultProps} props */
export function ResultTray({ message, log, board, game, words, playAgain, error, dismiss }) {
  const { table, seats, view, result } = message;
  const [changing, setChanging] = useState(false);
  if (!view || !result) return null;
  const bots = seats.some(seat => seat.kind === 'bot' && seat.level) && table.rematch_id === null;
  return html`<section class="tray result" aria-label=${words('end.title')}>
    ${error && html`<${ErrorNote} text=${error} close=${dismiss} words=${words} />`}
    <div class="prompt">
      <div class="say">
        <h2 class="now-say">${result.says}</h2>
        <${Notes} table=${table} seats=${seats} result=${result} game=${game} look="only-tall" words=${words} />
      </div>
      <div class="acts">
        <${Share} id=${table.id} game=${table.game} title=${table.title} says=${result.says} words=${words} />
        <a class="button plain look-back" href=${`/replay/${table.id}`}>${words('end.review')}</a>
        <${ReviewLink} id=${table.id} words=${words} />
        ${
          playAgain &&
          bots &&
          html`<button class="button" type="button" onClick=${() => setChanging(true)}>
            ${words('end.level')}
          </button>`
        }
        ${
          playAgain
            ? html`<button class="button primary" type="button" onClick=${() => playAgain(null)}>
                ${words(rematchSaid(table, seats, words) ? 'end.join_again' : 'end.again')}
              </button>`
            : html`<a class="button" href="/">${words('page.to_lobby')}</a>`
        }
      </div>
    </div>
    <${Account} board=${board} scene=${view.scene} seats=${seats} log=${log} result=${result} words=${words} />
    ${
      changing &&
      playAgain &&
      html`<${LevelDialog}
        seats=${seats}
        levels=${game?.levels ?? []}
        words=${words}
        choose=${(/** @type {string} */ level) => playAgain(level)}
        close=${() => setChanging(false)}
      />`
    }
  </section>`;
}

/**
 * The link to the review, which also requests it, so that it has begun when the page opens.
 * @param {{id: string, words: Words, look?: string}} props
 */
export const ReviewLink = ({ id, words, look = '' }) =>
  html`<a
    class=${`button review-link ${look}`}
    href=${`/table/${id}/review`}
    onClick=${() => post(`/api/tables/${id}/review`, {}).catch(() => null)}
  >
    ${words('review_page.open')}
  </a>`;
