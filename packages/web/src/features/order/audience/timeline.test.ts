import { fulfilmentStates, paymentStates } from '@kaimai/contract/order/order.machine.ts'
import type { ShopperOrder } from '@kaimai/contract/order/order.schema.ts'
import { deliveryTypes } from '@kaimai/contract/order/checkout.rules.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DeviceMemory } from '../../../lib/audience/device-memory.ts'
import { viewOf, isWaiting, payWay, pollDelayMs } from './order-view.ts'
import { timelineOf } from './timeline.ts'
import { backMsOf } from './use-back.ts'

const now = Date.parse('2026-11-20T12:54:00.000Z')
const iso = (ms: number) => new Date(ms).toISOString()
const events = (...kinds: string[]): ShopperOrder['events'] =>
  kinds.map((kind, place) => ({ kind, at: iso(now - 60_000 + place), actor: '', actorKind: 'system', memo: '' }))

const order = (given: Partial<ShopperOrder> = {}): ShopperOrder => ({
  id: '01900000-0000-7000-8000-000000000001',
  source: 'room',
  sourceName: '秋窯開窯夜',
  sourceId: '01900000-0000-7000-8000-000000000002',
  sessions: [],
  messages: [],
  paymentMethods: [],
  mayCancel: true,
  refunds: [],
  refunded: 0,
  tracking: { pixelId: '', tiktokPixelId: '', gtmId: '', eventBase: '' },
  orderNo: 'CR2611200087',
  firm: {
    name: '器日',
    imgUrl: '',
    contactLink: '',
    legalName: '',
    taxId: '',
    legalAddress: '',
    legalPhone: '',
    colorToneId: '#94500f',
  },
  roomPath: '',
  createdAt: iso(now - 60_000),
  paymentState: 'pending',
  fulfilmentState: 'none',
  heldUntil: iso(now + 800_000),
  paymentMethod: 'card',
  isTest: false,
  paymentCode: null,
  transferDigits: '',
  lines: [],
  currency: 'TWD',
  subtotal: 0,
  discount: 0,
  deliveryFee: 0,
  paymentFee: 0,
  rounding: 0,
  total: 0,
  personal: { fullName: '', phone: '', email: '' },
  deliveryType: 'store',
  deliveryText: '',
  invoiceClass: 'member',
  invoiceText: '',
  memo: '',
  deliveryNote: '',
  events: events('placed'),
  now: iso(now),
  ...given,
})
const code = {
  kind: 'atm' as const,
  bankCode: '999',
  account: '9999103522011208',
  expiresAt: iso(now + 3 * 86_400_000),
}
const view = (given: Partial<ShopperOrder>, nowMs = now, backMs = now) => viewOf(order(given), nowMs, backMs)

describe('how an order stands', () => {
  test('ORDER-150 An unpaid one says what it waits for', () => {
    expect(view({})).toBe('unpaid')
    expect(view({ events: events('placed', 'paymentStarted') })).toBe('checking')
    expect(view({ events: events('placed', 'paymentStarted', 'paymentFailed') })).toBe('failed')
    expect(view({ events: events('placed', 'paymentFailed', 'paymentStarted') })).toBe('checking')
    expect(view({ events: events('placed', 'paymentStarted', 'codeIssued'), paymentCode: code })).toBe('code')
  })

  test('ORDER-151 A gateway that stays silent does not keep the shopper waiting for ever', () => {
    const events1 = { events: events('placed', 'paymentStarted') }
    expect(view(events1, now + 44_000)).toBe('checking')
    expect(view(events1, now + 46_000)).toBe('unpaid')
  })

  test('ORDER-221 Every unpaid order whose time is not over can be paid, also while its payment is checked or a code waits', () => {
    expect(payWay(view({}))).toBe('main')
    expect(payWay(view({ events: events('placed', 'paymentFailed') }))).toBe('main')
    expect(payWay(view({ events: events('placed', 'paymentStarted') }))).toBe('beside')
    expect(payWay(view({ events: events('placed', 'codeIssued'), paymentCode: code }))).toBe('beside')
    expect(payWay(view({ paymentState: 'paid' }))).toBeUndefined()
  })

  test('ORDER-222 Who reloads the page does not wait for the gateway anew; another try is waited for', () => {
    const stored = new Map<string, unknown>()
    const memory: DeviceMemory = {
      read: (name) => stored.get(name),
      write: (name, value) => void stored.set(name, value),
      forget: (name) => void stored.delete(name),
    }
    const tried = { events: events('placed', 'paymentStarted') }
    expect(backMsOf(order(tried), memory)).toBe(now)
    const later = { ...tried, now: iso(now + 60_000) }
    expect(backMsOf(order(later), memory)).toBe(now)
    expect(view(later, now + 60_000, backMsOf(order(later), memory))).toBe('unpaid')
    const again = { events: events('placed', 'paymentStarted', 'paymentStarted'), now: iso(now + 90_000) }
    expect(backMsOf(order(again), memory)).toBe(now + 90_000)
  })

  test('ORDER-152 Nobody is asked to pay for what is no longer held', () => {
    expect(view({ heldUntil: iso(now) })).toBe('expired')
    expect(view({ heldUntil: iso(now), paymentCode: { ...code, expiresAt: iso(now - 1) } })).toBe('expired')
    fc.assert(
      fc.property(
        fc.constantFrom(...paymentStates),
        fc.constantFrom(...fulfilmentStates),
        fc.integer({ min: -1e6, max: 1e6 }),
        (paymentState, fulfilmentState, heldMs) => {
          const shown = order({ paymentState, fulfilmentState, heldUntil: iso(now + heldMs) })
          const payable = payWay(viewOf(shown, now, now)) !== undefined
          expect(payable).toBe(paymentState === 'pending' && heldMs > 0)
          expect(isWaiting(shown)).toBe(paymentState === 'pending')
        },
      ),
    )
  })

  test('ORDER-153 A paid order says where its products are', () => {
    const paid = (fulfilmentState: ShopperOrder['fulfilmentState']) => view({ paymentState: 'paid', fulfilmentState })
    expect(fulfilmentStates.map(paid)).toEqual(['paid', 'paid', 'shipped', 'delivered', 'completed', 'returned'])
    expect(view({ paymentState: 'partlyRefunded', fulfilmentState: 'shipped' })).toBe('partlyRefunded')
  })
})

describe('the timeline', () => {
  const names = (given: Partial<ShopperOrder>) => {
    const shown = order(given)
    return timelineOf(shown, viewOf(shown, now, now)).map(({ name, state }) => `${name} ${state}`)
  }

  test('ORDER-154 An order says what happened, what is going on and what comes next', () => {
    expect(
      names({
        paymentState: 'paid',
        fulfilmentState: 'preparing',
        events: events('placed', 'paymentStarted', 'paid', 'letterSent'),
      }),
    ).toEqual(['placed past', 'paid past', 'preparing now', 'shipped next', 'atStore next'])
    expect(names({ events: events('placed', 'paymentFailed') })).toEqual([
      'placed past',
      'paymentFailed ended',
      'waitPayment now',
      'preparing next',
      'shipped next',
      'atStore next',
    ])
    expect(names({ paymentState: 'expired', events: events('placed', 'expired') })).toEqual([
      'placed past',
      'expired ended',
    ])
    expect(names({ paymentState: 'refundDue', events: events('placed', 'expired', 'refundDue') }).at(-1)).toBe(
      'refundDue now',
    )
    expect(
      names({
        paymentState: 'paid',
        fulfilmentState: 'shipped',
        deliveryType: 'home',
        events: events('placed', 'paid'),
      }),
    ).toEqual(['placed past', 'paid past', 'preparing past', 'shipped past', 'delivered now'])
  })

  test('ORDER-155 Shows at most one step as going on, and none before a step that is over', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...paymentStates),
        fc.constantFrom(...fulfilmentStates),
        fc.constantFrom(...deliveryTypes),
        fc.array(fc.constantFrom('paymentStarted', 'paymentFailed', 'codeIssued', 'paid', 'letterSent', 'noted'), {
          maxLength: 5,
        }),
        (paymentState, fulfilmentState, deliveryType, kinds) => {
          const shown = order({ paymentState, fulfilmentState, deliveryType, events: events('placed', ...kinds) })
          const states = timelineOf(shown, viewOf(shown, now, now)).map(({ state }) => state)
          expect(states.filter((state) => state === 'now').length).toBeLessThanOrEqual(1)
          const firstAhead = states.findIndex((state) => state === 'now' || state === 'next')
          if (firstAhead >= 0) expect(states.slice(firstAhead + 1).every((state) => state === 'next')).toBe(true)
        },
      ),
    )
  })

  test('ORDER-156 An event of an unknown name is shown as it is', () => {
    const [, noted] = timelineOf(order({ events: events('placed', 'noted') }), 'unpaid')
    expect(noted).toMatchObject({ name: 'noted', isKnown: false })
  })
})

test('ORDER-157 Asks quickly at first, then gently', () => {
  const delays = Array.from({ length: 20 }, (_, asked) => pollDelayMs(asked))
  expect(delays[0]).toBe(2000)
  expect(delays.toSorted((a, b) => a - b)).toEqual(delays)
  expect(delays.at(-1)).toBe(30_000)
})

describe('a paid sign-up', () => {
  const session = { title: '開窯課', beginAt: iso(now + 86_400_000), endAt: iso(now + 90_000_000), path: '' }
  const signup: Partial<ShopperOrder> = { source: 'signup', deliveryType: 'none', sessions: [session] }

  test('ORDER-158 The page asks on until the personal links are there', () => {
    expect(isWaiting(order({ ...signup, paymentState: 'paid' }))).toBe(true)
    expect(isWaiting(order({ ...signup, paymentState: 'paid', sessions: [{ ...session, path: '/x' }] }))).toBe(false)
    expect(isWaiting(order({ ...signup, paymentState: 'expired' }))).toBe(false)
  })

  test('ORDER-159 Its place follows the payment, and what comes with it follows the place', () => {
    const names = (given: Partial<ShopperOrder>) =>
      timelineOf(order({ ...signup, ...given }), viewOf(order({ ...signup, ...given }), now, now)).map(
        ({ name, state }) => `${name} ${state}`,
      )
    expect(names({})).toEqual(['placed past', 'waitPayment now', 'seated next'])
    expect(names({ paymentState: 'paid', events: events('placed', 'paid') })).toEqual([
      'placed past',
      'paid past',
      'seated now',
    ])
    const seated: Partial<ShopperOrder> = { paymentState: 'paid', events: events('placed', 'paid', 'seated') }
    expect(names(seated)).toEqual(['placed past', 'paid past', 'seated past'])
    expect(names({ ...seated, deliveryType: 'home' }).slice(3)).toEqual([
      'preparing now',
      'shipped next',
      'delivered next',
    ])
  })
})
