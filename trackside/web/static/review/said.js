// The text of a step: a description, the reasons, and all moves or outcomes on one scale.
import { digitsOf, isChoice, plainFigure, scaleOf } from './data.js';
import { SignIcon } from './signs.js';
import { spoken } from './story.js';
import { Dot, FairSign, OpenSign, PairOfDots } from './sums.js';
import { html, useEffect, useRef, useState } from '../vendor/view.js';

/**
 * @import { ReviewMoment as Moment, ReviewOption, ReviewOutcome, ReviewPage as Review, ReviewStep } from '../api'
 * @import { Words } from '../types'
 * @import { Shared } from './story.js'
 */

const MADE = html`<path class="rv-made-line" d="M2 7H13" />
  <path class="rv-made-head" d="M12 2 21 7 12 12Z" />`;
const BETTER = html`<path class="rv-better-line" d="M2 7H15" /><circle class="step" cx="19" cy="7" r="3" />`;

/** The symbol of a move's line on the board, before its name. @param {{look: string}} props */
const KeyLine = ({ look }) =>
  html`<svg class="rv-key-line" viewBox="0 0 22 14" aria-hidden="true">
    ${look === 'made' && MADE}
    ${look === 'best' && BETTER}
  </svg>`;

const FEW = 6;

/**
 * Return the visible part of a long list: the best, what was made, happened or was answered, and the next few.
 * @template {{made?: boolean, came?: boolean}} One
 * @param {One[]} all
 * @param {One} [yours]
 * @returns {One[]}
 */
export function few(all, yours) {
  if (all.length <= FEW) return all;
  const own = all.filter(one => one.made || one.came || one === yours);
  const others = all.filter(one => !own.includes(one)).slice(0, Math.max(1, FEW - 1 - own.length));
  return all.filter(one => own.includes(one) || others.includes(one));
}

/** Return a scale that holds all values with their errors. @param {{value: number, error: number}[]} all */
export function scaleFor(all) {
  const [low, high] = [
    Math.min(...all.map(one => one.value - 2 * one.error)),
    Math.max(...all.map(one => one.value + 2 * one.error)),
  ];
  const air = Math.max(1, 0.06 * (high - low));
  return { low: low - air, high: high + air };
}

/** Return the class of a move. @param {{best: boolean, made: boolean}} option */
const lookOf = ({ best, made }) => (best ? 'best' : made ? 'made' : '');

/**
 * Return the tags of a move: the best, equal to it, made in the game, the answer to a question.
 * @param {ReviewOption} one
 * @param {{words: Words, yours?: ReviewOption}} more
 */
export function tagsOf(one, { words, yours }) {
  const made = yours ? 'review_page.tag_played' : 'review_page.tag_made';
  return [
    one.best && words('review_page.tag_best'),
    one.equal && words('review_page.tag_equal'),
    one === yours && words('review_page.tag_yours'),
    one.made && words(made),
  ].filter(Boolean);
}

/**
 * The possible moves, the best first; in a question, `yours` is the answer.
 * @param {{options: ReviewOption[], unit: string|null, secrets: boolean, words: Words, yours?: ReviewOption}} props
 */
export function Moves({ options, unit, secrets, words, yours }) {
  const [all, setAll] = useState(false);
  const [times, digits] = [scaleOf({ unit }), digitsOf({ unit })];
  const pairs = secrets && options.some(one => one.open !== null);
  const values = options.flatMap(one => [
    { value: one.chance * times, error: one.error * times },
    ...(pairs && one.open !== null ? [{ value: one.open * times, error: 0 }] : []),
  ]);
  const scale = scaleFor(values);
  const shown = all ? options : few(options, yours);
  const line = (/** @type {ReviewOption} */ one) => {
    const look = lookOf(yours ? { best: one.best, made: one === yours } : one);
    const tags = tagsOf(one, { words, yours });
    const value = one.chance * times;
    const open = one.open === null ? null : one.open * times;
    return html`<li key=${one.moves.join(' ')} class=${look}>
      <${KeyLine} look=${look} />
      <span class="which">
        <b>${one.label}</b>${' '}
        <span class="rv-tagword">${tags.join(', ')}</span>
      </span>
      <span class="v">
        ${plainFigure(value, digits, words)}${!pairs && unit !== 'points' && html`<span class="quiet"> %</span>`}
      </span>
      ${pairs && html`<span class="v open">${open === null ? '–' : plainFigure(open, digits, words)}</span>`}
      <small>${one.brings.join(' ')}</small>
      ${
        pairs && open !== null
          ? html`<${PairOfDots} value=${value} open=${open} ...${scale} width=${96} />`
          : html`<${Dot} value=${value} error=${one.error * times} look=${look} ...${scale} />`
      }
    </li>`;
  };
  return html`${
    pairs &&
    html`<p class="rv-heads" aria-hidden="true">
        <span>${words('review_page.move')}</span>
        <svg viewBox="-8 -8 16 16" width="16" height="16">${FairSign(0, 0)}</svg>
        <svg viewBox="-8 -8 16 16" width="16" height="16">${OpenSign(0, 0)}</svg>
      </p>`
  }
    <ul class=${`rv-moves${pairs ? ' pairs' : ''}`} aria-label=${words('review_page.moves')}>${shown.map(line)}</ul>
    ${
      shown.length < options.length &&
      html`<button class="button plain small rv-more" type="button" onClick=${() => setAll(true)}>
        ${words.count('review_page.more_moves', options.length - shown.length)}
      </button>`
    }`;
}

/**
 * The possible outcomes of chance, the best for the reader first.
 * @param {{outcomes: ReviewOutcome[], sampled: boolean, review: Review, words: Words}} props
 */
function Outcomes({ outcomes, sampled, review, words }) {
  const [all, setAll] = useState(false);
  const [times, digits] = [scaleOf(review), digitsOf(review)];
  const sorted = outcomes.toSorted((a, b) => b.chances[review.seat] - a.chances[review.seat]);
  const total = outcomes.reduce((sum, one) => sum + one.weight, 0);
  const likely = (/** @type {number} */ weight) => plainFigure((100 * weight) / total, 0, words);
  const scale = scaleFor(sorted.map(one => ({ value: one.chances[review.seat] * times, error: 0 })));
  const shown = all ? sorted : few(sorted);
  return html`<ul class="rv-moves outcomes" aria-label=${words('review_page.outcomes')}>
      ${shown.map(one => {
        const value = one.chances[review.seat] * times;
        return html`<li key=${one.text} class=${one.came ? 'made' : ''}>
          <${KeyLine} look=${one.came ? 'made' : ''} />
          <span class="which">
            <b>${one.says}</b>${' '}
            <span class="rv-tagword">${one.came && words('review_page.tag_came')}</span>
            <span class="quiet"> ${words('review_page.weight', { n: likely(one.weight) })}</span>
          </span>
          <${Dot} value=${value} error=${0} look=${one.came ? 'made' : ''} ...${scale} />
          <span class="v">
            ${plainFigure(value, digits, words)}${review.unit !== 'points' && html`<span class="quiet"> %</span>`}
          </span>
        </li>`;
      })}
    </ul>
    ${
      shown.length < sorted.length &&
      html`<button class="button plain small rv-more" type="button" onClick=${() => setAll(true)}>
        ${words.count('review_page.more_outcomes', sorted.length - shown.length)}
      </button>`
    }
    ${sampled && html`<p class="quiet">${words('review_page.sampled')}</p>`}`;
}

const QUIET = 500; // milliseconds before a stop is announced

/**
 * The sentence of a step for screen readers, after a short stay; the curve announces itself.
 * @param {{step: ReviewStep, words: Words}} props
 */
function Spoken({ step, words }) {
  const [text, setText] = useState('');
  const first = useRef(true);
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return undefined;
    }
    const timer = setTimeout(() => {
      if (document.activeElement?.getAttribute('role') !== 'slider') setText(spoken(step, words));
    }, QUIET);
    return () => clearTimeout(timer);
  }, [step.step]);
  return html`<p class="hidden-text" role="status" data-said="step">${text}</p>`;
}

/**
 * Return the certainty of the verdict.
 * @param {ReviewStep} step
 * @param {Review} review
 * @param {Words} words
 */
function doubtOf(step, review, words) {
  if (!isChoice(step) || !step.best || step.made?.best !== false) return '';
  const values = {
    n: plainFigure(-step.loss * scaleOf(review), 1, words),
    error: plainFigure(2 * step.loss_error * scaleOf(review), 1, words),
  };
  const unit = review.unit === 'points' ? '_points' : '';
  return words(step.word ? `review_page.clear${unit}` : `review_page.not_clear${unit}`, values);
}

/**
 * @param {Shared & {step: ReviewStep, moment: Moment|null, note: any, learn: string|null}} props
 */
export function Said({ review, moments, seats, board, step, moment, words, note, learn }) {
  const known = moment?.step.step === step.step ? moment : null;
  const { cause } = step;
  const mine = step.seat === review.seat;
  const sign = moments.find(one => one.step === step.step) ?? {
    ...{ cause, word: step.word, mine },
    ...(step.word ? {} : board?.luckSign?.(step.text)),
  };
  const doubt = doubtOf(step, review, words);
  const Hidden = board?.Hidden;
  return html`<section class="rv-said" aria-label=${words('review_page.said')} tabindex="0">
    <${Spoken} step=${step} words=${words} />
    ${note}
    <div class="rv-what">
      ${(step.word || !isChoice(step) || cause === 'information') && html`<${SignIcon} sign=${sign} size=${32} />`}
      <h2>${step.title}</h2>
      <p>${step.says}</p>
    </div>
    ${
      known &&
      Hidden &&
      review.secrets &&
      isChoice(step) &&
      html`<div class="rv-twin">
        ${[known.scene, known.open].map(
          (scene, i) => html`<section key=${i}>
            <h3>
              <svg class="key" viewBox="-8 -8 16 16" width="16" height="16" aria-hidden="true">
                ${i ? OpenSign(0, 0) : FairSign(0, 0)}
              </svg>
              ${words(i ? 'review_page.all_cards' : perspectiveWord(step, seats))}
            </h3>
            <${Hidden} scene=${scene} seat=${step.seat} words=${words} />
          </section>`,
        )}
      </div>`
    }
    ${
      known && known.options.length > 0
        ? html`<${Moves}
            key=${step.step}
            options=${known.options}
            unit=${review.unit}
            secrets=${review.secrets}
            words=${words}
          />`
        : known &&
          known.outcomes.length > 1 &&
          html`<${Outcomes}
            key=${step.step}
            outcomes=${known.outcomes}
            sampled=${known.sampled}
            review=${review}
            words=${words}
          />`
    }
    ${doubt && html`<p class="quiet">${doubt}</p>`}
    ${
      learn?.includes('#') &&
      html`<a class="button primary only-tall" href=${learn}>${words('review_page.find_better')}</a>`
    }
  </section>`;
}

/**
 * Return the key of the name of the perspective from which a step was decided.
 * @param {ReviewStep} step
 * @param {{mine: boolean}[]} seats
 */
export const perspectiveWord = (step, seats) =>
  seats[step.seat]?.mine ? 'review_page.you_saw' : 'review_page.they_saw';
