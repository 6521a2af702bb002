import { plainForm } from '../room/banned.rules.ts'
import { amountIn, type Asked, isTalkless, mostPieces, numeral, type OrderChange } from './order-amount.rules.ts'

/**
 * Orders by comment ('A01 +2'): one pure reading, used by the room's nodes, the viewer's chips and the staff's queue.
 * It reads what live.md tables and nothing more: an order must be the whole comment, or its first clause.
 */
export interface OrderableVariant {
  readonly variantId: string
  /** Empty where the product has one variant only. */
  readonly name: string
  /** Its own keyword; empty: none. */
  readonly keyword?: string | undefined
}
export interface OrderableProduct {
  readonly productId: string
  /** Empty: none. */
  readonly keyword: string
  readonly variants: readonly OrderableVariant[]
}
export interface OrderingRoom {
  /** The product now on screen. */
  readonly shown: OrderableProduct | undefined
  readonly products: readonly OrderableProduct[]
}

export interface ReadLine {
  readonly productId: string
  readonly variantId: string | undefined
  readonly change: OrderChange
}
export type OrderReading =
  | { readonly kind: 'order'; readonly lines: readonly ReadLine[] }
  /** An order that leaves the variant open (or hides in talk): the viewer chooses, the staff sees it in a queue. */
  | {
      readonly kind: 'unclear'
      readonly productId: string
      readonly quantity: number
      /** Ids of variants that may be meant, the likelier first. */
      readonly choices: readonly string[]
    }
  /** Meant as an order, but none: nothing asked for, too many, or a keyword that is not there. */
  | { readonly kind: 'refused'; readonly why: 'none' | 'tooMany' | 'noSuchKeyword'; readonly said: string }

const address = /https?:|www\.|\.com|\.tw/
const longNumber = /\d(?:[\s-]?\d){7,}/
const quoted = /[「『"“”«»>@]|說|回覆|樓上|rt /
const asking = /什麼|怎麼|如何|為何|意思|\bwhat\b|\bhow\b|\bwhy\b/

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
/** Text that is not the middle of a longer Latin word or number; 'A01x2' ends where the multiplication begins. */
const standing = (text: string): string =>
  `${/^[a-z0-9]/.test(text) ? '(?<![a-z0-9])' : ''}${escaped(text)}${/[a-z0-9]$/.test(text) ? '(?![0-9]|(?![x]\\s*\\d)[a-z])' : ''}`

interface Named {
  readonly at: number
  readonly end: number
  readonly product: OrderableProduct
  readonly variant: OrderableVariant | undefined
}

/** Keywords in a text, the longest first where two begin alike, none inside another. */
const keywordsIn = (text: string, products: readonly OrderableProduct[]): Named[] => {
  const all = products
    .flatMap((product) => [
      { word: plainForm(product.keyword), product, variant: undefined },
      ...product.variants.map((variant) => ({ word: plainForm(variant.keyword ?? ''), product, variant })),
    ])
    .filter(({ word }) => word !== '')
    .toSorted((a, b) => b.word.length - a.word.length)
  const found: Named[] = []
  for (const { word, product, variant } of all)
    for (const match of text.matchAll(new RegExp(standing(word), 'gu'))) {
      const [at, end] = [match.index, match.index + word.length]
      if (found.every((other) => end <= other.at || at >= other.end)) found.push({ at, end, product, variant })
    }
  return found.toSorted((a, b) => a.at - b.at)
}

/** The marks of a variant: '紅M', '紅色 M' and 'M / 紅' have the same. */
const marksOf = (name: string): string[] =>
  [...new Set(plainForm(name).match(/[a-z0-9.]+|[^\sa-z0-9.\p{P}\p{S}]+/gu) ?? [])].map((mark) =>
    mark.length > 1 ? mark.replace(/色$/, '') : mark,
  )

const without = (text: string, mark: string): string | undefined => {
  const pattern = new RegExp(`${standing(mark)}色?`, 'u')
  return pattern.test(text) ? text.replace(pattern, ' ') : undefined
}

/** Variants whose marks make up all that is said beside keyword and number; the likelier first, and whether it is sure. */
const variantsSaid = (
  said: string,
  product: OrderableProduct,
): { readonly found: OrderableVariant[]; readonly sure: boolean } => {
  const fitting = product.variants.flatMap((variant) => {
    const marks = marksOf(variant.name)
    let rest = said
    let used = 0
    for (const mark of marks.toSorted((a, b) => b.length - a.length)) {
      const left = without(rest, mark)
      if (left === undefined) continue
      rest = left
      used += 1
    }
    return used > 0 && isTalkless(rest) ? [{ variant, whole: used === marks.length, used }] : []
  })
  const whole = fitting.filter((each) => each.whole)
  const most = Math.max(0, ...whole.map(({ used }) => used))
  const best = whole.filter(({ used }) => used === most)
  if (best.length === 1 && best[0]) return { found: [best[0].variant], sure: true }
  return { found: fitting.map(({ variant }) => variant), sure: fitting.length === 1 }
}

const refusal = (asked: Asked): OrderReading | undefined => {
  if (asked.change === undefined || 'clear' in asked.change) return undefined
  const pieces = Math.abs(asked.change.add)
  if (pieces === 0) return { kind: 'refused', why: 'none', said: asked.number }
  if (pieces > mostPieces) return { kind: 'refused', why: 'tooMany', said: asked.number }
  return undefined
}

/** One product's part of a comment, its keyword taken out. */
const readPart = (
  text: string,
  product: OrderableProduct,
  given: OrderableVariant | undefined,
): OrderReading | undefined => {
  const asked = amountIn(text, true)
  const only = product.variants.length === 1 ? product.variants[0] : undefined
  if (!asked) {
    const { found } = variantsSaid(text, product)
    const wanted = /我要|我想要|i want/.test(text) && isTalkless(text)
    if (wanted && (given ?? only)) return lineOf(product, given ?? only, { add: 1 })
    const order = [...found, ...product.variants.filter((variant) => !found.includes(variant))]
    return (found.length > 0 || wanted) && !given && !only ? unclear(product, 1, order) : undefined
  }
  const { rest, change = { add: 1 } } = asked
  const refused = isTalkless(rest) || variantsSaid(rest, product).found.length > 0 ? refusal(asked) : undefined
  if (refused) return refused
  if (asked.each && isTalkless(rest))
    return {
      kind: 'order',
      lines: product.variants.map(({ variantId }) => ({ productId: product.productId, variantId, change })),
    }
  if (isTalkless(rest)) {
    const variant = given ?? only
    if (variant) return lineOf(product, variant, change)
    if ('clear' in change) return lineOf(product, undefined, change)
    return unclear(product, change.add, product.variants)
  }
  const { found, sure } = variantsSaid(rest, product)
  const [first] = found
  if (first && sure && found.length === 1) return lineOf(product, first, change)
  if (first && 'add' in change) return unclear(product, change.add, found)
  return undefined
}

const lineOf = (
  product: OrderableProduct,
  variant: OrderableVariant | undefined,
  change: OrderChange,
): OrderReading => ({
  kind: 'order',
  lines: [{ productId: product.productId, variantId: variant?.variantId, change }],
})
const unclear = (product: OrderableProduct, quantity: number, choices: readonly OrderableVariant[]): OrderReading => ({
  kind: 'unclear',
  productId: product.productId,
  quantity,
  choices: choices.map(({ variantId }) => variantId),
})

const unknownKeyword = new RegExp(`^\\s*([a-z]{1,3}-?\\d{1,4})\\s*(?:\\+|[x*×])\\s*${numeral}(?![\\d.,=])`, 'u')

const readClause = (text: string, { shown, products }: OrderingRoom): OrderReading | undefined => {
  const named = keywordsIn(text, products)
  const [first] = named
  if (!first) {
    const missing = unknownKeyword.exec(text)
    if (
      missing?.[1] !== undefined &&
      isTalkless(text.slice(missing[0].length)) &&
      (!shown || variantsSaid(missing[1], shown).found.length === 0)
    )
      return { kind: 'refused', why: 'noSuchKeyword', said: missing[1].toUpperCase() }
    if (!shown) return undefined
    const asked = amountIn(text, false)
    if (asked)
      return isTalkless(asked.rest) || variantsSaid(asked.rest, shown).found.length > 0
        ? readPart(text, shown, undefined)
        : undefined
    // A variant alone, nothing else said.
    return variantsSaid(text, shown).found.length > 0 && shown.variants.length > 1
      ? readPart(text, shown, undefined)
      : undefined
  }
  if (named.length === 1)
    return readPart(`${text.slice(0, first.at)} ${text.slice(first.end)}`, first.product, first.variant)
  if (!isTalkless(text.slice(0, first.at))) return undefined
  const ofEach = amountIn(text.slice(named.at(-1)?.end), true)
  const parts = named.map(({ end, product, variant }, at) => {
    const own = text.slice(end, named[at + 1]?.at ?? text.length)
    const rest = own.replace(/[、,&和跟與]\s*$/u, ' ')
    // 'A01、B02 +1': what is said at the end holds for all that say nothing.
    return amountIn(rest, true) || !isTalkless(rest) || !ofEach
      ? readPart(rest, product, variant)
      : readPart(`+${ofEach.number}`, product, variant)
  })
  const lines: ReadLine[] = []
  for (const part of parts) {
    if (part?.kind !== 'order') return part
    lines.push(...part.lines)
  }
  return { kind: 'order', lines }
}

/** Reads a comment as an order. Undefined: it is talk. */
export const readOrder = (comment: string, room: OrderingRoom): OrderReading | undefined => {
  const text = plainForm(comment)
  if (text.length > 200 || address.test(text) || longNumber.test(text) || quoted.test(text)) return undefined
  const whole = readClause(text, room)
  if (whole) return whole
  if (asking.test(text)) return undefined
  const [head = '', ...tail] = text.split(/(?<=[^\s])[\s,，。!！~～;；]+(?=[^\s])/u)
  // '+1 可以刷卡嗎': an order, then talk; a number in the talk leaves open which one is meant.
  for (let words = tail.length; words > 0; words -= 1) {
    const said = [head, ...tail.slice(0, words - 1)].join(' ')
    const rest = tail.slice(words - 1).join(' ')
    const reading = /\d/.test(rest) ? undefined : readClause(said, room)
    if (reading && !(reading.kind === 'unclear' && !amountIn(said, true))) return reading
  }
  return undefined
}
