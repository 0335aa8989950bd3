// The printed ribbon, which never changes.
import { useMemo } from '/static/vendor/view.js';
import { el, f, g, num } from '/static/ui/pieces.js';
import { symbolsOf, tokens } from './tokens.js';
import { GOAL, bands, place, seam, setting } from './track.js';

/** @import { Plan } from './track.js' */

const SQUARES = Array.from({ length: GOAL }, (_, i) => i + 1);

/**
 * Draw a square as a rounded rectangle.
 * @param {Plan} plan
 * @param {number} square
 * @param {number} inset
 * @param {string} cls
 * @param {{[name: string]: unknown}} [more]
 */
export function block(plan, square, inset, cls, more = {}) {
  const [x0, y0, width, height] = plan.start,
    { x, y } = place(plan, square);
  const box =
    square === 0
      ? { x: x0, y: y0, width, height }
      : { x: x - plan.w / 2, y: y - plan.h / 2, width: plan.w, height: plan.h };
  return el('rect', {
    class: cls,
    x: f(box.x + inset),
    y: f(box.y + inset),
    width: box.width - 2 * inset,
    height: box.height - 2 * inset,
    rx: plan.round * 0.6,
    ...more,
  });
}

/** The paper of the ribbon. @param {{plan: Plan}} props */
export function Ribbon({ plan }) {
  return useMemo(() => {
    const all = bands(plan),
      [x, y, width, height] = plan.start;
    /** @param {string} cls @param {number} grow @param {number} [down] */
    const layer = (cls, grow, down = 0) =>
      all.map(band =>
        el('rect', {
          class: cls,
          x: f(band.x - grow),
          y: f(band.y - grow + down),
          width: f(band.width + 2 * grow),
          height: f(band.height + 2 * grow),
          rx: (band.joint ? plan.round * 0.4 : plan.round) + grow,
        }),
      );
    return g(
      { class: 'ribbon' },
      el('rect', { class: 'camp0', x, y, width, height, rx: plan.round }),
      num(0, x + 13, y + 14, plan.high, 'zero', 2.1),
      layer('snake-shadow', 1.4, 3),
      layer('snake-ink', 1.4),
      layer('snake-face', 0),
      SQUARES.filter(n => n % 10 === 0 && n < GOAL).map(n => block(plan, n, 3, 'ten')),
      SQUARES.slice(1).map(n => el('path', { class: 'sep', d: seam(plan, n) })),
    );
  }, [plan]);
}

/** Every square as a target for pieces and explanations. @param {{plan: Plan}} props */
export const Places = ({ plan }) =>
  useMemo(
    () =>
      g(
        { class: 'places' },
        [0, ...SQUARES].map(n =>
          block(plan, n, 0, 'hit', { 'data-key': `square-${n}`, 'data-about': `square-${n}` }),
        ),
      ),
    [plan],
  );

/** Numbers and tokens, above the marks. @param {{squares: string, plan: Plan}} props */
export function Print({ squares, plan }) {
  return useMemo(
    () =>
      g(
        { class: 'print' },
        SQUARES.map(n => {
          const { x, y } = place(plan, n),
            primes = symbolsOf(squares, n),
            { k, up } = setting(plan, primes.length);
          return [
            num(
              n,
              x + plan.number[0] + (plan.number[0] && n === GOAL ? 4 : 0),
              y + plan.number[1],
              plan.high,
              'sq',
              n === GOAL ? 2.6 : 2.1,
            ),
            n === GOAL &&
              el('path', {
                class: 'flag',
                transform: `translate(${f(x)} ${f(y + 7)}) scale(${plan.meeple})`,
                d: 'M-8 14V-14M-8 -14 12 -8 -8 -2',
              }),
            tokens(primes, x + plan.tokens[0], y + plan.tokens[1] - up, k, plan.perRow),
          ];
        }),
      ),
    [squares, plan],
  );
}
