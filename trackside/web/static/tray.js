// The tray: what to do now, the one button that does it, and my things.
import { badge, die, el, g } from './kit.js';
import { Wrong } from './parts.js';
import { prefer } from './preferences.js';
import { useDesk } from './stage.js';
import { html, useEffect, useState } from './vendor/view.js';
import { clockText, nameOf, signed } from './words.js';

/**
 * @typedef {import('./types').App} App
 * @typedef {import('./types').Words} Words
 * @typedef {import('./types').Offer} Offer
 * @typedef {import('./types').BoardModule} BoardModule
 */

/** The time left, counted down. @param {{deadline: number, label: string}} props */
export function Clock({ deadline, label }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  const left = (deadline - now) / 1000;
  return html`<span class=${`clock tabular${left < 10 ? ' short' : ''}`} role="timer" aria-label=${label}>${clockText(left)}</span>`;
}

/**
 * The die before it is rolled, blank, and while it tumbles; once it lies the game draws it among its things.
 * @param {{n: number|null}} props
 */
export const Die = ({ n }) =>
  el(
    'svg',
    {
      class: `the-die${n === null ? '' : ' rolling'}`,
      width: 44,
      height: 48,
      viewBox: '-24 -24 48 54',
      'aria-hidden': 'true',
    },
    n === null
      ? g(
          { class: 'die' },
          el('rect', { class: 'die-edge', x: -22, y: -18, width: 44, height: 44, rx: 10 }),
          el('rect', { class: 'die-face', x: -22, y: -22, width: 44, height: 44, rx: 10 }),
        )
      : die(n, 0, 0),
  );

/**
 * The moves as a list of buttons with words, so that everything can be done without the board.
 * @param {{offers: Offer[], chances?: Map<number, number|null>, chosen: number|null, label: string}} props
 */
export const OfferList = ({ offers, chances, chosen, label }) =>
  html`<ul class="offer-list" aria-label=${label}>${offers.map(
    offer => html`<li key=${offer.move}>
  <button type="button" class=${`offer-button${offer.move === chosen ? ' on' : ''}`} data-move=${offer.move}>${typeof chances?.get(offer.move) === 'number' && html`<b class="chance-of tabular">${Math.round(Number(chances.get(offer.move)) * 100)} %</b>`}<span>${offer.label}${offer.brings.length > 0 && html` <small>${offer.brings.join(' ')}</small>`}</span></button></li>`,
  )}</ul>`;

/**
 * A sentence that explains a kind of decision the first time it comes up.
 * @param {{app: App, game: string, phase: string|undefined}} props
 */
export function Guide({ app, game, phase }) {
  const { preferences } = app;
  const words = app.gameWords(game),
    name = `${game} ${phase}`;
  if (!phase || !preferences.guide || preferences.explained.includes(name) || !words.has(`guide.${phase}`))
    return null;
  return html`<div class="note guide"><span class="sign" aria-hidden="true">?</span><span>${words(`guide.${phase}`)} <a href=${`/rules/${game}`}>${words('table.guide_rules')}</a></span>
    <button class="button small" type="button" onClick=${() => prefer({ explained: [...preferences.explained, name] })}>${words('table.guide_ok')}</button></div>`;
}

/**
 * What is said above a hint: where there is nothing to choose, nobody has weighed anything.
 * @param {import('./types').Hinted[]} hint
 */
const hintTitle = hint => (hint.some(one => one.value !== null) ? 'table.hint_title' : 'table.hint_only');

/**
 * The offers a hint speaks of, best first.
 * @param {import('./types').Hinted[]} hint
 * @param {Offer[]} offers
 * @returns {Offer[]}
 */
const hinted = (hint, offers) => hint.flatMap(one => offers.find(offer => offer.move === one.move) ?? []);

/**
 * @param {{app: App, game: string, board: BoardModule|null, view: import('./types').View, offers: Offer[],
 *   chosen: number|null, choose: (move: number|null) => void, play: (move: number) => void,
 *   busy: boolean, waiting: string, deadline: number|null, hint: import('./types').Hinted[]|null, askHint: () => void, all: boolean, setAll: (all: boolean) => void, undo: (() => void)|null, roll: (() => void)|null, rolled: number|null, rolling: boolean, error: string|null, forgive: () => void}} props
 */
export function Tray(props) {
  const { app, game, board, view, offers, chosen, choose, play, busy, error, all } = props;
  const words = app.gameWords(game);
  const desk = useDesk();
  const mine = offers.length > 0;
  const offer = offers.find(one => one.move === chosen);
  const Things = board?.Tray;
  return html`<section class=${`tray${mine || props.roll ? ' active' : ''}`} aria-labelledby="tray-title"><h2 class="hidden-text" id="tray-title">${words('table.tray')}</h2>
    ${error && html`<${Wrong} text=${error} close=${props.forgive} words=${words} />`}
    ${mine && html`<${Guide} app=${app} game=${game} phase=${view.scene.phase} />`}
    <div class="prompt">${(props.roll || props.rolling) && html`<${Die} n=${props.roll ? null : props.rolled} />`}
      <div class=${`say${offer ? ' previewing' : ''}`}><p role="status" class="now-say">${props.rolling ? words('table.rolling') : props.roll ? words('table.roll_it') : mine ? view.prompt : props.waiting}</p>
        <p class="preview-line">${offer?.label ?? ''}</p><p class="hidden-text" aria-live="polite">${offer?.brings.join(' ') ?? ''}</p></div>
      ${props.deadline !== null && html`<${Clock} deadline=${props.deadline} label=${words('table.clock')} />`}
      <${Acts} ...${props} words=${words} mine=${mine} /></div>
    ${
      props.hint && mine
        ? html`<div class="list-part"><h3 class="label">${words(hintTitle(props.hint))}</h3><${OfferList} offers=${hinted(props.hint, offers)} chances=${new Map(props.hint.map(one => [one.move, one.value]))} chosen=${chosen} label=${words(hintTitle(props.hint))} /></div>`
        : all && mine
          ? html`<div class="list-part"><h3 class="label">${words('table.all_title')}</h3><${OfferList} offers=${offers} chosen=${chosen} label=${words('table.all_title')} /></div>`
          : Things &&
            html`<${Things} scene=${view.scene} offers=${busy ? [] : offers} chosen=${chosen} choose=${choose} play=${play} words=${words} wide=${desk} />`
    }
  </section>`;
}

/** The buttons beside the prompt; one of them is primary. @param {any} props */
function Acts({ board, offers, chosen, play, busy, words, all, setAll, mine, undo, askHint, roll }) {
  if (roll)
    return html`<div class="acts"><button class="button primary" type="button" onClick=${roll} title=${words('table.roll_key')}>${words('table.roll')}</button></div>`;
  const offered =
    board?.primary?.(offers, chosen, words) ??
    (chosen !== null && offers.some((/** @type {Offer} */ one) => one.move === chosen)
      ? { move: chosen, label: words('table.play_it') }
      : null);
  return html`<div class="acts">
    ${undo && html`<button class="button only-wide" type="button" onClick=${undo} title=${words('table.undo_key')}>${words('table.undo')}</button>`}
    ${mine && html`<button class="button only-wide" type="button" onClick=${askHint} title=${words('table.hint_key')}>${words('table.hint')}</button>`}
    ${mine && html`<button class="button only-wide" type="button" aria-pressed=${all} onClick=${() => setAll(!all)}>${words('table.all')}</button>`}
    ${mine && html`<button class="button primary" type="button" disabled=${busy || !offered} onClick=${() => offered && play(offered.move)}>${offered?.label ?? words('table.choose')}</button>`}</div>`;
}

/**
 * The final scores: one sentence, a table, notes.
 * @param {{result: import('./types').Result, seats: import('./types').Seat[], words: Words, label: string,
 *   children?: any}} props
 */
export function Ending({ result, seats, words, label, children }) {
  return html`<section class="end-card" aria-label=${words('end.title')}><p class="label">${label}</p><h2>${result.says}</h2>
    <div class="scroll-x" tabindex="0" role="group" aria-label=${words('end.table')}><table><thead><tr><th scope="col">${words('end.player')}</th>${result.columns.map((column, i) => html`<th key=${i} scope="col">${column}</th>`)}</tr></thead>
      <tbody>${result.rows.map(
        (
          row,
          seat,
        ) => html`<tr key=${seat} class=${result.winners.includes(seat) ? 'win' : undefined}><th scope="row"><span class="of">${badge(seats[seat]?.colour ?? 'white', 22)}${nameOf(seats[seat], words)}${result.winners.includes(seat) && seats.length > 1 ? ` · ${words('end.wins')}` : ''}</span></th>
        ${row.map((cell, i) => html`<td key=${i} class=${[i === row.length - 1 ? 'total' : '', typeof cell === 'number' && cell < 0 ? 'neg' : ''].join(' ').trim() || undefined}>${signed(cell)}</td>`)}</tr>`,
      )}</tbody></table></div>
    ${result.notes.length > 0 && html`<div class="end-notes quiet">${result.notes.map((note, i) => html`<p key=${i}>${note}</p>`)}</div>`}
    <div class="buttons">${children}</div></section>`;
}
