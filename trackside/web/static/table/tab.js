// The table's effects on its browser tab: title, icon, sounds, and notifications if enabled.
import { prefer } from '../app/preferences.js';
import { sounds } from './sound.js';
import { useEffect, useRef } from '../vendor/view.js';

/**
 * @import { Snapshot } from '../api'
 * @import { App } from '../types'
 */

const ICON = '/static/icons/icon.svg';
const ICON_YOURS = '/static/icons/icon-yours.svg';

/** @param {string} path */
function setIcon(path) {
  const link = /** @type {HTMLLinkElement|null} */ (document.querySelector('link[rel=icon]'));
  if (link && !link.href.endsWith(path)) link.href = path;
}

/**
 * Show in the tab whether it is my turn, in words and with a disc; nothing blinks.
 * @param {string} title
 * @param {boolean} yours
 * @param {App} app
 */
export function useTab(title, yours, app) {
  useEffect(() => {
    if (!title) return undefined;
    document.title = yours ? `● ${app.words('tab.yours')} · ${title}` : `${title} · Trackside`;
    setIcon(yours ? ICON_YOURS : ICON);
    return () => setIcon(ICON);
  }, [title, yours, app.language]);
}

/** Notify a user whose tab is hidden. @param {string} title @param {App} app */
function notify(title, app) {
  if (!app.preferences.notices || typeof Notification === 'undefined') return;
  if (document.visibilityState !== 'hidden' || Notification.permission !== 'granted') return;
  const notice = new Notification(app.words('tab.notice'), {
    body: title,
    tag: location.pathname,
    icon: ICON_YOURS,
  });
  notice.onclick = () => {
    window.focus();
    notice.close();
  };
}

/** Return the sound for the end of a game. @param {Snapshot} message */
const ending = message =>
  message.result && message.perspective !== null && message.result.winners.includes(message.perspective)
    ? 'won'
    : 'over';

/**
 * Play two soft notes on my turn, and others at the end of the game; a hidden tab uses the newest message.
 * @param {Snapshot|null} message
 * @param {boolean} yours
 * @param {boolean} seen true if the last move has been shown completely
 * @param {App} app
 */
export function useAnnounce(message, yours, seen, app) {
  const before = useRef({
    yours: /** @type {boolean|null} */ (null),
    over: /** @type {boolean|null} */ (null),
  });
  const over = message ? message.table.status === 'over' && seen : null;
  useEffect(() => {
    if (!message) return;
    const was = before.current;
    before.current = { yours, over };
    if (was.over === null) return;
    if (over && !was.over) sounds.play(ending(message));
    else if (yours && !was.yours) {
      sounds.play('yours');
      notify(message.table.title, app);
    }
  }, [yours, over, message === null]);
}

/** Enable sounds with the first press, at the chosen volume; M switches them. @param {App} app */
export function useSounds(app) {
  const { sound, volume, keys } = app.preferences;
  const now = useRef({ sound, keys });
  now.current = { sound, keys };
  useEffect(() => sounds.setVolume(sound ? volume : 0), [sound, volume]);
  useEffect(() => {
    const press = () => sounds.open();
    const key = (/** @type {KeyboardEvent} */ event) => {
      press();
      const typing = event.target instanceof Element && event.target.closest('input, textarea, select');
      if (event.key.toLowerCase() !== 'm' || typing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (now.current.keys) prefer({ sound: !now.current.sound });
    };
    document.addEventListener('pointerdown', press);
    document.addEventListener('keydown', key);
    return () => {
      document.removeEventListener('pointerdown', press);
      document.removeEventListener('keydown', key);
    };
  }, []);
}
