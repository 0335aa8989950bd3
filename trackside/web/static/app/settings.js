// The settings menu: motion, sound and appearance, stored in this browser.
import { NameField, SelectField } from '../ui/fields.js';
import { useReduced } from './hooks.js';
import { LANGUAGES, PACES, prefer } from './preferences.js';
import { html, useState } from '../vendor/view.js';
import { icon } from '../ui/icons.js';

/** @import { App, Pace, Preferences } from '../types' */

const THEMES = ['system', 'light', 'dark'];
const LOUDEST = 10;

/** @param {{app: App}} props */
function PaceField({ app }) {
  const { words, preferences } = app;
  const reduced = useReduced();
  const now = preferences.pace ?? (reduced ? 'once' : 'normal');
  return html`<fieldset class="menu-line">
    <legend>${words('settings.pace')}</legend>
    <div class="segments">
      ${Object.keys(PACES).map(
        pace =>
          html`<label key=${pace}>
            <input
              type="radio"
              name="pace"
              value=${pace}
              checked=${pace === now}
              onChange=${() => prefer({ pace: /** @type {Pace} */ (pace) })}
            />
            <span>${words(`pace.${pace}`)}</span>
          </label>`,
      )}
    </div>
  </fieldset>`;
}

/** The sound switch. @param {{app: App}} props */
export function SoundButton({ app }) {
  const { words, preferences } = app;
  const label = words(preferences.sound ? 'settings.sound_on' : 'settings.sound_off');
  return html`<button
    class="button plain icon-only sound-button only-wide"
    type="button"
    aria-label=${label}
    title=${label}
    onClick=${() => prefer({ sound: !preferences.sound })}
  >
    ${icon(preferences.sound ? 'sound' : 'silence')}
  </button>`;
}

/** @param {{app: App}} props */
function VolumeField({ app }) {
  const { words, preferences } = app;
  const level = preferences.sound ? Math.round(preferences.volume * LOUDEST) : 0;
  const change = (/** @type {any} */ event) => {
    const volume = Number(event.target.value) / LOUDEST;
    prefer(volume > 0 ? { sound: true, volume } : { sound: false });
  };
  return html`<label class="menu-line volume">
    <span>${words('settings.volume')}</span>
    <span class="volume-control">
      ${icon(level ? 'sound' : 'silence')}
      <input type="range" min="0" max=${LOUDEST} value=${level} onInput=${change} />
      <kbd>M</kbd>
    </span>
  </label>`;
}

/**
 * The switch for notifications when it is my turn in a hidden tab. It asks for permission only when pressed.
 * @param {{app: App}} props
 */
function NoticesField({ app }) {
  const { words, preferences } = app;
  const [refused, setRefused] = useState(false);
  if (typeof Notification === 'undefined') return null;
  const on = preferences.notices && Notification.permission === 'granted';
  const press = async () => {
    if (on) {
      prefer({ notices: false });
      return;
    }
    const answer = await Notification.requestPermission();
    setRefused(answer === 'denied');
    prefer({ notices: answer === 'granted' });
  };
  return html`<div class="menu-line">
      <span>${words('settings.notices')}</span>
      <button class="button small" type="button" aria-pressed=${on} onClick=${press}>
        ${words(on ? 'settings.notices_off' : 'settings.notices_on')}
      </button>
    </div>
    ${refused && html`<p class="quiet" role="status">${words('settings.notices_refused')}</p>`}`;
}

/** @param {{app: App, showKeys: () => void}} props */
export function Settings({ app, showKeys }) {
  const { words, preferences } = app;
  const check = (/** @type {'autoroll'|'keys'|'guide'} */ name) => {
    const change = (/** @type {any} */ event) =>
      prefer({ [name]: event.target.checked, ...(name === 'guide' ? { explained: [] } : {}) });
    return html`<label class="check">
      <input type="checkbox" checked=${preferences[name]} onChange=${change} />
      <span>${words(`settings.${name}`)}</span>
    </label>`;
  };
  return html`<div class="panel-part settings">
    <${PaceField} app=${app} />
    <${VolumeField} app=${app} />
    ${check('autoroll')}
    <${NoticesField} app=${app} />
    ${check('guide')}${check('keys')}
    <button class="link keys-link" type="button" onClick=${showKeys}>
      ${words('keys.show')} <kbd>?</kbd>
    </button>
    <${NameField} app=${app} />
    <${SelectField}
      label=${words('settings.language')}
      value=${app.language}
      choices=${LANGUAGES.map(one => [one, words(`language.${one}`)])}
      change=${(/** @type {string} */ language) => prefer({ language })}
    />
    <${SelectField}
      label=${words('settings.theme')}
      value=${preferences.theme}
      choices=${THEMES.map(one => [one, words(`theme.${one}`)])}
      change=${(/** @type {Preferences['theme']} */ theme) => prefer({ theme })}
    />
  </div>`;
}
