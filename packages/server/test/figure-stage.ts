import type { CountedFact } from '@kaimai/contract/figure/figure.rules.ts'
import { figureRoutes } from '@kaimai/contract/figure/figure.routes.ts'
import type { Sent } from '@kaimai/contract/common/route.ts'
import { taipeiDay } from '@kaimai/contract/common/taipei.ts'
import type { Database } from '../src/platform/db/database.ts'
import { newId } from '../src/platform/ids.ts'
import { packDaysTick } from '../src/modules/figure/pack-days.ts'
import { rollUpTick } from '../src/modules/figure/roll-up.ts'
import { readFacts } from './fact-reading.ts'
import { aForm, aLive } from './studio.ts'
import type { Member, TestApp } from './test-app.ts'

/** A fact as a test writes it; what it leaves out is null. */
export type WrittenFact = Pick<CountedFact, 'kind' | 'sourceId'> & {
  readonly at: Date
} & Partial<Omit<CountedFact, 'kind' | 'sourceId' | 'atMs'>> & {
    readonly productId?: string
    readonly association?: string
  }

/** Writes what happened as its cause would; the same cause again writes nothing. */
export const writeFact = async (db: Database, firmId: string, fact: WrittenFact): Promise<void> => {
  const { kind, sourceId, at, liveId, offsetMs, signupUserId, liveUserId, visit, orderId, amount } = fact
  const isMoney = amount !== undefined && amount !== null
  await db.raw(
    `insert into fact ("firmId", kind, "sourceId", at, "liveId", "offsetMs", "signupUserId", "liveUserId", visit, "productId",
       "orderId", amount, currency, attribution, "isSimulated")
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, cast($14 as jsonb), $15) on conflict do nothing`,
    [
      ...[firmId, kind, sourceId, at, liveId ?? null, offsetMs ?? null, signupUserId ?? null, liveUserId ?? null],
      ...[visit ?? null, fact.productId ?? null, orderId ?? null, amount ?? null, isMoney ? 'TWD' : null],
      ...[JSON.stringify(fact.association === undefined ? {} : { association: fact.association })],
      fact.isSimulated ?? false,
    ],
  )
}

/** An order of a room, so that facts can be of it. */
export const anOrderRow = async (db: Database, firmId: string, liveId: string, at: Date): Promise<string> => {
  const id = newId()
  await db.raw(
    `insert into "order" (id, "firmId", source, "liveId", "liveUserId", "shopperId", "orderNo", "keyHash", "paymentState",
       "fulfilmentState", "heldUntil", currency, subtotal, "deliveryFee", "paymentFee", rounding, total, "totalQuantity",
       "paymentMethod", "fullName", phone, email, delivery, invoice, memo, "searchText", "contactText", "createdAt", "isTest")
     values ($1, $2, 'room', $3, $4, $5, $6, $7, 'paid', 'none', $8, 'TWD', 100, 0, 0, 0, 100, 1, 'card', '林小美',
       '+886912345678', 'mei@example.com', '{"type":"self"}', '{"class":"member"}', '', '', '', $8, false)`,
    [id, firmId, liveId, newId(), newId(), id, id, at],
  )
  return id
}

/** A live of an hour's time that a sign-up page offers. */
export const aShow = async (t: TestApp, owner: Member) => {
  const live = await aLive(t, owner, { minutes: 60 })
  const form = await aForm(t, owner, [{ liveId: live.id }])
  return { owner, live, form }
}

/** The firm's facts as the formulas read them. */
export const factsOf = async (db: Database, firmId: string, liveId: string | undefined): Promise<CountedFact[]> =>
  (await readFacts(db, firmId))
    .filter((fact) => liveId === undefined || fact.liveId === liveId || fact.kind === 'visited')
    .map(({ at, kind, ...fact }) => ({ ...fact, kind: kind as CountedFact['kind'], atMs: at.getTime() }))

/** What the job does every two seconds. */
export const rollUp = (t: Pick<TestApp, 'platform'>): Promise<void> => t.platform.jobs.runTick(rollUpTick)

/** All that a server does by itself in the minutes after, tick by tick. */
export const packDays = async (t: Pick<TestApp, 'platform'>): Promise<void> => {
  const left = async (): Promise<number> => {
    const { rows } = await t.platform.db.raw(
      `select count(*)::integer as count from "figureChange" where day < $1::date and "packedVersion" is distinct from version`,
      [taipeiDay(t.platform.clock.ms())],
    )
    return Number(rows[0]?.['count'])
  }
  while ((await left()) > 0) await t.platform.jobs.runTick(packDaysTick)
}

/** The dashboard, of what has happened until now. */
export const figuresOf = async (
  t: TestApp,
  { headers }: Pick<Member, 'headers'>,
  query: NonNullable<Sent<typeof figureRoutes.dashboard>['query']> = {},
) => {
  await rollUp(t)
  return t.call(figureRoutes.dashboard, { query }, headers)
}
