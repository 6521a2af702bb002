import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bulkChanged, isErrorText, stepped } from './bulk.rules.ts'
import { isOnSaleAt, nextPriceChangeMs, type Prices, priceNow } from './price.rules.ts'
import { priceErrorsOf } from './product.schema.ts'

const amount = fc.integer({ min: 0, max: 1e10 })
const instant = fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2027, 0) }).map((ms) => new Date(ms).toISOString())
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null })

const anyPrices: fc.Arbitrary<Prices> = fc.record({
  price: amount,
  originalPrice: orNull(amount),
  onSalePrice: orNull(amount),
  onSaleFrom: orNull(instant),
  onSaleUntil: orNull(instant),
  specialOfferPrice: orNull(amount),
})
const anyMoment = fc.record({
  nowMs: fc.integer({ min: Date.UTC(2025, 0), max: Date.UTC(2028, 0) }),
  place: fc.constantFrom('room' as const, 'page' as const),
})

const bowl: Prices = {
  price: 680_00,
  originalPrice: 880_00,
  onSalePrice: 600_00,
  onSaleFrom: '2026-11-20T00:00:00Z',
  onSaleUntil: '2026-11-21T00:00:00Z',
  specialOfferPrice: 550_00,
}
const noon = Date.UTC(2026, 10, 20, 12)

describe('the price that counts', () => {
  test('PRODUCT-1 Is the lowest of those that apply here and now, and no other', () => {
    fc.assert(
      fc.property(anyPrices, anyMoment, (prices, at) => {
        const applicable = [
          prices.price,
          ...(isOnSaleAt(prices, at.nowMs) ? [prices.onSalePrice ?? Infinity] : []),
          ...(at.place === 'room' ? [prices.specialOfferPrice ?? Infinity] : []),
        ]
        const now = priceNow(prices, at)
        expect(now.price).toBe(Math.min(...applicable))
        const named = { normal: prices.price, onSale: prices.onSalePrice, specialOffer: prices.specialOfferPrice }
        expect(now.price).toBe(named[now.kind])
      }),
    )
  })

  test('PRODUCT-2 A room never asks more than a page, and what is struck stands above the price', () => {
    fc.assert(
      fc.property(anyPrices, anyMoment, (prices, { nowMs }) => {
        const room = priceNow(prices, { nowMs, place: 'room' })
        const page = priceNow(prices, { nowMs, place: 'page' })
        expect(room.price).toBeLessThanOrEqual(page.price)
        for (const { price, struck } of [room, page]) if (struck !== null) expect(struck).toBeGreaterThan(price)
      }),
    )
  })

  test('PRODUCT-3 The live offer counts in a running room only; the on-sale price from its begin up to its end', () => {
    expect(priceNow(bowl, { nowMs: noon, place: 'room' })).toEqual({
      price: 550_00,
      kind: 'specialOffer',
      struck: 880_00,
      untilMs: null,
    })
    expect(priceNow(bowl, { nowMs: noon, place: 'page' })).toEqual({
      price: 600_00,
      kind: 'onSale',
      struck: 880_00,
      untilMs: Date.UTC(2026, 10, 21),
    })
    const begin = Date.UTC(2026, 10, 20)
    const end = Date.UTC(2026, 10, 21)
    const at = (nowMs: number) => priceNow(bowl, { nowMs, place: 'page' }).price
    expect([at(begin - 1), at(begin), at(end - 1), at(end)]).toEqual([680_00, 600_00, 600_00, 680_00])
    const plain = { ...bowl, originalPrice: null }
    expect(priceNow(plain, { nowMs: noon, place: 'page' }).struck).toBe(680_00)
    expect(priceNow(plain, { nowMs: end, place: 'page' }).struck).toBeNull()
  })

  test('PRODUCT-4 A price changes by the clock at the stated moments only', () => {
    fc.assert(
      fc.property(anyPrices, anyMoment, fc.double({ min: 0, max: 1, noNaN: true }), (prices, at, share) => {
        const next = nextPriceChangeMs(prices, at.nowMs) ?? at.nowMs + 1e10
        const between = at.nowMs + Math.floor((next - at.nowMs - 1) * share)
        expect(priceNow(prices, { ...at, nowMs: Math.max(between, at.nowMs) }).price).toBe(priceNow(prices, at).price)
      }),
    )
  })
})

describe('changing many prices', () => {
  const before = { ...bowl, currency: 'TWD' as const, perPersonLimit: null, returnException: null, offSale: false }

  test('PRODUCT-5 A step by percent or amount gives whole dollars; each field that is not named stays', () => {
    expect(stepped(680_00, { by: 'percent', value: -10_00 }, 'TWD')).toBe(612_00)
    expect(stepped(99_00, { by: 'percent', value: -15_00 }, 'TWD')).toBe(84_00)
    expect(stepped(99_50, { by: 'percent', value: -15_00 }, 'USD')).toBe(84_58)
    fc.assert(
      fc.property(amount, fc.integer({ min: -99_00, max: 500_00 }), (price, value) => {
        expect(stepped(price, { by: 'percent', value }, 'TWD') % 100).toBe(0)
      }),
    )
    expect(bulkChanged(before, { perPersonLimit: 3 })).toEqual({
      ...bowl,
      perPersonLimit: 3,
      returnException: null,
      offSale: false,
    })
    expect(bulkChanged(before, { onSale: null, specialOffer: null })).toMatchObject({
      onSalePrice: null,
      onSaleFrom: null,
      onSaleUntil: null,
      specialOfferPrice: null,
    })
  })

  test('PRODUCT-6 A change leaves prices that make sense, or says why not', () => {
    const step = fc.record({
      by: fc.constantFrom('set' as const, 'amount' as const, 'percent' as const),
      value: fc.integer({ min: -2_000_00, max: 2_000_00 }),
    })
    fc.assert(
      fc.property(anyPrices, step, step, (prices, price, offer) => {
        const after = bulkChanged({ ...before, ...prices }, { price, specialOffer: offer })
        if (isErrorText(after)) return
        expect(priceErrorsOf(after)).toEqual([])
        expect(Math.min(after.price, after.specialOfferPrice ?? 0)).toBeGreaterThanOrEqual(0)
      }),
    )
    expect(bulkChanged(before, { price: { by: 'set', value: 500_00 } })).toMatchObject({ name: 'onSaleNotBelow' })
    expect(bulkChanged(before, { price: { by: 'amount', value: -700_00 } })).toMatchObject({ name: 'bulkPriceOut' })
  })
})
