// The choice of the next opponents after a game.
import { Dialog } from '../ui/dialog.js';
import { BotFace } from '../ui/faces.js';
import { html, useState } from '../vendor/view.js';

/**
 * @import { Level, SeatInfo } from '../api'
 * @import { Words } from '../types'
 */

/**
 * The choice of the next opponents, with their faces and playing styles.
 * @param {object} props
 * @param {SeatInfo[]} props.seats
 * @param {Level[]} props.levels
 * @param {Words} props.words
 * @param {(level: string) => void} props.choose
 * @param {() => void} props.close
 */
export function LevelDialog({ seats, levels, words, choose, close }) {
  const now = seats.find(seat => seat.kind === 'bot' && seat.level)?.level ?? null;
  const [level, setLevel] = useState(/** @type {string|null} */ (now));
  return html`<${Dialog} small title=${words('end.level')} words=${words} close=${close}>
    <div class="dialog-form">
      <div class="dialog-body one levels">
        ${levels.map(
          one =>
            html`<label key=${one.name} class=${`choice${one.name === level ? ' on' : ''}`}>
              <input
                type="radio"
                name="level"
                value=${one.name}
                checked=${one.name === level}
                onChange=${() => setLevel(one.name)}
              />
              <${BotFace} level=${one.name} size=${44} />
              <span>
                <b>${one.label}</b>
                ${words.has(`plays.${one.name}`) && html`<small>${words(`plays.${one.name}`)}</small>`}
              </span>
            </label>`,
        )}
      </div>
      <footer>
        <button class="button push" type="button" onClick=${close}>${words('page.cancel')}</button>
        <button class="button primary" type="button" disabled=${!level} onClick=${() => level && choose(level)}>
          ${words('end.again')}
        </button>
      </footer>
    </div>
  </${Dialog}>`;
}
