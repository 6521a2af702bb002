import { lineAt, type Offences, type Tree } from './tree.ts'

const rule = /([^{}]+)\{([^{}]*)\}/g
const scrolls = /(?:^|[;\s])overflow(?:-[xy])?:[^;]*\b(?:auto|scroll)\b/
const isPlaced = /(?:^|[;\s])position:\s*(?:relative|absolute|fixed|sticky)\b/

/**
 * A box that scrolls is what things in it are placed by. Otherwise what lies unseen in it (a radio button's input, a
 * word for screen readers) is placed by the page, and makes the page as wide as what the box holds.
 */
export const checkScrollBoxes = (tree: Tree): Offences =>
  [...tree]
    .filter(([path]) => path.endsWith('.css'))
    .flatMap(([path, text]) => {
      const rules = [...text.matchAll(rule)].map(({ 1: selector = '', 2: body = '', index }) => ({
        selector: selector.replace(/\/\*.*?\*\//gs, '').trim(),
        body,
        index: index + selector.length,
      }))
      const placed = new Set(rules.filter(({ body }) => isPlaced.test(body)).map(({ selector }) => selector))
      return rules
        .filter(({ selector, body }) => scrolls.test(body) && !placed.has(selector))
        .map(({ selector, index }) => `${path}:${lineAt(text, index)} ${selector} scrolls without a position`)
    })
