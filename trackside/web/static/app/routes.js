// The routes: which page a path opens.

const ROUTES = /** @type {[string, RegExp, string[]][]} */ ([
  ['lobby', /^\/$/, []],
  ['table', /^\/table\/([\w-]+)$/, ['id']],
  ['review', /^\/table\/([\w-]+)\/review$/, ['id']],
  ['mistakes', /^\/table\/([\w-]+)\/learn$/, ['id']],
  ['question', /^\/training\/([\w-]+)$/, ['question']],
  ['training', /^\/training$/, []],
  ['join', /^\/join\/([\w-]+)\/([\w-]+)$/, ['id', 'secret']],
  ['replay', /^\/replay\/([\w-]+)$/, ['id']],
  ['rules', /^\/rules\/([\w-]+)$/, ['name']],
  ['games', /^\/games$/, []],
  ['player', /^\/player$/, []],
  ['bots', /^\/bots$/, []],
  ['learn', /^\/learn$/, []],
  ['lesson', /^\/learn\/([\w-]+)$/, ['name']],
  ['lesson', /^\/learn\/([\w-]+)\/([\w-]+)$/, ['name', 'id']],
]);

/**
 * Return the page of a path and the values in the path.
 * @param {string} path
 * @returns {{page: string, values: {[name: string]: string}}}
 */
export function route(path) {
  for (const [page, pattern, names] of ROUTES) {
    const found = pattern.exec(path);
    if (found) return { page, values: Object.fromEntries(names.map((name, i) => [name, found[i + 1]])) };
  }
  return { page: 'missing', values: {} };
}
