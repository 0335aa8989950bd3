// The review page of a game, with the requests and actions that need the server.
import { useBoard } from '../table/boards.js';
import { NotYet, Waiting, useMoment, useReview } from './making.js';
import { ReviewView } from './view.js';
import { copy, post } from '../app/http.js';
import { ErrorNote } from '../ui/notes.js';
import { Loading, NothingHere } from '../ui/placeholders.js';
import { Top } from '../ui/header.js';
import { useTitle } from '../app/hooks.js';
import { defaultLevel } from '../lobby/new-table.js';
import { html, useState } from '../vendor/view.js';

/**
 * @import { ReviewPage as Review } from '../api'
 * @import { App, Words } from '../types'
 */

/** @param {{app: App, id: string}} props */
export function ReviewPage({ app, id }) {
  const { words } = app;
  const making = useReview(app, id);
  const { error } = making;
  const { review } = making;
  useTitle(review ? words('review_page.of', { title: review.table.title }) : words('review_page.title'));
  if (error && !review) {
    const first = [`/table/${id}`, words('review_page.to_table')];
    return html`<${NothingHere} app=${app} title=${words('review_page.none')} lead=${error} first=${first} />`;
  }
  if (!review) return html`<${Loading} app=${app} />`;
  const { status } = review.progress;
  if (review.steps.length === 0 || status === 'none')
    return html`<${NotYet} app=${app} id=${id} making=${making} review=${review} />`;
  return html`<${Made} key=${app.language} app=${app} id=${id} making=${making} review=${review} />`;
}

/** @param {{app: App, id: string, review: Review, making: ReturnType<typeof useReview>}} props */
function Made({ app, id, review, making }) {
  const { table, seats, steps, progress } = review;
  const words = app.gameWords(table.game);
  const game = app.game(table.game);
  const board = useBoard(game);
  const [error, setError] = useState('');
  const whatIf = (/** @type {number} */ at, /** @type {number} */ seat) => {
    const level = seats.find(one => one.level)?.level ?? (game ? defaultLevel(game) : '');
    post(`/api/tables/${id}/whatif`, { at: steps[at].entries[0], seat, level, step: at }, app.language).then(
      made => app.go(`/table/${made.table}`),
      refusal => setError(refusal.message),
    );
  };
  const online = {
    whatIf,
    note: error && html`<${ErrorNote} text=${error} />`,
    waiting:
      progress.status !== 'done' && html`<${Waiting} making=${making} review=${review} words=${words} />`,
  };
  const extra = html`<${Extra} id=${id} making=${making} words=${words} />`;
  const header = (/** @type {any} */ where, /** @type {any} */ back) =>
    html`<${Top} app=${app} where=${where} extra=${extra}>
      ${back}
      <${ShareLink} words=${words} />
      <a class="button plain only-wide" href="/games">${words('page.games')}</a>
    </${Top}>`;
  return html`<${ReviewView}
    review=${review}
    board=${board}
    words=${words}
    keys=${app.preferences.keys}
    useMoment=${(/** @type {number} */ at) => useMoment(app, id, progress.effort, at)}
    header=${header}
    online=${online}
  />`;
}

/** The button that copies the address of this review with the current step. @param {{words: Words}} props */
function ShareLink({ words }) {
  const [did, setDid] = useState(false);
  const click = async () => {
    await copy(location.href);
    setDid(true);
    setTimeout(() => setDid(false), 2500);
  };
  return html`<button class="button plain" type="button" onClick=${click}>
    <span role="status">${words(did ? 'wait.copied' : 'review_page.share')}</span>
  </button>`;
}

/**
 * The review's menu entries: efforts, and other views of the game.
 * @param {{id: string, making: ReturnType<typeof useReview>, words: Words}} props
 */
function Extra({ id, making, words }) {
  const { review, begin } = making;
  const has = review?.efforts.filter(one => one.status === 'done').map(one => one.effort) ?? [];
  const more = /** @type {const} */ (['quick', 'normal', 'deep']).filter(
    one => one !== review?.progress.effort,
  );
  return html`${more.map(
    effort => html`<button key=${effort} class="button plain" type="button" onClick=${() => begin(effort)}>
        ${words(`review_page.${has.includes(effort) ? 'show' : 'make'}_${effort}`)}
      </button>`,
  )}
    <a class="button plain" href=${`/replay/${id}`}>${words('end.review')}</a>
    <a class="button plain" href="/training">${words('training.title')}</a>
    <a class="button plain" href="/">${words('page.to_lobby')}</a>`;
}
