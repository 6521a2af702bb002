import type { Database } from '../../src/platform/db/database.ts'

/** How much happens in a month that is made up. */
export interface MonthSize {
  readonly lives: number
  /** Persons of all forms together. */
  readonly people: number
  /** Facts that are written, as near as whole acts allow. */
  readonly facts: number
  /** Of those who come into a room, how many in a hundred order. */
  readonly orderPercent: number
  /** Of paid orders, how many in a hundred get money back. */
  readonly refundPercent: number
  /** Another one makes other choices; the same one the same. */
  readonly seed: number
}

/** One live of the month; the same number makes the same choices in every run. */
export interface MonthLive {
  /** From 1. */
  readonly number: number
  readonly id: string
  readonly formId: string
  /** From 0. */
  readonly form: number
  /** How many persons its form has. */
  readonly people: number
  /** SQL of the instant. */
  readonly beginAt: string
}

export interface Month {
  readonly db: Database
  readonly firmId: string
  readonly size: MonthSize
  readonly lives: readonly MonthLive[]
}

/** First and last day in Taipei; the first live begins half an hour before, so that days cut something. */
export const monthDays = { from: '2026-11-01', to: '2026-11-30' } as const
/** When everything of the month has happened. */
export const monthIsOver = '2026-12-01T04:00:00Z'
export const productCount = 20
const sessionsOfForm = 6
export const liveMinutes = 60

/** SQL of an id that the same firm gets for the same thing. */
export const idOf = (firmId: string, what: string, of: string): string => `md5('${firmId} ${what} ' || ${of})::uuid`
/** SQL of a name of 22 signs, as visits have it. */
export const visitOf = (firmId: string, what: string, of: string): string =>
  `substr(md5('${firmId} ${what} ' || ${of}), 1, 22)`

/** SQL of a number from 0, below `below`, which `of` (a bigint) and the seed choose. */
export const picked = (seed: number, of: string, choice: number, below: number): string =>
  `abs(hashint8extended(${of}, ${seed * 1000 + choice}) % ${below})`

/** How many forms a month has: each live is a session of one, in turns. */
export const formsOf = ({ lives }: MonthSize): number => Math.ceil(lives / sessionsOfForm)

/** SQL of when the live of a number begins. */
export const beginOf = ({ lives }: MonthSize, number: string): string =>
  `(timestamptz '2026-10-31T15:30:00Z' + interval '30 days' * (${number} - 1) / ${lives})`
