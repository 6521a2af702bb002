import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inAppBrowserOf, outsideLine } from '../../../lib/audience/in-app-browser.ts'
import type { Session } from './page-data.ts'
import { ticketCart } from './paid-checkout.tsx'
import { isJoinable, nextBest, turnMs } from './session-state.ts'

const minute = 60_000
const now = Date.parse('2026-11-21T12:00:00.000Z')
const session = (key: string, minutes: number, given: Partial<Session> = {}): Session => ({
  key,
  liveId: null,
  seriesId: 'series',
  title: '',
  beginAt: new Date(now + minutes * minute).toISOString(),
  endAt: new Date(now + (minutes + 60) * minute).toISOString(),
  left: null,
  state: 'open',
  ...given,
})

describe('when the wanted session cannot be had', () => {
  test('SIGNUP-82 The nearest one that can be joined is proposed', () => {
    const wanted = session('wanted', 60, { state: 'full' })
    const all = [session('early', 15), wanted, session('late', 75), session('gone', 62, { left: 0 })]
    expect(nextBest(all, wanted, now)?.key).toBe('late')
    expect(nextBest(all, undefined, now)?.key).toBe('early')
    expect(nextBest([wanted], wanted, now)).toBeUndefined()
  })

  test('SIGNUP-83 Whatever there is: what is proposed can be joined, none is nearer, and one about to end is the last resort', () => {
    const any = fc
      .tuple(fc.integer({ min: -200, max: 600 }), fc.constantFrom('open', 'full', 'over'), fc.nat(9999))
      .map(([minutes, state, mark]) => session(String(mark), minutes, { state }))
    fc.assert(
      fc.property(fc.array(any), any, (all, wanted) => {
        const found = nextBest(all, wanted, now)
        const open = all.filter((each) => isJoinable(each, now))
        const lasting = open.filter(({ endAt }) => Date.parse(endAt) - now >= 2 * minute)
        const joinable = lasting.length > 0 ? lasting : open
        expect(found === undefined).toBe(joinable.length === 0)
        if (!found) return
        expect(joinable).toContain(found)
        const far = (each: Session) => Math.abs(Date.parse(each.beginAt) - Date.parse(wanted.beginAt))
        for (const each of joinable) expect(far(found)).toBeLessThanOrEqual(far(each))
      }),
    )
  })

  test('SIGNUP-84 A page is fetched again when a slot made just in time begins, else when its last session ends', () => {
    expect(turnMs([session('a', 12), session('b', 27)], now)).toBe(now + 12 * minute)
    const plain = { seriesId: null, liveId: 'live' }
    expect(turnMs([session('a', 12, plain), session('b', 27, plain)], now)).toBe(now + 87 * minute)
    expect(turnMs([session('a', -5), session('b', 27, plain)], now)).toBe(now + 87 * minute)
    expect(turnMs([session('a', -120, plain)], now)).toBe(Number.POSITIVE_INFINITY)
  })
})

test('SIGNUP-85 The place is one line that cannot be had more often than places and pieces are left', () => {
  const ticket = {
    name: '開窯夜入場',
    price: 98_000,
    currency: 'TWD',
    product: null,
    needsDelivery: true,
    left: 3,
    payable: true,
  } as const
  const cart = ticketCart(ticket, session('a', 60, { left: 7 }), '/media/image/poster.webp', 'form')
  expect(cart).toMatchObject({ subtotal: 98_000, totalQuantity: 1, currency: 'TWD' })
  expect(cart.lines).toMatchObject([
    { productId: 'form', variantId: 'form', quantity: 1, price: 98_000, left: 3, imageUrl: '/media/image/poster.webp' },
  ])
  expect(ticketCart({ ...ticket, left: null }, session('a', 60), '', 'form').lines[0]?.left).toBeGreaterThan(1)
})

test('SIGNUP-86 LINE, Facebook and Instagram are known by their browsers; LINE’s can open an address outside', () => {
  expect(inAppBrowserOf('Mozilla/5.0 (iPhone) AppleWebKit Safari Line/14.1.0')).toBe('line')
  expect(inAppBrowserOf('Mozilla/5.0 (iPhone) [FBAN/FBIOS;FBAV/480.0]')).toBe('facebook')
  expect(inAppBrowserOf('Mozilla/5.0 (iPhone) Instagram 330.0.0 (iPhone15,3)')).toBe('instagram')
  expect(inAppBrowserOf('Mozilla/5.0 (Linux; Android 14) Chrome/140 Mobile Safari/537.36')).toBeUndefined()
  expect(outsideLine('https://live.example/stream/a/b?x=1')).toBe(
    'https://live.example/stream/a/b?x=1&openExternalBrowser=1',
  )
})
