import type { Page } from 'playwright-core'

/**
 * Takes away, before the page's scripts, what came into browsers after Chrome 94 and Safari 15.4. Styles can't be taken
 * away: the browser says that it doesn't know them, and the page rewrites them.
 */
export const makeOlder = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const iterators = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())) as object
    const missing: readonly (readonly [object, readonly string[]])[] = [
      [Array.prototype, ['at', 'findLast', 'findLastIndex', 'toReversed', 'toSorted', 'toSpliced', 'with']],
      [Array, ['fromAsync']],
      [Uint8Array.prototype.constructor.prototype as object, ['toBase64', 'toHex']],
      [String.prototype, ['at', 'isWellFormed', 'toWellFormed']],
      [Object, ['groupBy', 'hasOwn']],
      [Map, ['groupBy']],
      [Map.prototype, ['getOrInsert', 'getOrInsertComputed']],
      [Set.prototype, ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf']],
      [
        iterators,
        ['map', 'filter', 'find', 'some', 'every', 'take', 'drop', 'flatMap', 'toArray', 'forEach', 'reduce'],
      ],
      [Promise, ['withResolvers', 'try']],
      [RegExp, ['escape']],
      [URL, ['canParse', 'parse']],
      [AbortSignal, ['any', 'timeout']],
      [AbortSignal.prototype, ['throwIfAborted']],
      [Crypto.prototype, ['randomUUID']],
      [HTMLElement.prototype, ['showPopover', 'hidePopover', 'togglePopover', 'popover']],
      [Element.prototype, ['checkVisibility']],
      [window, ['structuredClone', 'requestIdleCallback', 'scheduler', 'navigation', 'Iterator']],
    ]
    for (const [owner, names] of missing) for (const name of names) Reflect.deleteProperty(owner, name)
    const Real = Intl.DateTimeFormat
    Intl.DateTimeFormat = new Proxy(Real, {
      construct: (target, [language, options]: [string, Intl.DateTimeFormatOptions | undefined]) => {
        if (options?.timeZoneName !== undefined && !['short', 'long'].includes(options.timeZoneName))
          throw new RangeError(`Value ${options.timeZoneName} out of range`)
        return new target(language, options)
      },
    })
    const supports = CSS.supports.bind(CSS)
    CSS.supports = (...asked: [string, string?]) =>
      !/color-mix|:has/.test(asked.join(' ')) &&
      (asked[1] === undefined ? supports(asked[0]) : supports(asked[0], asked[1]))
  })
