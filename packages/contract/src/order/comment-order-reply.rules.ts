import {
  isOwnTalk,
  type OrderingRoom,
  type OrderReading,
  parseCommentOrder,
  plainOrder,
} from './comment-order-parser.rules.ts'
import { namesVariant, numbersOf, variantsSaid } from './comment-order-variants.rules.ts'
import { amountIn, isTalkless, maxQuantity } from './order-amount.rules.ts'
import type { OrderableProduct } from './order-keywords.rules.ts'

/**
 * Words that may answer an open question ('兩個', '我要兩個', 'M 的'). Whether one is open only the database knows: the
 * comment is read again there, with the question's product; without a question it means `otherwise`, or is talk.
 */
export interface MaybeReply {
  readonly kind: 'reply'
  readonly otherwise?: OrderReading | undefined
}
export type CommentReading = OrderReading | MaybeReply

export interface Reply {
  /** Undefined: as many as were asked for before. */
  readonly quantity: number | undefined
  /** Ids of the variants that are named; empty: none. */
  readonly choices: readonly string[]
}

/** A question is answered within so long; after that the same words are about the product now shown. */
export const replyWithinMs = 5 * 60_000
const longestReply = 20
/** More than before, or less, or another order by its signs: an order of its own. */
const ownOrder = /[+×*=?？#-]|加|減|再|少|多|取消|不要|cancel|嗎/u
const noWords = /[那這]個|那[款件]/gu

/** What a short comment answers to the question which variant of a product; undefined: something else is said. */
export const readReply = (comment: string, product: OrderableProduct): Reply | undefined => {
  const text = plainOrder(comment)
  if (text.length > longestReply || ownOrder.test(text) || !isOwnTalk(text)) return undefined
  const words = text.replace(noWords, ' ')
  const numbers = numbersOf(product)
  const amount = amountIn(words, true, numbers)
  if (amount?.each === true) return undefined
  const quantity = amount?.change && 'add' in amount.change ? amount.change.add : undefined
  if (amount !== undefined && (quantity === undefined || quantity < 1 || quantity > maxQuantity)) return undefined
  const rest = amount?.rest ?? words
  if (isTalkless(rest)) {
    // A number alone is not said to be an amount.
    const isAmount = quantity !== undefined && !/^\s*\d+\s*$/.test(words)
    return isAmount ? { quantity, choices: [] } : undefined
  }
  const { found } = variantsSaid(rest, product)
  return found.length === 0 ? undefined : { quantity, choices: found.map(({ variantId }) => variantId) }
}

/** Reads a comment of a room as an order, or as words that may answer a question. Undefined: it is talk. */
export const readComment = (comment: string, room: OrderingRoom): CommentReading | undefined => {
  const reading = parseCommentOrder(comment, room)
  const text = plainOrder(comment)
  if (text.length > longestReply || ownOrder.test(text)) return reading
  const questionable = room.products.filter(({ variants }) => variants.length > 1)
  const [any] = questionable
  const mayReply =
    any !== undefined &&
    ((readReply(text, any)?.quantity ?? 0) > 0 ||
      questionable.some((product) => namesVariant(text, product) && readReply(text, product) !== undefined))
  if (!mayReply) return reading
  return reading === undefined ? { kind: 'reply' } : { kind: 'reply', otherwise: reading }
}
