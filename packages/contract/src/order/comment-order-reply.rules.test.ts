import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readComment, readReply } from './comment-order-reply.rules.ts'
import { parseCommentOrder } from './comment-order-parser.rules.ts'
import type { OrderableProduct } from './order-keywords.rules.ts'

const bowl: OrderableProduct = { productId: 'bowl', keyword: 'A01', variants: [{ variantId: 'bowl', name: '' }] }
const apron: OrderableProduct = {
  productId: 'apron',
  keyword: 'A07',
  variants: [
    { variantId: 'red-m', name: '紅M' },
    { variantId: 'red-xl', name: '紅XL' },
    { variantId: 'white-m', name: '白色 M' },
  ],
}
const shoes: OrderableProduct = {
  productId: 'shoes',
  keyword: 'S8',
  variants: ['23', '24'].map((name) => ({ variantId: `size-${name}`, name })),
}

/** '2 red-m', '- red-m,white-m', '2 -'; 'other' where it is no answer. */
const replyOf = (comment: string, product: OrderableProduct): string => {
  const reply = readReply(comment, product)
  return reply ? `${reply.quantity ?? '-'} ${reply.choices.join(',') || '-'}` : 'other'
}

describe('a comment after a question', () => {
  const said: readonly (readonly [string, string])[] = [
    ['我要兩個', '2 -'],
    ['兩個', '2 -'],
    ['2個', '2 -'],
    ['２件', '2 -'],
    ['我要2', '2 -'],
    ['我要兩件 謝謝', '2 -'],
    ['十個', '10 -'],
    ['M 的', '- red-m,white-m'],
    ['m的', '- red-m,white-m'],
    ['XL', '- red-xl'],
    ['xl 號的', '- red-xl'],
    ['紅色', '- red-m,red-xl'],
    ['紅色那個', '- red-m,red-xl'],
    ['白的', '- white-m'],
    ['我要白色', '- white-m'],
    ['紅 M', '- red-m'],
    ['紅M 兩個', '2 red-m'],
    ['白的兩件', '2 white-m'],
    ['2件白色的謝謝', '2 white-m'],
    ['紅色 m 號 3件', '3 red-m'],
    ['+2', 'other'],
    ['紅M+2', 'other'],
    ['再來兩個', 'other'],
    ['兩個嗎', 'other'],
    ['2', 'other'],
    ['取消', 'other'],
    ['紅色好看', 'other'],
    ['2個小朋友', 'other'],
    ['一百個', 'other'],
    ['藍的', 'other'],
    ['「兩個」', 'other'],
    ['好', 'other'],
  ]
  test.each(said)('ORDER-166 %s', (comment, meant) => {
    expect(replyOf(comment, apron)).toBe(meant)
  })

  test('ORDER-167 A number that is a size answers with the size, any other number alone with nothing', () => {
    expect(replyOf('24', shoes)).toBe('- size-24')
    expect(replyOf('24號', shoes)).toBe('- size-24')
    expect(replyOf('24 號兩雙', shoes)).toBe('2 size-24')
    expect(replyOf('2', shoes)).toBe('other')
  })

  test('ORDER-168 What may answer a question keeps what it means without one; all else is read as it was', () => {
    const room = { shown: bowl, products: [bowl, apron] }
    expect(readComment('我要兩個', room)).toEqual({ kind: 'reply', otherwise: parseCommentOrder('我要兩個', room) })
    expect(readComment('兩個', room)).toEqual({ kind: 'reply' })
    expect(readComment('M 的', room)).toEqual({ kind: 'reply' })
    for (const comment of ['+2', 'A01+1', 'A07 紅M+1', '好漂亮', '2個小朋友', '取消', '紅色好看'])
      expect(readComment(comment, room), comment).toEqual(parseCommentOrder(comment, room))
    // Where nothing has variants nothing is ever asked.
    expect(readComment('兩個', { shown: bowl, products: [bowl] })).toBe(undefined)
  })

  test('ORDER-169 Whatever is typed, an answer names variants of the product and asks for 1 to 99', () => {
    const bits = fc.constantFrom(
      '紅',
      '白',
      'M',
      'XL',
      ' ',
      '兩個',
      '2',
      '件',
      '的',
      '我要',
      '謝謝',
      '號',
      '色',
      '那個',
    )
    const typed = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.array(bits, { maxLength: 8 }).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(typed, (comment) => {
        const reply = readReply(comment, apron)
        if (!reply) return
        expect(reply.quantity !== undefined || reply.choices.length > 0).toBe(true)
        expect(reply.quantity ?? 1).toBeGreaterThanOrEqual(1)
        expect(reply.quantity ?? 1).toBeLessThanOrEqual(99)
        for (const id of reply.choices) expect(apron.variants.map(({ variantId }) => variantId)).toContain(id)
      }),
      { numRuns: 1000 },
    )
  })
})
