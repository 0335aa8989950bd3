// The lessons of a game and the learner's progress.
import { get } from '../app/http.js';
import { useEffect, useState } from '../vendor/view.js';

/**
 * @import { GameCard, LessonPage } from '../api'
 * @import { Setup } from '../lobby/new-table.js'
 * @import { App, Preferences } from '../types'
 */

const MINUTES = 10; // for all lessons of a game

/** Return the ids of the finished lessons of a game. @param {GameCard} game @param {Preferences['lessons']} kept */
export const doneLessons = (game, kept) =>
  game.lessons.map(lesson => lesson.id).filter(id => kept[game.name]?.includes(id));

/**
 * Return the finished lessons with one more.
 * @param {Preferences['lessons']} kept
 * @param {string} game
 * @param {string} id
 * @returns {Preferences['lessons']}
 */
export const withDone = (kept, game, id) => ({ ...kept, [game]: [...new Set([...(kept[game] ?? []), id])] });

/** Return the first unfinished lesson, or the first of all. @param {GameCard} game @param {string[]} done */
export const nextLesson = (game, done) =>
  (game.lessons.find(lesson => !done.includes(lesson.id)) ?? game.lessons[0])?.id ?? '';

/** Return how many minutes the remaining lessons take. @param {GameCard} game @param {string[]} done */
export const minutesLeft = (game, done) =>
  Math.ceil((MINUTES * (game.lessons.length - done.length)) / game.lessons.length);

/** Return the next lesson, if there is one. @param {GameCard} game @param {string} id */
export const lessonAfter = (game, id) =>
  game.lessons[game.lessons.findIndex(lesson => lesson.id === id) + 1]?.id ?? null;

/** @param {string} game @param {string} [id] */
export const lessonPath = (game, id) => (id ? `/learn/${game}/${id}` : `/learn/${game}`);

/** @type {Map<string, Promise<LessonPage>>} */
const asked = new Map();

/**
 * Load the lessons of a game, once per language.
 * @param {App} app
 * @param {string} name
 * @returns {{page: LessonPage|null, error: string}}
 */
export function useCourse(app, name) {
  const key = `${name} ${app.language}`;
  const [found, setFound] = useState({ page: /** @type {LessonPage|null} */ (null), error: '', key: '' });
  useEffect(() => {
    let wanted = true;
    const page = asked.get(key) ?? get(`/api/lessons/${name}`, { language: app.language });
    asked.set(key, page);
    page.then(
      ready => wanted && setFound({ page: ready, error: '', key }),
      refusal => {
        asked.delete(key);
        if (wanted) setFound({ page: null, error: refusal.message, key });
      },
    );
    return () => {
      wanted = false;
    };
  }, [key]);
  return found.key === key ? found : { page: null, error: '' };
}
