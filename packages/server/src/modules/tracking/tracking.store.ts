import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Database, type Executor, json, type Tx } from '../../platform/db/database.ts'
import { factsOf, partOf } from '../fact/fact.events.ts'
import type { AdvertiserEventRow, PageVisitRow, TrackingTables, ViewFactRow } from './tracking.tables.ts'
import { readOnce } from '../../platform/db/read-once.ts'

/** A live's page is the live; other pages are of none. */
const liveOfPage = sql`case when page = 'live' then "pageId" end`

/** Of the visits that this statement begins. */
const visited = (begunAt: Date) =>
  factsOf('visited', sql`kept where "firstAt" = ${begunAt}::timestamptz`, {
    sourceId: sql`concat_ws(' ', page, "pageId", visit)`,
    at: sql`"firstAt"`,
    liveId: liveOfPage,
    visit: sql`visit`,
    attribution: sql`attribution`,
  })

const done = (kind: 'clicked' | 'carted', which: RawBuilder<unknown>) =>
  factsOf(kind, sql`kept where ${which}`, {
    sourceId: sql`"eventId"`,
    at: sql`at`,
    liveId: liveOfPage,
    visit: sql`visit`,
    productId: sql`(items -> 0 ->> 'id')`,
  })

export const createTrackingStore = (db: Database) => ({
  /** One row a visit and page: of depth and seconds the largest stand, of the rest the newest. */
  putVisit: async (firmId: string, row: Omit<PageVisitRow, 'firmId'>, on: Executor = db): Promise<void> => {
    await on
      .as<TrackingTables>()
      .with('kept', (make) =>
        make
          .insertInto('pageVisit')
          .values({ ...row, firmId, attribution: json(row.attribution) })
          .onConflict((conflict) =>
            conflict.columns(['firmId', 'page', 'pageId', 'visit']).doUpdateSet({
              depth: sql<number>`greatest("pageVisit".depth, excluded.depth)`,
              seconds: sql<number>`greatest("pageVisit".seconds, excluded.seconds)`,
              attribution: (eb) => eb.ref('excluded.attribution'),
              lastAt: (eb) => eb.ref('excluded.lastAt'),
            }),
          )
          .returning(['firmId', 'page', 'pageId', 'visit', 'attribution', 'firstAt']),
      )
      .with('facts', () => partOf(visited(row.firstAt)))
      .selectFrom('kept')
      .select('visit')
      .execute()
  },

  /** All in one statement; what is known already stays as it is. */
  putFacts: async (firmId: string, rows: readonly Omit<ViewFactRow, 'firmId'>[], on: Executor = db): Promise<void> => {
    if (rows.length === 0) return
    await on
      .as<TrackingTables>()
      .with('kept', (make) =>
        make
          .insertInto('viewFact')
          .values(rows.map((row) => ({ ...row, firmId, items: json(row.items) })))
          .onConflict((conflict) => conflict.columns(['firmId', 'eventId']).doNothing())
          .returning(['firmId', 'eventId', 'page', 'pageId', 'visit', 'event', 'items', 'at']),
      )
      .with('clicks', () => partOf(done('clicked', sql`event = 'ClickProduct'`)))
      // A room's cart is the server's: it says itself what was put into it. A form sells places.
      .with('carts', () => partOf(done('carted', sql`event = 'AddToCart' and page = 'salesPage'`)))
      .selectFrom('kept')
      .select('eventId')
      .execute()
  },

  /** Writes down what is to be sent; answers how many of them are new. */
  putOutgoing: async (firmId: string, rows: readonly Omit<AdvertiserEventRow, 'firmId'>[], tx: Tx): Promise<number> => {
    if (rows.length === 0) return 0
    const written = await tx
      .as<TrackingTables>()
      .insertInto('advertiserEvent')
      .values(rows.map((row) => ({ ...row, firmId, event: json(row.event) })))
      .onConflict((conflict) => conflict.columns(['firmId', 'target', 'name', 'eventId']).doNothing())
      .returning('id')
      .execute()
    return written.length
  },

  /**
   * Takes what is due for any firm: nobody else has it until `leaseUntil`, and a try is counted. Who bought or signed up
   * goes before what was looked at: of that strangers can send as much as they like.
   */
  takeDue: async (now: Date, leaseUntil: Date, limit: number): Promise<AdvertiserEventRow[]> => {
    const take = (which: RawBuilder<SqlBool>): Promise<AdvertiserEventRow[]> =>
      db
        .as<TrackingTables>()
        .updateTable('advertiserEvent')
        .set((eb) => ({ nextAt: leaseUntil, tries: eb('tries', '+', 1) }))
        .where('id', '=', (eb) =>
          readOnce(
            eb
              .selectFrom('advertiserEvent')
              .select('id')
              .where('state', '=', sql.lit('waiting'))
              .where('nextAt', '<=', now)
              .where(which)
              .orderBy('nextAt')
              .limit(limit)
              .forUpdate()
              .skipLocked(),
          ),
        )
        .returningAll()
        .execute()
    const first = await take(sql`name in ('CompleteRegistration', 'Purchase')`)
    const taken = first.length > 0 ? first : await take(sql`name not in ('CompleteRegistration', 'Purchase')`)
    return taken.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  },

  settle: async (firmId: string, ids: readonly string[], state: 'sent' | 'failed', problem: string): Promise<void> => {
    if (ids.length === 0) return
    await db
      .as<TrackingTables>()
      .updateTable('advertiserEvent')
      .set({ state, problem, event: json({}) })
      .where('firmId', '=', firmId)
      .where('id', 'in', [...ids])
      .execute()
  },

  putOff: async (firmId: string, ids: readonly string[], nextAt: Date, problem: string): Promise<void> => {
    await db
      .as<TrackingTables>()
      .updateTable('advertiserEvent')
      .set({ nextAt, problem })
      .where('firmId', '=', firmId)
      .where('id', 'in', [...ids])
      .execute()
  },

  /** Adds to what pages reported in a day; answers the day's number with it. */
  countReported: async (firmId: string, day: string, count: number, tx: Tx): Promise<number> => {
    const { reported } = await tx
      .as<TrackingTables>()
      .insertInto('advertiserDay')
      .values({ firmId, day, reported: count })
      .onConflict((conflict) =>
        conflict
          .columns(['firmId', 'day'])
          .doUpdateSet({ reported: sql<number>`"advertiserDay".reported + excluded.reported` }),
      )
      .returning('reported')
      .executeTakeFirstOrThrow()
    return reported
  },

  /** Newest first. */
  reportedDays: (firmId: string, since: string): Promise<{ day: string; reported: number }[]> =>
    db
      .as<TrackingTables>()
      .selectFrom('advertiserDay')
      .select(['day', 'reported'])
      .where('firmId', '=', firmId)
      .where('day', '>=', since)
      .orderBy('day', 'desc')
      .execute(),
})
export type TrackingStore = ReturnType<typeof createTrackingStore>
