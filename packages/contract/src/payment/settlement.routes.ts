import { z } from 'zod'
import { firm } from '../common/access.ts'
import { Id } from '../common/fields.ts'
import { Amount, SignedAmount } from '../common/money.ts'
import { defineRoutes } from '../common/route.ts'
import { FileCharset, importBodyLimit, SheetSource } from '../common/sheet.ts'
import { settlementFields } from './settlement.rules.ts'

const Kind = z.enum(['sale', 'refund'])

/** What of a file and of our payments differs; amounts are minor units of New Taiwan dollars. */
export const SettlementImport = z.object({
  source: SheetSource,
  /** False: its character set was guessed, and nothing is noted until it is sent again with one. */
  isWritten: z.boolean(),
  counts: z.object({
    /** Sales and refunds that the file and we have alike. */
    matched: z.number().int(),
    /** Ours, paid on the days of the file, and in no file so far. */
    missing: z.number().int(),
    /** The file's alone. */
    unknown: z.number().int(),
    /** Of another amount than ours. */
    wrong: z.number().int(),
    /** Told of no money. */
    ignored: z.number().int(),
    bad: z.number().int(),
    /** Payments whose fee or payout day was not known before, or was another one. */
    written: z.number().int(),
  }),
  sales: Amount,
  fees: SignedAmount,
  refunds: Amount,
  /** What the company should pay out: sales less fees and refunds. */
  net: SignedAmount,
  /** Days of the sales in the file, in Taipei, YYYY-MM-DD; null: it has none. */
  days: z.object({ from: z.string(), to: z.string() }).nullable(),
  /** At most 300 of each kind; the counts are of all. */
  missing: z.array(z.object({ orderId: Id, orderNo: z.string(), day: z.string(), amount: Amount })),
  unknown: z.array(z.object({ line: z.number().int(), kind: Kind, number: z.string(), amount: Amount })),
  wrong: z.array(
    z.object({
      line: z.number().int(),
      kind: Kind,
      orderId: Id,
      orderNo: z.string(),
      /** What the file says. */
      amount: Amount,
      /** What we have; 0 for a refund that we don't know of. */
      ours: Amount,
    }),
  ),
  /** Rows that could not be read, by line; the others are compared all the same. */
  bad: z.array(z.object({ line: z.number().int(), field: z.enum(settlementFields), message: z.string() })),
})
export type SettlementImport = z.output<typeof SettlementImport>

/** Files of payment companies that say what they keep of each payment, and when they pay the rest out. */
export const settlementRoutes = defineRoutes('console', {
  import: {
    method: 'POST',
    path: '/settlement/import',
    summary:
      'Compares a settlement file of a payment company (CSV or Excel) with the payments, and notes fee and payout day on those that match. No order changes; nothing is noted while the character set is a guess.',
    access: firm('order', 'write'),
    body: FileCharset,
    files: ['file'],
    bodyLimit: importBodyLimit,
    answer: SettlementImport,
    errors: ['tooLarge'],
    added: true,
  },
})
