import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deliveryFeeOf, totalsOf } from './order.rules.ts'
import { isTaxId } from './checkout.rules.ts'

const line = fc.record({ price: fc.integer({ min: 0, max: 1e10 }), quantity: fc.integer({ min: 1, max: 9999 }) })
const delivery = fc.record({
  fee: fc.integer({ min: 0, max: 1e6 }),
  freeFrom: fc.option(fc.integer({ min: 0, max: 1e7 })),
})

describe('what an order costs', () => {
  test('ORDER-4 The parts add up to the total, in whole dollars of TWD and to the cent in USD', () => {
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 50 }),
        delivery,
        fc.integer({ min: 0, max: 10_000 }),
        fc.constantFrom('TWD' as const, 'USD' as const),
        (lines, way, paymentFee, currency) => {
          const totals = totalsOf({ lines, delivery: way, paymentFee, currency })
          const { subtotal, deliveryFee, rounding, total } = totals
          expect(subtotal).toBe(
            Number(lines.reduce((sum, { price, quantity }) => sum + BigInt(price) * BigInt(quantity), 0n)),
          )
          expect(total).toBe(subtotal + deliveryFee + paymentFee + rounding)
          expect(Number.isSafeInteger(total)).toBe(true)
          expect(Math.abs(rounding)).toBeLessThanOrEqual(50)
          if (currency === 'TWD') expect(total % 100).toBe(0)
          else expect(rounding).toBe(0)
        },
      ),
    )
  })

  test('ORDER-5 Delivery is free from the amount on, not below it', () => {
    const home = { fee: 100_00, freeFrom: 1_500_00 }
    expect(deliveryFeeOf(home, 1_499_99)).toBe(100_00)
    expect(deliveryFeeOf(home, 1_500_00)).toBe(0)
    expect(deliveryFeeOf({ fee: 60_00, freeFrom: null }, 1e10)).toBe(60_00)
  })

  test('ORDER-6 An order of NT$680.50 is rounded to whole dollars', () => {
    const order = { lines: [{ price: 680_50, quantity: 1 }], delivery: { fee: 0, freeFrom: null }, paymentFee: 0 }
    expect(totalsOf({ ...order, currency: 'TWD' })).toEqual({
      subtotal: 680_50,
      discount: 0,
      deliveryFee: 0,
      paymentFee: 0,
      rounding: 50,
      total: 681_00,
    })
  })
})

describe('tax ids', () => {
  test('ORDER-7 Real ones pass, in the old and the new numbering, also those with a 7 in the seventh place', () => {
    for (const id of ['22099131', '97176270', '12345675', '04595257', '10458575', '00501503', '53212539'])
      expect(isTaxId(id), id).toBe(true)
    // By the numbering since April 2023 alone, and with a 7 in the seventh place by either sum.
    for (const id of ['04595252', '10458570', '10458574', '12345670', '12345671', '12345676'])
      expect(isTaxId(id), id).toBe(true)
  })

  test('ORDER-8 Wrong ones do not', () => {
    for (const id of [
      '22099132',
      '12345672',
      '04595253',
      '00000000',
      '12345678',
      '1234567',
      '123456755',
      'A2099131',
      '',
      '２２０９９１３１',
    ]) {
      expect(isTaxId(id), id).toBe(false)
    }
  })

  test('ORDER-9 One wrong digit is caught, except where the check sum stays the same', () => {
    const caught = Array.from('22099131').flatMap((digit, place) =>
      Array.from('0123456789')
        .filter((other) => other !== digit)
        .map((other) => !isTaxId(`${'22099131'.slice(0, place)}${other}${'22099131'.slice(place + 1)}`)),
    )
    expect(caught.filter(Boolean).length / caught.length).toBeGreaterThan(0.75)
  })
})
