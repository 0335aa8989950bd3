// The board in its box.
import { useWide } from '../app/hooks.js';
import { HoverCard } from './hover.js';
import { html, useEffect, useState } from '../vendor/view.js';

/** @import { BoardModule, BoardProps } from '../types' */

/** Return true if the board is larger than its box. @param {{current: HTMLElement|null}} box */
function useScrolls(box) {
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const { current } = box;
    if (current) setScrolls(current.scrollHeight > current.clientHeight + 1);
  });
  return scrolls;
}

/**
 * The board in its box, or the given children in its place.
 * @param {{board: BoardModule|null, label: string, wide?: boolean, children?: any} & Omit<BoardProps, 'wide'>} props
 */
export function Stage({ board, label, wide: asked, children, ...rest }) {
  const [box, roomy] = useWide();
  const wide = asked ?? roomy;
  const scrolls = useScrolls(box);
  return html`<div class="mat" ref=${box} role="group" aria-label=${label} tabindex=${scrolls ? 0 : -1}>
    ${children || (board && html`<${board.Board} ...${rest} wide=${wide} />`)}
    ${board?.about && html`<${HoverCard} box=${box} about=${board.about} ...${rest} />`}
  </div>`;
}
