// The rail of a table: the seats or the ranking, then the log and the guide or the course of the game.
import { Course, Ranks } from '../result/result.js';
import { Guide, lessonFor } from './guide.js';
import { RemoveGuest } from './leave.js';
import { Log, LogLineOnly, SpokenLog } from './log.js';
import { sharesScreen } from './screen.js';
import { Seats } from './seats.js';
import { html } from '../vendor/view.js';

/**
 * @import { GameCard, SeatInfo, Snapshot } from '../api'
 * @import { App, BoardModule, Words } from '../types'
 * @import { Turn } from './use-turn.js'
 */

/** @param {{app: App, board: BoardModule|null, newest: Snapshot, turn: Turn}} props */
export function Rail({ app, board, newest, turn }) {
  const { words, game, past, look, story, seen, over } = turn;
  const { table, seats, view, result } = turn.message;
  const looking = past?.turn ?? null;
  return html`<aside class="rail" aria-label=${words('table.rail')}>
    ${
      over && !past && view
        ? html`<${Ranks}
            table=${table}
            seats=${seats}
            scores=${view.scores}
            result=${result}
            game=${game}
            words=${words}
          />`
        : html`<${Seats}
            seats=${seats}
            game=${game}
            board=${board}
            scene=${seen?.scene ?? null}
            scores=${turn.scores}
            sides=${view?.sides}
            toMove=${turn.toMove}
            last=${turn.last}
            words=${words}
            action=${(/** @type {SeatInfo} */ seat) => seatAction(app, seat, newest, game, words, turn.requests)}
          />`
    }
    ${
      over &&
      html`<${Course}
        result=${result}
        seats=${seats}
        story=${story}
        board=${board}
        words=${words}
        looking=${looking}
        look=${look}
      />`
    }
    ${seen && !over && html`<${LogAndGuide} app=${app} turn=${turn} looking=${looking} />`}
  </aside>`;
}

/** @param {{app: App, turn: Turn, looking: number|null}} props */
function LogAndGuide({ app, turn, looking }) {
  const { words, story, look } = turn;
  const { table, seats, view } = turn.message;
  const phase = turn.choice.offers.length > 0 && view ? view.scene.phase : null;
  const lesson = phase === null ? null : lessonFor(app, table, phase, seats.length);
  const lines = { story, seats, words, looking, look };
  const guide = lesson && { text: lesson.text, sheet: html`<${Guide} lesson=${lesson} words=${words} />` };
  return html`<${Log} ...${lines} />
    <${LogLineOnly} ...${lines} guide=${guide} />
    ${turn.idle && html`<${SpokenLog} story=${story} />`}
    ${lesson && html`<${Guide} lesson=${lesson} words=${words} wide />`}`;
}

/**
 * Return the button of a seat, if any.
 * @param {App} app
 * @param {SeatInfo} seat
 * @param {Snapshot} message
 * @param {GameCard|undefined} game
 * @param {Words} words
 * @param {Turn['requests']} requests
 */
function seatAction(app, seat, message, game, words, requests) {
  const button = (/** @type {string} */ label, /** @type {() => void} */ act) =>
    html`<div class="has seat-act">
      <button class="button small" type="button" onClick=${act}>${label}</button>
    </div>`;
  if (message.table.host && message.table.status === 'waiting' && seat.kind === 'person' && !seat.mine)
    return html`<${RemoveGuest} app=${app} id=${message.table.id} seat=${seat} />`;
  if (seat.come_back && message.perspective !== null)
    // otherwise the tray offers it
    return button(words('seat.come_back'), () => requests.sit(seat.seat));
  const other = seat.mine && message.perspective !== null && seat.seat !== message.perspective;
  if (other && !game?.secrets && message.view && sharesScreen(message.seats))
    return button(words('seat.look'), () => requests.lookAs(seat.seat));
  return null;
}
