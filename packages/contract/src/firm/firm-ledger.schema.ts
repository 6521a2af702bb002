import { z } from 'zod'
import { Id } from '../common/fields.ts'
import { currencies } from '../common/money.ts'
import { ListQuery } from '../common/page.ts'
import { ExportQuery } from '../common/sheet.ts'
import { because, common } from '../common/error-text.ts'
import { Instant } from '../common/time.ts'

const Month = z
  .string()
  .regex(/^20\d\d-(?:0[1-9]|1[0-2])$/, because(common.wrongFormat))
  .optional()

/** A month of a log as a file. */
export const LogExport = ExportQuery.extend({ month: Month })

/** A month of the firm's logs, newest first; without one, the running month in Asia/Taipei. */
export const LogQuery = ListQuery.pick({ limit: true, cursor: true }).extend({
  month: Month,
  /** `-at` alone: a running balance has one order. */
  sort: z.literal('-at').optional(),
})

export const hoursKinds = ['charge', 'topUp', 'expiry', 'correction', 'extension'] as const

/** A line of the hours log: all that one live was charged within the month is one line. */
export const HoursEntry = z.object({
  id: z.string(),
  /** When the last part of it was booked. */
  at: Instant,
  kind: z.enum(hoursKinds),
  /** Of a charge. */
  liveId: Id.nullable(),
  liveName: z.string(),
  /** Added to the balance; charges are negative. */
  seconds: z.number().int(),
  /** After this line, seconds. */
  balance: z.number().int(),
  /** Of an extension: the new expiry. */
  until: Instant.nullable(),
})
export type HoursEntry = z.output<typeof HoursEntry>

/** topUp, giveBack, correction add; reserve and expiry take; settle makes a reservation final. */
export const pointKinds = ['topUp', 'reserve', 'settle', 'giveBack', 'expiry', 'correction'] as const
export type PointKind = (typeof pointKinds)[number]

export const PointEntry = z.object({
  id: Id,
  at: Instant,
  kind: z.enum(pointKinds),
  note: z.string(),
  /** Points with one decimal: an e-mail costs a tenth. */
  points: z.number(),
  balance: z.number(),
})
export type PointEntry = z.output<typeof PointEntry>

export const topUpKinds = ['hours', 'points'] as const

/** What can be bought, and how the firm's balances stand. */
export const TopUpInfo = z.object({
  /** Seconds. */
  hours: z.number().int(),
  points: z.number(),
  liveHoursExpireDate: Instant.nullable(),
  /** Until when the expiry can be moved to now; null: it can't be moved now. */
  delayUntil: Instant.nullable(),
  delayed: z.boolean(),
  /** Seconds charged in the running month. */
  hoursThisMonth: z.number().int(),
  /** Points spent in the running month. */
  pointsThisMonth: z.number(),
  offers: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(topUpKinds),
      /** Hours or points. */
      quantity: z.number().int(),
      /** Minor units. */
      price: z.number().int(),
      currency: z.enum(currencies),
      /** Months that hours bought with it can be used. */
      validMonths: z.number().int(),
    }),
  ),
  /** Whether it can be paid for here. */
  mayBuy: z.boolean(),
})
export type TopUpInfo = z.output<typeof TopUpInfo>
