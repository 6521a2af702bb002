/** `:has(…)` of the styles: what has to be below an element for it to be marked. */
export interface HasMark {
  readonly mark: string
  /** A selector; of a child where `child`, else of anything below. */
  readonly below: string
  readonly child: boolean
}

/** The attribute that stands for `:has(…)`: marks apart by spaces. */
export const hasAttribute = 'data-has'

/** Where the bracket that opens at `from` closes; the end of the text if it never does. */
const closeOf = (text: string, from: number): number => {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1
    if (text[at] === ')') depth -= 1
    if (depth === 0) return at
  }
  return text.length
}

/** Replaces each `name(…)`, from the innermost outwards; `name` as it is written before the bracket. */
const replaceCalls = (css: string, name: string, replace: (inside: string) => string): string => {
  let text = css
  for (let at = text.lastIndexOf(`${name}(`); at >= 0; at = at === 0 ? -1 : text.lastIndexOf(`${name}(`, at - 1)) {
    const close = closeOf(text, at + name.length)
    text = text.slice(0, at) + replace(text.slice(at + name.length + 1, close)) + text.slice(close + 1)
  }
  return text
}

/** The parts of a list, at commas outside of brackets. */
const partsOf = (list: string): string[] => {
  const parts = ['']
  let depth = 0
  for (const sign of list) {
    if (sign === '(') depth += 1
    if (sign === ')') depth -= 1
    if (sign === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += sign
  }
  return parts.map((part) => part.trim())
}

const share = /\s+(\d+(?:\.\d+)?)%$/

/**
 * One colour for a mixture: the one that has more of it. A veil that lets more through than it hides is left out, so
 * that words on it stay readable.
 */
const mixed = (inside: string): string => {
  const [, first = '', second = ''] = partsOf(inside)
  const part = share.exec(first)?.[1] ?? (share.test(second) ? String(100 - Number(share.exec(second)?.[1])) : '50')
  return (Number(part) >= 50 ? first : second).replace(share, '')
}

/** `width<=899px` of a condition as `max-width:899px`. */
const asLimits = (condition: string): string =>
  condition.replace(
    /\((width|height)\s*(<|>)(=?)\s*([\d.]+)px\)/g,
    (_, side: string, than: string, equal: string, px: string) => {
      const limit = than === '<' ? 'max' : 'min'
      const apart = equal === '=' ? 0 : than === '<' ? -0.02 : 0.02
      return `(${limit}-${side}:${Number(px) + apart}px)`
    },
  )

/** Which `:has(…)` stand for which mark, over all styles of a page. */
export const createHasMarks = () => {
  const marks = new Map<string, HasMark>()
  return {
    marks: (): readonly HasMark[] => [...marks.values()],
    of: (inside: string): string => {
      const names = partsOf(inside).map((selector) => {
        const child = selector.startsWith('>')
        const below = child ? selector.slice(1).trim() : selector
        const known = marks.get(selector) ?? { mark: `m${marks.size}`, below, child }
        marks.set(selector, known)
        return `[${hasAttribute}~="${known.mark}"]`
      })
      return names.length === 1 ? (names[0] ?? '') : `:is(${names.join(',')})`
    },
  }
}

/**
 * Styles as a browser of 2021 reads them, that knows neither containers (a page fills the screen there), the heights of
 * a screen whose bars come and go, mixed colours nor `:has()`.
 */
export const olderCss = (css: string, has: Pick<ReturnType<typeof createHasMarks>, 'of'>): string => {
  const limits = css
    .replace(/@container\s+[\w-]*\s*(\([^{]*)\{/g, (_, condition: string) => `@media ${asLimits(condition)}{`)
    .replace(/(\d)[dsl]v([hw])\b/g, '$1v$2')
  return replaceCalls(replaceCalls(limits, 'color-mix', mixed), ':has', has.of)
}
