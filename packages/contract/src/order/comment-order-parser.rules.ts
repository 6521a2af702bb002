import { normalizeText } from '../common/normalize-text.ts'
import {
  amountIn,
  amounts,
  type Asked,
  isTalkless,
  maxQuantity,
  numeral,
  type OrderChange,
  asksForSome,
  hasLongNumber,
  saysOtherwise,
  wanting,
} from './order-amount.rules.ts'
import { keywordsIn, type OrderableProduct, type OrderableVariant } from './order-keywords.rules.ts'
import { isUnknownVariant, numbersOf, severalSaid, variantsSaid } from './comment-order-variants.rules.ts'

export type { OrderableProduct, OrderableVariant } from './order-keywords.rules.ts'

/**
 * Orders by comment ('A01 +2'): one pure reading, used by the room's nodes, the viewer's chips and the staff's queue.
 * An order is the whole comment, or its first clause; comment-order-parser.comments.txt has what people write, and what it means.
 */
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
      /** What was clear beside it ('A01+1 A07+1'). */
      readonly lines: readonly ReadLine[]
      readonly productId: string
      readonly quantity: number
      /** Ids of variants that may be meant, the likelier first. */
      readonly choices: readonly string[]
    }
  /** Meant as an order, but none: nothing asked for, too many, or a keyword that is not there. */
  | { readonly kind: 'refused'; readonly why: 'none' | 'tooMany' | 'noSuchKeyword'; readonly said: string }

const address = /https?:|www\.|\.com|\.tw/
/** Somebody else's words: in quotes, or retold before the order. */
const quoted = /[「『"“”«»>@]|(?:說|回覆|樓上|(?<![a-z])rt ).*(?:[+x*×]|加|取消)/
/** How ordering works, or what it means; a question about the products may follow an order. */
const asking =
  /意思|是(?:什麼|啥)|(?:怎麼|如何)(?:喊|下單|下標|買|訂|用|操作|\+|加)|\bmean|\bhow (?:do|to|can)\b|\bwhat is\b/

const signs: Readonly<Record<string, string>> = { '➕': '+', '➖': '-', '−': '-', '✖': 'x' }
/** Of a thousand and more: '1,000', '1,000,000'. */
const thousands = /(?<![\d.,])\d{1,3}(?:(?:,\d{3}){2,}|,000)(?![\d,])/g
/** The text in its plain form, pictures of signs as signs. */
export const plainOrder = (comment: string): string =>
  normalizeText(comment.replace(/[➕➖−✖]/gu, (sign) => signs[sign] ?? sign)).replace(thousands, (number) =>
    number.replaceAll(',', ''),
  )

const refusal = (asked: Asked): OrderReading | undefined => {
  if (asked.change === undefined || 'clear' in asked.change) return undefined
  const quantity = Math.abs(asked.change.add)
  if (quantity === 0) return { kind: 'refused', why: 'none', said: asked.number }
  if (quantity > maxQuantity) return { kind: 'refused', why: 'tooMany', said: asked.number }
  return undefined
}

const linesOf = (
  product: OrderableProduct,
  variants: readonly OrderableVariant[],
  change: OrderChange,
): OrderReading => ({
  kind: 'order',
  lines: variants.map(({ variantId }) => ({ productId: product.productId, variantId, change })),
})

/** '26' of shoes in 23 to 25: a number before the amount, which is a size where sizes are numbers. */
const unknownNumber = /^\s*(\d{2,3}(?:\.5)?)(?=\s*(?:號|碼)?\s*[+加x*×])/u

/** One product's part of a comment, its keyword taken out; `named`: it had one. */
const readPart = (
  text: string,
  product: OrderableProduct,
  addressed: OrderableVariant | undefined,
  named = false,
): OrderReading | undefined => {
  const numbers = numbersOf(product)
  const strange = named && numbers.size > 0 ? unknownNumber.exec(text)?.[1] : undefined
  const asked = amountIn(text, true, strange === undefined ? numbers : new Set([...numbers, strange]))
  const only = addressed ?? (product.variants.length === 1 ? product.variants[0] : undefined)
  if (!asked) {
    const wanted = wanting.test(text)
    if (wanted && only && isTalkless(text)) return linesOf(product, [only], { add: 1 })
    const { found, sure } = variantsSaid(text, product)
    if (wanted && sure && !only) return linesOf(product, found, { add: 1 })
    const order = [...found, ...product.variants.filter((variant) => !found.includes(variant))]
    if (found.length === 0 && wanted && named && isUnknownVariant(text, product, false))
      return unclear(product, 1, order)
    return (found.length > 0 || (wanted && isTalkless(text))) && !only ? unclear(product, 1, order) : undefined
  }
  const { rest, change = { add: 1 } } = asked
  const { found, sure } = isTalkless(rest) ? { found: [], sure: false } : variantsSaid(rest, product)
  const several = asked.each ? severalSaid(rest, product) : undefined
  const isUnknown = !isTalkless(rest) && found.length === 0 && !several
  if (isUnknown && !('add' in change && isUnknownVariant(rest, product, named))) return undefined
  const refused = refusal(asked)
  if (refused) return refused
  // Never silence: which ones there are.
  if (isUnknown) return 'add' in change ? unclear(product, change.add, product.variants) : undefined
  if (several) return linesOf(product, several, change)
  if (isTalkless(rest)) {
    if (asked.each) return linesOf(product, product.variants, change)
    if (only) return linesOf(product, [only], change)
    if ('add' in change) return unclear(product, change.add, product.variants)
    return { kind: 'order', lines: [{ productId: product.productId, variantId: undefined, change }] }
  }
  if (sure && found.length === 1) return linesOf(product, found, change)
  return 'add' in change ? unclear(product, change.add, found) : undefined
}

/** '紅M+1 白M+2': several variants of one product, each with its own amount. */
const readSeveral = (text: string, product: OrderableProduct, named: boolean): OrderReading | undefined => {
  const marks = numbersOf(product)
  const ends = [...text.matchAll(amounts)]
    .filter((match) => !marks.has(match[0]))
    .map((match) => match.index + match[0].length)
  if (ends.length < 2) return undefined
  ends[ends.length - 1] = text.length
  const parts = ends.map((end, at) => readPart(text.slice(ends[at - 1] ?? 0, end), product, undefined, named))
  const lines = parts.flatMap((part) => (part?.kind === 'order' ? part.lines : []))
  // Each must name its own variant: '+1 +1' of what has one only is no order.
  const orders = parts.filter((part) => part?.kind === 'order')
  const own = new Set(lines.map(({ variantId }) => variantId))
  if (!orders.every((part) => part.lines.length === 1) || own.size !== orders.length || own.has(undefined))
    return undefined
  if (orders.length === parts.length) return { kind: 'order', lines }
  // '紅M+1 綠+2': what is clear, and a question.
  const question = parts.find((part) => part?.kind === 'unclear')
  return question && orders.length === parts.length - 1 ? { ...question, lines } : undefined
}

const unclear = (product: OrderableProduct, quantity: number, choices: readonly OrderableVariant[]): OrderReading => ({
  kind: 'unclear',
  lines: [],
  productId: product.productId,
  quantity,
  choices: choices.map(({ variantId }) => variantId),
})

const unknownKeyword = new RegExp(`^\\s*([a-z]{1,3}-?\\d{1,4})\\s*(?:\\+|[x*×])\\s*${numeral}(?![\\d.,=])`, 'u')

const readOf = (text: string, product: OrderableProduct, addressed: OrderableVariant | undefined, named: boolean) =>
  (addressed ? undefined : readSeveral(text, product, named)) ?? readPart(text, product, addressed, named)

/** Of a comment without a keyword: what it asks of the product now shown. */
const readShown = (text: string, shown: OrderableProduct): OrderReading | undefined => {
  const said = amountIn(text, false, numbersOf(shown))
  if (said && isTalkless(said.rest)) return readPart(text, shown, undefined)
  // With a variant beside it a bare amount is one, and a variant alone is a question; a bare number is neither.
  if (shown.variants.length === 1 || (!said && /^[\d\s\p{P}\p{S}\p{Extended_Pictographic}]+$/u.test(text)))
    return undefined
  const reading = readOf(text, shown, undefined, false)
  return said || amountIn(text, true, numbersOf(shown)) || variantsSaid(text, shown).found.length > 0
    ? reading
    : undefined
}

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
    return shown && readShown(text, shown)
  }
  if (named.length === 1)
    return readOf(`${text.slice(0, first.at)} ${text.slice(first.end)}`, first.product, first.variant, true)
  if (!isTalkless(text.slice(0, first.at))) return undefined
  const ofEach = amountIn(text.slice(named.at(-1)?.end), true)
  const parts = named.map(({ end, product, variant }, at) => {
    const own = text.slice(end, named[at + 1]?.at ?? text.length)
    const rest = own.replace(/(?:還有|然後|以及|外加|[、,&和跟與及])\s*$/u, ' ')
    // 'A01、B02 +1': what is said at the end holds for all that say nothing.
    return amountIn(rest, true) || !isTalkless(rest) || !ofEach
      ? readPart(` ${rest}`, product, variant, true)
      : readPart(`+${ofEach.number}`, product, variant)
  })
  const lines: ReadLine[] = []
  let question: Extract<OrderReading, { kind: 'unclear' }> | undefined
  for (const part of parts) {
    if (part?.kind === 'order') lines.push(...part.lines)
    else if (part?.kind === 'unclear') question ??= part
    else return question ?? part
  }
  return question ? { ...question, lines } : { kind: 'order', lines }
}

/** Words of an order that is followed by talk. */
const longestOrder = 10

/** Neither too long nor somebody else's words, and without an address. */
export const isOwnTalk = (text: string): boolean => text.length <= 200 && !address.test(text) && !quoted.test(text)

/** Without a telephone number, too; digits of a keyword are part of none. */
const isReadable = (text: string, products: readonly OrderableProduct[]): boolean => {
  if (!isOwnTalk(text)) return false
  let bare = text
  for (const { at, end } of keywordsIn(text, products).reverse()) bare = `${bare.slice(0, at)}#${bare.slice(end)}`
  return !hasLongNumber(bare)
}

/** Parses a comment ('A01 紅M+2', '+1', '取消') as an order. Undefined: it is talk. */
export const parseCommentOrder = (comment: string, room: OrderingRoom): OrderReading | undefined => {
  const text = plainOrder(comment)
  if (!isReadable(text, room.products)) return undefined
  const whole = readClause(text, room)
  if (whole) return whole
  if (asking.test(text) || !asksForSome(text)) return undefined
  const [head = '', ...tail] = text.split(/(?<=[^\s])[\s,，。!！~～;；]+(?=[^\s])/u)
  // '+1 可以刷卡嗎': an order, then talk; another amount or product in the talk leaves open what is meant.
  for (let words = Math.min(tail.length, longestOrder); words > 0; words -= 1) {
    const said = [head, ...tail.slice(0, words - 1)].join(' ')
    const rest = tail.slice(words - 1).join(' ')
    if (saysOtherwise(rest) || keywordsIn(rest, room.products).length > 0) continue
    const reading = readClause(said, room)
    if (reading && !(reading.kind === 'unclear' && !amountIn(said, true))) return reading
  }
  return undefined
}
