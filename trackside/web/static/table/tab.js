// What a table does to its browser tab: title, icon, sounds, and a notice where one was asked for.
import { prefer } from '../app/preferences.js';
import { sounds } from './sound.js';
import { useEffect, useRef } from '../vendor/view.js';

/** @typedef {import('../types').App} App @typedef {import('../api').Snapshot} Snapshot */

const ICON = '/static/icon.svg';
const ICON_YOURS = '/static/icon-yours.svg';

/** @param {string} path */
function setIcon(path) {
  const link = /** @type {HTMLLinkElement|null} */ (document.querySelector('link[rel=icon]'));
  if (link && !link.href.endsWith(path)) link.href = path;
}

/**
 * The tab says whose turn it is, by words and by a disc; nothing blinks.
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

/** Tells somebody who looks elsewhere. @param {string} title @param {App} app */
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

/** What it sounds like when a game ends. @param {Snapshot} message */
const ending = message =>
  message.result && message.perspective !== null && message.result.winners.includes(message.perspective)
    ? 'won'
    : 'over';

/**
 * Two soft notes when my turn comes, some when the game ends; a hidden tab is told by the newest message.
 * @param {Snapshot|null} message
 * @param {boolean} yours
 * @param {boolean} seen whether the last move has been shown to its end
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

/** Sounds begin with the first press, as loud as was chosen; M switches them. @param {App} app */
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
