import { z } from 'zod'
import { because, common } from '../common/error-text.ts'
import { Amount } from '../common/money.ts'
import { gatewayErrors } from './gateway.errors.ts'
import { carries, methodHoldMinutes, paymentGateways, paymentMethods } from './payment-method.rules.ts'

/** The highest is NT$100,000. */
const Fee = z.number().int().min(0, because(common.tooSmall)).max(10_000_000, because(common.tooBig))

/** An unpaid order may hold its pieces for at most two weeks. */
export const longestHoldMinutes = 14 * 24 * 60
export const shortestHoldMinutes = 5

/** A way to pay as a shopper is offered it. Amounts are minor units. */
export const PaymentChoice = z.object({
  method: z.enum(paymentMethods),
  /** What paying this way costs. */
  fee: z.number().int(),
  /** What the order's total must be at least and at most; null: any. */
  least: z.number().int().nullable(),
  most: z.number().int().nullable(),
})
export type PaymentChoice = z.output<typeof PaymentChoice>

/** One way to pay as the firm sets it; the order of the list is the one shoppers see. Amounts are minor units. */
export const PaymentSetting = z
  .object({
    method: z.enum(paymentMethods),
    gateway: z.enum(paymentGateways),
    offered: z.boolean(),
    /** What paying this way costs the shopper. */
    fee: Fee,
    /** The least and the most that an order may come to; null: what the method itself takes. */
    least: Amount.nullable(),
    most: Amount.nullable(),
    /** How long an unpaid order holds its pieces; null: as long as is usual for the method. */
    holdMinutes: z
      .number()
      .int()
      .min(shortestHoldMinutes, because(common.tooSmall))
      .max(longestHoldMinutes, because(common.tooBig))
      .nullable(),
  })
  .refine(({ method, gateway }) => carries(gateway, method), {
    path: ['gateway'],
    error: because(gatewayErrors.gatewayCantCarry),
  })
  .refine(({ least, most }) => least === null || most === null || least <= most, {
    path: ['most'],
    error: because(gatewayErrors.mostBelowLeast),
  })
  .refine(({ method, holdMinutes }) => holdMinutes === null || methodHoldMinutes[method] !== null, {
    path: ['holdMinutes'],
    error: because(gatewayErrors.holdsUntilDelivered),
  })
export type PaymentSetting = z.output<typeof PaymentSetting>

const areDifferent = (list: readonly PaymentSetting[]): boolean =>
  new Set(list.map(({ method }) => method)).size === list.length

/** What a firm that has said nothing offers where the sandbox may serve it: one that pays at once, and one by code. */
export const firstPaymentSettings: readonly PaymentSetting[] = (['card', 'atm'] as const).map((method) => ({
  method,
  gateway: 'sandbox',
  offered: true,
  fee: 0,
  least: null,
  most: null,
  holdMinutes: null,
}))

export const PaymentSettings = z
  .array(PaymentSetting)
  .max(paymentMethods.length)
  .refine(areDifferent, because(gatewayErrors.methodTwice))
