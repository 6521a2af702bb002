import { z } from 'zod'
import { Instant } from '../common/time.ts'

/** What a buyer pays with: an account at a bank, a code or three barcodes at a store, or the merchant's own account. */
export const PaymentCode = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('atm'), bankCode: z.string(), account: z.string(), expiresAt: Instant }),
  z.object({ kind: z.literal('cvs'), code: z.string(), expiresAt: Instant }),
  z.object({ kind: z.literal('barcode'), barcodes: z.array(z.string()).min(1).max(3), expiresAt: Instant }),
  z.object({
    kind: z.literal('transfer'),
    bankCode: z.string(),
    account: z.string(),
    holder: z.string(),
    expiresAt: Instant,
  }),
])
export type PaymentCode = z.output<typeof PaymentCode>

/**
 * What a browser does next to pay: visit a page, post a form to one (a gateway that takes no link), or nothing, as the
 * order's page says how to pay.
 */
export const PaymentStep = z.discriminatedUnion('kind', [
  /** A URL, or a path of ours. */
  z.object({ kind: z.literal('visit'), url: z.string() }),
  z.object({ kind: z.literal('post'), url: z.string(), fields: z.record(z.string(), z.string()) }),
  z.object({ kind: z.literal('order') }),
])
export type PaymentStep = z.output<typeof PaymentStep>
