import { type RawBuilder, sql } from 'kysely'
import { factsOf } from '../fact/fact.events.ts'
import type { OrderRow } from './order.tables.ts'

/** What the facts of an order are made of. */
export const orderActColumns = [
  'id',
  'firmId',
  'liveId',
  'liveUserId',
  'total',
  'currency',
  'given',
  'isTest',
  'createdAt',
] as const satisfies readonly (keyof OrderRow)[]

const ofOrder = (at: RawBuilder<unknown>) => ({
  sourceId: sql`id::text`,
  at,
  liveId: sql`"liveId"`,
  liveUserId: sql`"liveUserId"`,
  orderId: sql`id`,
  amount: sql`total`,
  currency: sql`currency`,
  attribution: sql`(given -> 'attribution')`,
  isSimulated: sql`"isTest"`,
})

/** Of orders that the statement writes as `placed`. */
export const orderedFacts = factsOf('ordered', sql`placed`, ofOrder(sql`"createdAt"`))

/** Of an order that costs nothing: no payment is written for it. */
export const paidForNothing = (firmId: string, orderId: string) =>
  factsOf(
    'paid',
    sql`"order" where "firmId" = ${firmId} and id = ${orderId} and "paidAt" is not null`,
    ofOrder(sql`"paidAt"`),
  )
