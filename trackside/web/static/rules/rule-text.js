// The text of rules: sections of numbered rules, paragraphs, lists, tables and pictures of real positions.
import { useBoard } from '../table/boards.js';
import { useWide } from '../app/hooks.js';
import { html } from '../vendor/view.js';

/**
 * @import { Figure, GameCard, RuleBlock, RuleSection, RulesPage as Rules, Span } from '../api'
 * @import { App } from '../types'
 */

const NOTHING = () => {};
const PART_HEIGHT = 260; // maximum height in pixels of a part of a board
const TAGS = { bold: 'b', slanted: 'em', code: 'code' };

/** @param {Span[]} [spans] */
const printed = (spans = []) =>
  spans.map(({ text, mark }) => (mark === 'plain' ? text : html`<${TAGS[mark]}>${text}</${TAGS[mark]}>`));

/**
 * A position, or a part of it, with the move about to be made; nothing in it reacts to presses.
 * @param {{app: App, game: GameCard, figure: Figure}} props
 */
function Picture({ app, game, figure }) {
  const board = useBoard(game);
  const [box, roomy] = useWide();
  const { offer, part } = figure;
  const [, , width, height] = part?.split(' ').map(Number) ?? [];
  const style = part ? { maxWidth: `${Math.round((PART_HEIGHT * width) / height)}px` } : undefined;
  return html`<figure class=${`figure ${game.folder}`}>
    <div class="figure-box" style=${style} ref=${box} role="img" aria-label=${figure.caption}>
      ${
        board &&
        html`<div class="figure-drawing" inert>
          <${board.Board}
            scene=${figure.scene}
            offers=${offer ? [offer] : []}
            chosen=${offer ? offer.move : null}
            choose=${NOTHING}
            play=${NOTHING}
            words=${app.gameWords(game.name)}
            wide=${roomy || !!part}
            part=${part}
            still=${!offer}
            snug=${!!offer && !part}
            trail=${[]}
            best=${null}
            seats=${[]}
          />
        </div>`
      }
    </div>
    <figcaption class="quiet">${figure.caption}</figcaption>
  </figure>`;
}

/** @param {{block: RuleBlock}} props */
const Table = ({ block }) =>
  html`<div class="scroll-x">
    <table class="rule-table">
      <thead>
        <tr>
          ${block.head?.map((cell, i) => html`<th key=${i} scope="col">${printed(cell)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${block.rows?.map(
          ([first, ...rest], i) => html`<tr key=${i}>
            <th scope="row">${printed(first)}</th>
            ${rest.map((cell, k) => html`<td key=${k}>${printed(cell)}</td>`)}
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;

/**
 * @typedef {{app: App, game: GameCard, figures: Figure[], anchors: boolean}} Around
 */

/** The pictures that follow a block. @param {Around & {after?: string}} props */
export const Pictures = ({ app, game, figures, after }) =>
  figures
    .filter(figure => figure.after === after)
    .map((figure, i) => html`<${Picture} key=${i} app=${app} game=${game} figure=${figure} />`);

/** A rule with its number in the margin, and its pictures. @param {Around & {block: RuleBlock}} props */
function Rule({ block, ...around }) {
  const { anchors } = around;
  const number = anchors
    ? html`<a class="rule-number" href=${`#${block.number}`}>${block.number}</a>`
    : html`<span class="rule-number">${block.number}</span>`;
  return html`<div class="rule" id=${anchors ? block.number : undefined}>
    ${number}
    <div class="rule-text">
      <${Blocks} blocks=${block.blocks ?? []} ...${around} />
      <${Pictures} ...${around} after=${block.number} />
    </div>
  </div>`;
}

/** A worked example with its pictures. @param {Around & {block: RuleBlock}} props */
const Example = ({ block, ...around }) =>
  html`<section class="example" id=${around.anchors ? block.id : undefined}>
    <h3>${block.title}</h3>
    <${Blocks} blocks=${block.blocks ?? []} ...${around} />
    <${Pictures} ...${around} after=${block.id} />
  </section>`;

/** @param {Around & {blocks: RuleBlock[]}} props */
export const Blocks = ({ blocks, ...around }) =>
  blocks.map((block, i) => {
    if (block.kind === 'rule') return html`<${Rule} key=${i} block=${block} ...${around} />`;
    if (block.kind === 'example') return html`<${Example} key=${i} block=${block} ...${around} />`;
    if (block.kind === 'decision')
      return html`<div key=${i} class="decision" role="note">
        <${Blocks} blocks=${block.blocks ?? []} ...${around} />
      </div>`;
    if (block.kind === 'table') return html`<${Table} key=${i} block=${block} />`;
    if (block.kind === 'code') return html`<pre key=${i}>${printed(block.spans)}</pre>`;
    if (block.kind === 'list')
      return html`<ul key=${i} class="rule-items">
        ${block.blocks?.map(
          (item, k) => html`<li key=${k}><${Blocks} blocks=${item.blocks ?? []} ...${around} /></li>`,
        )}
      </ul>`;
    return html`<p key=${i}>${printed(block.spans)}</p>`;
  });

/** Return all words of a block. @param {RuleBlock} block @returns {string} */
export const wordsOf = block =>
  [
    block.number,
    block.title,
    ...(block.spans ?? []).map(span => span.text),
    ...(block.blocks ?? []).map(wordsOf),
    ...[block.head ?? [], ...(block.rows ?? [])].flat(2).map(span => span.text),
  ].join(' ');

/**
 * Return the sections with the blocks that contain a text, or all blocks if the heading contains it.
 * @param {RuleSection[]} sections
 * @param {string} wanted
 */
export function findIn(sections, wanted) {
  const sought = wanted.trim().toLowerCase();
  const has = (/** @type {string} */ text) => text.toLowerCase().includes(sought);
  return sections
    .map(section =>
      has(section.title) ? section : { ...section, blocks: section.blocks.filter(one => has(wordsOf(one))) },
    )
    .filter(section => section.blocks.length > 0);
}

/**
 * The sections with their headings; the prefix keeps ids unique above a page with the same rules.
 * @param {Around & {sections: RuleSection[], prefix?: string}} props
 */
export const Sections = ({ sections, prefix = '', ...around }) =>
  sections.map(
    section => html`<section key=${section.id} class="rule-section" aria-labelledby=${prefix + section.id}>
      <h2 id=${prefix + section.id} tabindex="-1">${section.title}</h2>
      <${Blocks} blocks=${section.blocks} ...${around} />
    </section>`,
  );
