import { z } from 'zod'
import { because } from '../common/error-text.ts'
import { Id } from '../common/fields.ts'
import { currencies } from '../common/money.ts'
import { ExportQuery } from '../common/sheet.ts'
import { liveStatuses } from '../live/live.rules.ts'
import {
  bothDays,
  Day,
  daysBetween,
  daysForward,
  daysNotTooMany,
  figureDaysMax,
  saysBackward,
  saysBothDays,
  saysTooMany,
} from './figure-days.schema.ts'
import { figureErrors } from './figure.errors.ts'
import { funnelSteps } from './figure.rules.ts'

const Look = {
  /** One live, all its time; without it what happened on the days. */
  liveId: Id.optional(),
  /** The caller's own: another firm's answers as if it weren't there. */
  firmId: Id.optional(),
  /** 1: real viewers only; 0: with the simulated ones beside them. */
  realDataStatus: z.enum(['0', '1']).default('1'),
  /** First and last day in Taipei, yyyy-mm-dd, both counted; the last 30 days unless given. */
  from: Day.optional(),
  to: Day.optional(),
  /** Minutes in the room from which on a person has stayed. */
  stayedMinutes: z.coerce.number().int().min(1).max(240).default(5),
  /** Code of a partner's link: the funnel is of those alone who looked or signed up by it. */
  association: z.string().min(1).max(64).optional(),
}
export const DashboardQuery = z
  .object(Look)
  .refine(bothDays, saysBothDays)
  .refine(daysForward, saysBackward)
  .refine(daysNotTooMany, saysTooMany)
export type DashboardQuery = z.output<typeof DashboardQuery>

export const DashboardExport = ExportQuery.extend(Look)
  .refine(bothDays, saysBothDays)
  .refine(daysForward, saysBackward)
  .refine(daysNotTooMany, saysTooMany)
export type DashboardExport = z.output<typeof DashboardExport>

const hoursEnd = ['liveHoursEnd']
export const LiveHoursQuery = z
  .object({
    /** The caller's own: another firm's answers as if it weren't there. */
    firmId: Id.optional(),
    /** First and last day in Taipei, yyyy-mm-dd, both counted. */
    liveHoursBegin: Day,
    liveHoursEnd: Day,
  })
  .refine((days) => !(daysBetween(days.liveHoursBegin, days.liveHoursEnd) < 1), {
    path: hoursEnd,
    error: because(figureErrors.figureDaysBackward),
  })
  .refine((days) => !(daysBetween(days.liveHoursBegin, days.liveHoursEnd) > figureDaysMax), {
    path: hoursEnd,
    error: because(figureErrors.figureDaysTooMany),
  })
export type LiveHoursQuery = z.output<typeof LiveHoursQuery>

/** Viewing time that lives were charged. */
export const LiveHours = z.object({
  /** hh:mm:ss; hours may exceed two digits. */
  liveHours: z.string(),
  seconds: z.number().int(),
})
export type LiveHours = z.output<typeof LiveHours>

export const HoursPreviewQuery = z.object({
  /** How long the live is to be. */
  seconds: z.coerce.number().int().min(0).max(86_400),
})
export type HoursPreviewQuery = z.output<typeof HoursPreviewQuery>

/** Viewing time in seconds. */
export const HoursPreview = z.object({
  /** What the live will be charged if it draws as the last ones did; null: there were none. */
  expected: z.number().int().nullable(),
  /** How many lives that was learnt from. */
  lives: z.number().int(),
  /** What the firm has left; negative: it went past it. */
  left: z.number().int(),
})
export type HoursPreview = z.output<typeof HoursPreview>

const Count = z.number().int()
/** Minor units. */
const Sum = z.number().int()

/** Real ones, and the simulated ones that a viewer sees beside them: 0 where they were not asked for. */
const Beside = { real: Count, simulated: Count }

/** Money of orders, each by the day or second of its own act. */
export const OrderSums = z.object({ orders: Count, ordered: Sum, payments: Count, paid: Sum, refunded: Sum })
export type OrderSums = z.output<typeof OrderSums>

export const ProductFigures = z.object({
  productId: Id,
  productName: z.string(),
  imageUrl: z.string(),
  /** Times on the stage. */
  shown: Count,
  /** Persons, of clicks visits. */
  clicked: Count,
  carted: Count,
  plusOne: Count,
  /** Pieces of orders that were paid. */
  pieces: Count,
  /** At the price of the goods: delivery and discounts have a line of their own. */
  paid: Sum,
  refunded: Sum,
})
export type ProductFigures = z.output<typeof ProductFigures>

export const ShowingFigures = z.object({
  productId: Id,
  productName: z.string(),
  fromSecond: Count,
  /** Null: it stood until the end. */
  untilSecond: Count.nullable(),
  orders: Count,
  paid: Sum,
})

export const Dashboard = z.object({
  /** The live that was asked for. */
  live: z
    .object({
      id: Id,
      liveName: z.string(),
      status: z.enum(liveStatuses),
      beginAt: z.string(),
      endAt: z.string(),
      /** It was deleted; its figures stand. */
      isRemoved: z.boolean(),
    })
    .nullable(),
  /** The days that were counted; null of a live: all its time. */
  days: z.object({ from: z.string(), to: z.string() }).nullable(),
  /** Whether anything has ever happened in the shop. */
  hasFigures: z.boolean(),
  /** Facts that are not counted yet: in a few seconds they are. */
  waiting: Count,
  currency: z.enum(currencies),

  /** Visits of the sign-up page and of the room. */
  liveWatchTimes: Count,
  /** Persons who signed up, and of them by a partner's link. */
  liveSignupTimes: Count,
  associationSignupTimes: Count,
  /** Persons who came into the room, and of them those who had signed up for it by a partner's link. */
  liveJoinTimes: Count,
  associationJoinTimes: Count,
  /** Persons in the room at each instant; of one live. */
  concurrentOnlineChart: z.array(z.object({ second: Count, ...Beside })),
  /** Comments from each instant to the next; of one live. */
  commentPeriodChart: z.array(z.object({ second: Count, ...Beside })),
  /** By partner's link; of orders that were paid, on the day of their first payment, with all that was paid for them. */
  associationRecommendChartList: z.array(
    z.object({ association: z.string(), signedUp: Count, joined: Count, payments: Count, paid: Sum }),
  ),
  /** Of one live by second of the order, of days by the day of the act. */
  salesReportChart: z.array(OrderSums.extend({ second: Count.nullable(), day: z.string().nullable() })),
  /** Of one live: each second in which an order was made that has been paid since, in the firm's currency. */
  salesBySecond: z.array(z.object({ second: Count, payments: Count, paid: Sum })),

  funnel: z.array(z.object({ step: z.enum(funnelSteps), persons: Count })),
  /** By currency, the firm's own first. */
  money: z.array(OrderSums.extend({ currency: z.enum(currencies) })),
  products: z.array(ProductFigures),
  /** What is no goods: delivery, fees, discounts, places, and refunds of an amount without pieces. */
  otherSales: z.object({ paid: Sum, refunded: Sum }),
  /** Of one live: what sold while each product stood on the stage and a minute after; last touch. */
  showings: z.array(ShowingFigures),
  outsideShowings: z.object({ orders: Count, paid: Sum }),
})
export type Dashboard = z.output<typeof Dashboard>
