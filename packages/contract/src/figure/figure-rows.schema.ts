import { z } from 'zod'
import { because, common } from '../common/error-text.ts'
import { Id } from '../common/fields.ts'
import { currencies } from '../common/money.ts'
import { ExportQuery, progressParam } from '../common/sheet.ts'
import { countedPages } from '../tracking/tracking.schema.ts'
import {
  bothDays,
  Day,
  daysForward,
  daysNotTooMany,
  saysBackward,
  saysBothDays,
  saysTooMany,
} from './figure-days.schema.ts'
import { funnelSteps } from './figure.rules.ts'

/** Raw rows of what was viewed are kept so many days, their sums for ever. */
export const viewDaysKept = 90
/** In which visit somebody looked, so many days: then nobody can tell by which source they came. */
export const visitDaysKept = 400

/** Figures that are acts, or orders that have been paid; those of the funnel are persons. */
export const actFigures = ['views', 'comments', 'orders', 'payments', 'refunds', 'associationOrders'] as const
export type ActFigure = (typeof actFigures)[number]
/** Persons who did one thing themselves, some of them with a product: nobody is implied by a later step. */
export const personFigures = [
  'signups',
  'attendees',
  'associationSignups',
  'associationAttendees',
  'productClicked',
  'productCarted',
  'productPlusOne',
  /** Buyers by the month of their first purchase: of the firm, whatever live or days are chosen. */
  'cohort',
  /** Who was in the room of a live at a second of it. */
  'present',
] as const
export type PersonFigure = (typeof personFigures)[number]
/** Figures of one product. */
const isOfProduct = (figure: string): boolean => figure.startsWith('product')
const hasProduct = ({ figure, productId }: { readonly figure: string; readonly productId?: string | undefined }) =>
  !isOfProduct(figure) || productId !== undefined
const saysProduct = { path: ['productId'], error: because(common.required) }
interface OfCohort {
  readonly figure: string
  readonly cohort?: string | undefined
  readonly monthsLater?: number | undefined
}
const hasCohort = ({ figure, cohort, monthsLater }: OfCohort) =>
  figure !== 'cohort' || cohort !== undefined || monthsLater !== undefined
const saysCohort = { path: ['cohort'], error: because(common.required) }
const hasMonths = ({ figure, cohort, monthsLater }: OfCohort) =>
  monthsLater === undefined || (figure === 'cohort' && cohort === undefined)
const saysMonths = { path: ['monthsLater'], error: because(common.wrongChoice) }
interface OfSource {
  readonly figure: RowFigure
  readonly source?: string | undefined
}
const hasSteps = ({ figure, source }: OfSource) => source === undefined || funnelSteps.some((step) => step === figure)
const saysSteps = { path: ['source'], error: because(common.wrongChoice) }
interface OfSecond {
  readonly figure: RowFigure
  readonly liveId?: string | undefined
  readonly second?: number | undefined
}
const hasSecond = ({ figure, liveId, second }: OfSecond) =>
  figure === 'present' ? liveId !== undefined && second !== undefined : second === undefined
const saysSecond = { path: ['second'], error: because(common.wrongChoice) }
interface OfSaid {
  readonly figure: RowFigure
  readonly liveId?: string | undefined
  readonly said?: unknown
}
const hasSaid = ({ figure, liveId, said }: OfSaid) =>
  figure === 'comments' ? liveId !== undefined : said === undefined
const saysSaid = { path: ['said'], error: because(common.wrongChoice) }
interface OfShowing {
  readonly figure: RowFigure
  readonly liveId?: string | undefined
  readonly productId?: string | undefined
  readonly showing?: unknown
  readonly placed?: unknown
}
const isOfPayments = ({ figure, liveId, productId }: OfShowing) =>
  figure === 'payments' && liveId !== undefined && productId === undefined
const hasStage = (of: OfShowing) => of.showing === undefined || isOfPayments(of)
const saysStage = { path: ['showing'], error: because(common.wrongChoice) }
const hasPlaced = (of: OfShowing) => of.placed === undefined || (isOfPayments(of) && of.showing === undefined)
const saysPlaced = { path: ['placed'], error: because(common.wrongChoice) }
const rowFigures = [...funnelSteps, ...personFigures, ...actFigures] as const
export type RowFigure = (typeof rowFigures)[number]

/** A time of a product on the stage, as `<second in which it began> <product>`; `none`: what sold beside all of them. */
export const Showing = z.union([
  z.literal('none'),
  z
    .string()
    .regex(/^\d{1,6} [0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    .transform((text) => ({ fromSecond: Number(text.split(' ')[0]), productId: text.split(' ')[1] ?? '' })),
])
/** Seconds of a live, from one and before another, as `<from>-<until>`; `<from>-`: and all that came later. */
const SecondRange = z
  .string()
  .regex(/^\d{1,6}-\d{0,6}$/)
  .transform((text) => {
    const [from = '', until = ''] = text.split('-')
    return { from: Number(from), until: until === '' ? null : Number(until) }
  })
const Month = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/)

const Which = {
  /** What the rows are of. */
  figure: z.enum(rowFigures),
  /** As for the dashboard: one live, else days, else the last 30. */
  liveId: Id.optional(),
  from: Day.optional(),
  to: Day.optional(),
  stayedMinutes: z.coerce.number().int().min(1).max(240).default(5),
  /** Of figures of a product, which is theirs; narrows money to what it has of that product, at the price of the goods. */
  productId: Id.optional(),
  /** Narrows persons of the funnel, as on the dashboard, and persons and orders of any partner's link to those of this one. */
  association: z.string().min(1).max(64).optional(),
  /** Narrows persons of the funnel to those who looked or signed up by this source (`utm_source`). */
  source: z.string().min(1).max(200).optional(),
  /** Narrows payments of a live to what sold while a product stood on the stage, as its figure is counted. */
  showing: Showing.optional(),
  /** Narrows payments of a live to those whose orders were placed in these seconds. */
  placed: SecondRange.optional(),
  /** Narrows comments of a live to those that were said in these seconds. */
  said: SecondRange.optional(),
  /** Of who was in the room: since the begin of the live. */
  second: z.coerce.number().int().min(0).max(999_999).optional(),
  /** Of a cohort: the month (yyyy-mm in Taipei) of the first purchase, and one in which they bought; else that of the first. */
  cohort: Month.optional(),
  month: Month.optional(),
  /** Of all cohorts that are shown by default: who bought so many months after their first purchase; 0: all of them. */
  monthsLater: z.coerce.number().int().min(0).max(11).optional(),
}

export const FigureRowsQuery = z
  .object({
    ...Which,
    limit: z.coerce.number().int().min(1).max(100).default(50),
    /** `next` of the page before. */
    cursor: z.string().max(100).optional(),
  })
  .refine(hasProduct, saysProduct)
  .refine(hasCohort, saysCohort)
  .refine(hasMonths, saysMonths)
  .refine(hasSteps, saysSteps)
  .refine(hasStage, saysStage)
  .refine(hasPlaced, saysPlaced)
  .refine(hasSecond, saysSecond)
  .refine(hasSaid, saysSaid)
  .refine(bothDays, saysBothDays)
  .refine(daysForward, saysBackward)
  .refine(daysNotTooMany, saysTooMany)
export type FigureRowsQuery = z.output<typeof FigureRowsQuery>

export const FigureRowsExport = ExportQuery.extend({ ...Which, progress: progressParam })
  .refine(hasProduct, saysProduct)
  .refine(hasCohort, saysCohort)
  .refine(hasMonths, saysMonths)
  .refine(hasSteps, saysSteps)
  .refine(hasStage, saysStage)
  .refine(hasPlaced, saysPlaced)
  .refine(hasSecond, saysSecond)
  .refine(hasSaid, saysSaid)
  .refine(bothDays, saysBothDays)
  .refine(daysForward, saysBackward)
  .refine(daysNotTooMany, saysTooMany)
export type FigureRowsExport = z.output<typeof FigureRowsExport>

export const FigureRow = z.object({
  /** Unique among the rows of a figure. */
  id: z.string(),
  /** When it happened, of a person when they signed up; null: it isn't known. */
  at: z.string().nullable(),
  /** Who; empty: a visitor, or somebody who was erased. */
  name: z.string(),
  /** How far a person of the funnel came. */
  step: z.enum(funnelSteps).nullable(),
  /** Code of the partner's link; empty: none. */
  association: z.string(),
  /** Of an order, a payment or a refund. */
  orderNo: z.string(),
  /** What was said; null: it is no comment. */
  comment: z.string().nullable(),
  /** Minor units; null of persons, views and comments. */
  amount: z.number().int().nullable(),
  currency: z.enum(currencies).nullable(),
  /** Of money of one product, how many of them; null: it is of no product. */
  pieces: z.number().int().nullable(),
  /** Of a view; `depth` is the lowest part seen in hundredths of the page, null: it isn't known. */
  view: z
    .object({
      page: z.enum(countedPages),
      depth: z.number().int().nullable(),
      seconds: z.number().int().nullable(),
    })
    .nullable(),
})
export type FigureRow = z.output<typeof FigureRow>

export const FigureRows = z.object({
  rows: z.array(FigureRow),
  /** All rows: what the figure says. */
  total: z.number().int(),
  /** Undefined on the last page. */
  next: z.string().optional(),
  /** A day (yyyy-mm-dd): rows of before are kept no more, so that none are listed; the figure stands. */
  goneBefore: z.string().nullable(),
})
export type FigureRows = z.output<typeof FigureRows>
