// The verification of a finished game: every roll and draw recomputed in the browser.
import { isKept, saltFindings, verdicts } from './draws.js';
import { shownDigest } from './fairness.js';
import { get } from '../app/http.js';
import { ErrorNote } from '../ui/notes.js';
import { seenCommitments } from './salt.js';
import { html, useEffect, useState } from '../vendor/view.js';

/**
 * @import { DiceDraw, DiceProof } from '../api'
 * @import { App, Words } from '../types'
 * @import { Verdict } from './draws.js'
 */

const BREATH = 12; // milliseconds of computing before the page may draw
const SIGNS = { right: '✓', wrong: '✕', unknown: '–' };

/** Load the sources of a game's dice, and its draws. @param {App} app @param {string} id */
function useProof(app, id) {
  const [proof, setProof] = useState(/** @type {DiceProof|null} */ (null));
  const [error, setError] = useState('');
  useEffect(() => {
    get(`/api/tables/${id}/dice`, { language: app.language }).then(setProof, refusal =>
      setError(refusal.message),
    );
  }, [id, app.language]);
  return { proof, error };
}

/** Return the verdicts on all draws, as they are computed. @param {DiceProof|null} proof @returns {Verdict[]} */
function useVerdicts(proof) {
  const [found, setFound] = useState(/** @type {Verdict[]} */ ([]));
  useEffect(() => {
    if (!proof) return undefined;
    const all = verdicts(proof);
    /** @type {Verdict[]} */
    const known = [];
    /** @type {ReturnType<typeof setTimeout>} */
    let timer;
    const work = () => {
      const until = performance.now() + BREATH;
      let next = all.next();
      while (!next.done) {
        known.push(next.value);
        if (performance.now() > until) break;
        next = all.next();
      }
      setFound([...known]);
      if (!next.done) timer = setTimeout(work);
    };
    work();
    return () => clearTimeout(timer);
  }, [proof]);
  return found;
}

/** A sentence with the symbol of its verdict. @param {{verdict: Verdict, children?: any}} props */
const Finding = ({ verdict, children }) =>
  html`<p class=${`finding ${verdict}`}>
    <span class="sign" aria-hidden="true">${SIGNS[verdict]}</span><span>${children}</span>
  </p>`;

/** Return when something was drawn. @param {DiceDraw} draw @param {Words} words */
const when = ({ turn }, words) => (turn ? words('end.turn', { turn }) : words('fair.setup'));

/**
 * The result of all draws together.
 * @param {{proof: DiceProof, found: Verdict[], id: string, words: Words, close: () => void}} props
 */
function Summary({ proof, found, id, words, close }) {
  const { draws } = proof;
  const [n, all] = [
    found.filter(one => one === 'right').length,
    found.filter(one => one !== 'unknown').length,
  ];
  if (found.length < draws.length)
    return html`<div class="checking" role="status">
      <p>${words('fair.checking', { n: found.length, all: draws.length })}</p>
      <progress max=${draws.length} value=${found.length} aria-label=${words('fair.open')}></progress>
    </div>`;
  const wrong = draws.filter((_, i) => found[i] === 'wrong');
  const [verdict, says] =
    all === 0
      ? /** @type {const} */ (['unknown', words('fair.nothing')])
      : /** @type {const} */ (['right', words('fair.all_right', { n, all })]);
  if (wrong.length === 0)
    return html`<div class="dice-verdict" role="status">
      <${Finding} verdict=${verdict}><b>${says}</b></${Finding}>
    </div>`;
  const [first] = wrong;
  return html`<div class="dice-verdict" role="alert">
    <${Finding} verdict="wrong">
      <b>${words('fair.some_wrong', { n: wrong.length, all })}</b>${' '}
      ${words('fair.first_wrong', { when: when(first, words), says: first.says })}${' '}
      <a href=${`/replay/${id}#${first.entry + 1}`} onClick=${close}>${words('fair.look')}</a>
    </${Finding}>
  </div>`;
}

/**
 * The list of what is proved about the sources of the dice, and what cannot be.
 * @param {{proof: DiceProof, id: string, words: Words}} props
 */
function Sources({ proof, id, words }) {
  const { source, dice_from: before, salts, draws, commitment } = proof;
  const shown = shownDigest(id);
  const kept = isKept(proof);
  const revealed = salts.filter(({ salt }) => salt !== null).length;
  const early = draws.filter(draw => draw.entry < before).length;
  /** @type {[says: string|false, verdict: Verdict][]} */
  const findings = [
    [source === 'none' && words('fair.no_seed'), 'unknown'],
    [kept === false && words('fair.not_kept'), 'wrong'],
    [shown !== null && shown !== commitment && words('fair.not_shown'), 'wrong'],
    [kept === true && source === 'table' && words('fair.kept'), 'right'],
    [source === 'table' && shown !== null && shown === commitment && words('fair.shown'), 'right'],
    [kept === null && source === 'table' && words('fair.no_digest'), 'unknown'],
    [source === 'imported' && words('fair.imported'), 'unknown'],
    [source === 'what_if' && words('fair.what_if'), 'unknown'],
    ...saltFindings(salts, seenCommitments(id, salts)).map(
      ([key, verdict, who]) => /** @type {[string, Verdict]} */ ([words(key, { who }), verdict]),
    ),
    [source !== 'none' && revealed > 0 && words.count('fair.salted', revealed), 'right'],
    [source !== 'none' && early > 0 && words('fair.early', { n: early }), 'unknown'],
  ];
  return findings.map(
    ([says, verdict]) => says && html`<${Finding} key=${says} verdict=${verdict}>${says}</${Finding}>`,
  );
}

/** The list of draws with their verdicts. @param {{proof: DiceProof, found: Verdict[], words: Words}} props */
const Draws = ({ proof, found, words }) =>
  html`<ol class="draws" tabindex="0" aria-label=${words('fair.draws')}>
    ${proof.draws.slice(0, found.length).map(
      (draw, i) =>
        html`<li key=${draw.entry} class=${found[i]}>
          <span class="sign" aria-hidden="true">${SIGNS[found[i]]}</span>
          <span class="quiet tabular">${when(draw, words)}</span>
          <span>${draw.says}</span>
          <span class="quiet">${words(`fair.${found[i]}`)}</span>
        </li>`,
    )}
  </ol>`;

/** @param {{app: App, id: string, secrets: boolean, words: Words, close: () => void}} props */
export function Verify({ app, id, secrets, words, close }) {
  const { proof, error } = useProof(app, id);
  const found = useVerdicts(proof);
  if (error) return html`<${ErrorNote} text=${error} />`;
  if (!proof) return html`<p role="status" aria-busy="true">${words('fair.reading')}</p>`;
  return html`<${Summary} proof=${proof} found=${found} id=${id} words=${words} close=${close} />
    <${Sources} proof=${proof} id=${id} words=${words} />
    ${secrets && html`<p class="quiet">${words('fair.hidden')}</p>`}
    <${Draws} proof=${proof} found=${found} words=${words} />`;
}
