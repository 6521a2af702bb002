import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountOfLine, cardPriceOf, piecesOf, priceOfPieces } from './held-price.rules.ts'
import { totalsOf } from './order.rules.ts'

const price = fc.integer({ min: 0, max: 100_000 })
const quantity = fc.integer({ min: 1, max: 99 })
const cases = fc.record({ quantity, today: price, held: fc.nat(99), promised: fc.option(price, { nil: undefined }) })

describe('what held pieces cost', () => {
  test('ORDER-178 Held pieces cost what was promised, or less where today is lower; all others cost today’s price', () => {
    expect(piecesOf(2, 680, { held: 2, price: 480 })).toEqual([{ quantity: 2, price: 480 }])
    expect(piecesOf(3, 680, { held: 2, price: 480 })).toEqual([
      { quantity: 2, price: 480 },
      { quantity: 1, price: 680 },
    ])
    expect(piecesOf(2, 400, { held: 2, price: 480 })).toEqual([{ quantity: 2, price: 400 }])
    expect(piecesOf(2, 680, { held: 0, price: undefined })).toEqual([{ quantity: 2, price: 680 }])
    expect(piecesOf(1, 680, { held: 3, price: 480 })).toEqual([{ quantity: 1, price: 480 }])
  })

  test('ORDER-179 No piece is lost, none is dearer than today, and the amount is that of the order with the same pieces', () => {
    fc.assert(
      fc.property(cases, ({ quantity, today, held, promised }) => {
        const pieces = piecesOf(quantity, today, { held, price: promised })
        expect(pieces.reduce((sum, part) => sum + part.quantity, 0)).toBe(quantity)
        for (const part of pieces) expect(part.price).toBeLessThanOrEqual(today)
        const line = { quantity, price: priceOfPieces(pieces), pieces }
        const delivery = { fee: 0, freeFrom: null }
        const ordered = totalsOf({ lines: pieces, delivery, paymentFee: 0, currency: 'USD' })
        expect(totalsOf({ lines: [line], delivery, paymentFee: 0, currency: 'USD' })).toEqual(ordered)
        expect(amountOfLine(line)).toBe(ordered.subtotal)
      }),
    )
  })

  test('ORDER-180 The card says what the line of the cart says, whether all, some or none of it is held', () => {
    fc.assert(
      fc.property(cases, ({ quantity, today, held, promised }) => {
        const line = priceOfPieces(piecesOf(quantity, today, { held, price: promised }))
        expect(cardPriceOf(today, [{ quantity, price: line, held: Math.min(held, quantity) }])).toBe(line)
      }),
    )
    expect(cardPriceOf(680, [])).toBe(680)
    // Of two variants at two prices the card says the plain one.
    const held = { quantity: 1, price: 480, held: 1 }
    expect(cardPriceOf(680, [held, { quantity: 1, price: 680, held: 0 }])).toBe(680)
    expect(cardPriceOf(680, [held, held])).toBe(480)
  })
})
