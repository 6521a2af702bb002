import { expect, test } from 'vitest'
import * as fc from 'fast-check'
import { firstPaymentSettings, PaymentSettings } from './payment-setting.schema.ts'
import {
  carriedMethods,
  carries,
  isCodeMethod,
  methodBounds,
  methodHoldMinutes,
  paymentGateways,
  paymentMethods,
  placedHoldMinutes,
  takesAmount,
  unpaidMinutes,
} from './payment-method.rules.ts'

test('GATEWAY-8 Every method has a gateway; the sandbox carries those that are paid on a page of a gateway', () => {
  for (const method of paymentMethods) {
    const names = paymentGateways.filter((gateway) => carries(gateway, method))
    expect(names.includes('sandbox'), method).toBe(method !== 'transfer' && method !== 'cod')
    expect(names.filter((name) => name !== 'sandbox').length, method).toBeGreaterThan(0)
  }
  expect(Object.keys(carriedMethods)).toEqual([...paymentGateways])
})

test('GATEWAY-9 A setting names a gateway that carries its method, a most that is not below its least, and a hold that ends', () => {
  const setting = fc.record({
    method: fc.constantFrom(...paymentMethods),
    gateway: fc.constantFrom(...paymentGateways),
    offered: fc.boolean(),
    fee: fc.integer({ min: 0, max: 100_00 }),
    least: fc.option(fc.integer({ min: 0, max: 1_000_00 })),
    most: fc.option(fc.integer({ min: 0, max: 1_000_00 })),
    holdMinutes: fc.option(fc.integer({ min: 5, max: 20_160 })),
  })
  fc.assert(
    fc.property(setting, (given) => {
      const isRight =
        carries(given.gateway, given.method) &&
        (given.least === null || given.most === null || given.least <= given.most) &&
        (given.holdMinutes === null || methodHoldMinutes[given.method] !== null)
      expect(PaymentSettings.safeParse([given]).success).toBe(isRight)
      if (isRight) expect(PaymentSettings.safeParse([given, given]).success).toBe(false)
    }),
  )
  expect(PaymentSettings.parse(firstPaymentSettings)).toEqual(firstPaymentSettings)
})

test('GATEWAY-10 An amount at a bound is taken, one beyond it is not', () => {
  const { cvs } = methodBounds
  expect([29_99, 30_00, 20_000_00, 20_000_01].map((amount) => takesAmount(cvs, amount))).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(takesAmount({ least: null, most: null }, 0)).toBe(true)
})

test('GATEWAY-11 An order to be paid by code holds its pieces as every unpaid one until there is a code; others as their method says', () => {
  for (const method of paymentMethods) {
    const held = placedHoldMinutes(method, methodHoldMinutes[method])
    expect(held).toBe(isCodeMethod(method) || method === 'cod' ? unpaidMinutes : methodHoldMinutes[method])
  }
  expect(placedHoldMinutes('transfer', 2880)).toBe(2880)
})
