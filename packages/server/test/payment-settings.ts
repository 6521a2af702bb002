import type { PaymentSetting } from '@kaimai/contract/gateway/payment-setting.schema.ts'

/** Card payments by the sandbox, as a firm offers them that has said nothing. */
export const cardSetting: PaymentSetting = {
  method: 'card',
  gateway: 'sandbox',
  offered: true,
  fee: 0,
  least: null,
  most: null,
  holdMinutes: null,
}

/** What shoppers of a firm are offered that has said nothing, where the sandbox may serve it. */
export const firstChoices = [
  { method: 'card', fee: 0, least: null, most: null },
  { method: 'atm', fee: 0, least: null, most: 49_999_00 },
] as const
