// The explanations of numbers, patches and starts on hover.

/**
 * @import { Scene } from './api'
 * @import { Words } from './geometry.js'
 */

/**
 * @param {string} name the value of data-about
 * @param {Scene} scene
 * @param {Words} words
 * @returns {{title: string, text: string}|null}
 */
export function about(name, scene, words) {
  const [kind, what] = name.split('-');
  const solo = scene.seats.length === 1 ? '_solo' : '';
  switch (kind) {
    case 'number': {
      const mark = scene.numbers.find(one => one.value === Number(what));
      return {
        title: mark
          ? words(`number.${mark.state}`, { ...mark }).replace(/\.$/, '')
          : words('what.number', { value: what }),
        text: words(`what.number_text${solo}`),
      };
    }
    case 'patch':
    case 'used':
      return {
        title: words('what.patch', { colour: words(`colour.${what}`) }),
        text: words(`what.${kind}_text`),
      };
    case 'start':
      return { title: words('what.start'), text: words('what.start_text') };
    default:
      return null;
  }
}
