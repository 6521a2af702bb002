import { sql } from 'kysely'
import { inBatches } from '../../platform/db/batches.ts'
import type { Database } from '../../platform/db/database.ts'
import { factsOf } from '../fact/fact.events.ts'
import { type ConnectionRow, liveHoursTables } from './live-hours.tables.ts'

/** A viewer's presence as far as it counts. */
export interface Presence {
  readonly id: string
  readonly liveUserId: string
  readonly openedAt: Date
  readonly lastSeenAt: Date
}

/** Who is charged to the merchant: all but those who are one too many of their network and have shown no sign of life. */
export const isCharged = sql<boolean>`(not uncharged or exists (
  select 1 from "liveUser" where "liveUser".id = connection."liveUserId" and "liveUser"."activeAt" is not null))`

/** Between two statements whoever says something gets its turn at the embedded database. */
const rowsAtOnce = 250

/** Of a presence that begins or ends. */
const presence = { sourceId: sql`id::text`, liveId: sql`"liveId"`, liveUserId: sql`"liveUserId"` }

export const createConnectionStore = (db: Database) => {
  const tables = () => liveHoursTables(db)
  const count = sql<number>`count(distinct "liveUserId")`

  return {
    /** Adds rows; one that is there already is left as it is. */
    insert: async (rows: readonly ConnectionRow[]): Promise<void> => {
      for (const batch of inBatches(rows, rowsAtOnce)) {
        const uuids = (column: 'id' | 'firmId' | 'liveId' | 'liveUserId') =>
          sql`${batch.map((row) => row[column])}::uuid[]`
        const instants = (column: 'openedAt' | 'lastSeenAt' | 'closedAt') =>
          sql`${batch.map((row) => row[column]?.toISOString() ?? null)}::timestamptz[]`
        await sql`with opened as (insert into connection
            (id, "firmId", "liveId", "liveUserId", node, uncharged, "openedAt", "lastSeenAt", "closedAt")
          select * from unnest(${uuids('id')}, ${uuids('firmId')}, ${uuids('liveId')}, ${uuids('liveUserId')},
            ${batch.map(({ node }) => node)}::text[], ${batch.map(({ uncharged }) => uncharged)}::boolean[],
            ${instants('openedAt')}, ${instants('lastSeenAt')}, ${instants('closedAt')})
          on conflict (id) do nothing
          returning id, "firmId", "liveId", "liveUserId", "openedAt")
          ${factsOf('joined', sql`opened`, { ...presence, at: sql`"openedAt"` })}`.execute(tables())
      }
    },

    close: async (closed: readonly { id: string; at: Date }[]): Promise<void> => {
      for (const batch of inBatches(closed, rowsAtOnce)) {
        const ids = batch.map(({ id }) => id)
        const ends = batch.map(({ at }) => at.toISOString())
        await sql`with closed as (update connection set "closedAt" = ended.at, "lastSeenAt" = ended.at
          from unnest(${ids}::uuid[], ${ends}::timestamptz[]) as ended (id, at)
          where connection.id = ended.id
          returning connection.id, "firmId", "liveId", "liveUserId", "closedAt")
          ${factsOf('left', sql`closed`, { ...presence, at: sql`"closedAt"` })}`.execute(tables())
      }
    },

    /** Those connections are not charged any more. */
    free: async (ids: readonly string[]): Promise<void> => {
      for (const batch of inBatches(ids, rowsAtOnce))
        await tables().updateTable('connection').set({ uncharged: true }).where('id', 'in', batch).execute()
    },

    /** Those viewers have shown a sign of life: from the beginning they count as charged. */
    setActive: async (liveUserIds: readonly string[], now: Date): Promise<void> => {
      for (const batch of inBatches(liveUserIds, rowsAtOnce)) {
        await tables()
          .updateTable('liveUser')
          .set({ activeAt: now })
          .where('id', 'in', batch)
          .where('activeAt', 'is', null)
          .execute()
      }
    },

    /** Of those viewers, who has shown a sign of life. */
    active: async (liveUserIds: readonly string[]): Promise<Set<string>> => {
      const found = new Set<string>()
      for (const batch of inBatches(liveUserIds, rowsAtOnce)) {
        const rows = await tables()
          .selectFrom('liveUser')
          .select('id')
          .where('id', 'in', batch)
          .where('activeAt', 'is not', null)
          .execute()
        for (const { id } of rows) found.add(id)
      }
      return found
    },

    /** Distinct viewers of a live who were seen since and are not charged. */
    uncharged: async (liveId: string, since: Date): Promise<number> => {
      const row = await tables()
        .selectFrom('connection')
        .select(count.as('viewers'))
        .where('liveId', '=', liveId)
        .where('closedAt', 'is', null)
        .where('lastSeenAt', '>', since)
        .where('uncharged', '=', true)
        .where((eb) => eb.not(isCharged))
        .executeTakeFirst()
      return row?.viewers ?? 0
    },

    /** Those connections still stand. */
    see: async (ids: readonly string[], now: Date): Promise<void> => {
      for (const batch of inBatches(ids, rowsAtOnce))
        await sql`update connection set "lastSeenAt" = ${now}
          where id = any(${batch}::uuid[]) and "closedAt" is null`.execute(tables())
    },

    /** Distinct viewers of those lives that were seen since. */
    online: async (liveIds: readonly string[], since: Date): Promise<Map<string, number>> => {
      if (liveIds.length === 0) return new Map()
      const rows = await tables()
        .selectFrom('connection')
        .select(['liveId', count.as('viewers')])
        .where('liveId', 'in', liveIds)
        .where('closedAt', 'is', null)
        .where('lastSeenAt', '>', since)
        .groupBy('liveId')
        .execute()
      return new Map(rows.map(({ liveId, viewers }) => [liveId, viewers]))
    },

    /** Of those lives, how many viewers too many the sum of all nodes' viewers is. */
    countedTwice: async (liveIds: readonly string[], since: Date): Promise<Map<string, number>> => {
      if (liveIds.length === 0) return new Map()
      const rows = await tables()
        .selectFrom('connection')
        .select([
          'liveId',
          sql<number>`count(distinct (node, "liveUserId")) - count(distinct "liveUserId")`.as('extra'),
        ])
        .where('liveId', 'in', liveIds)
        .where('closedAt', 'is', null)
        .where('lastSeenAt', '>', since)
        .groupBy('liveId')
        .execute()
      return new Map(rows.map(({ liveId, extra }) => [liveId, extra]))
    },

    /** Presences that are charged and touch the span, by viewer, a page at a time. */
    page: (
      firmId: string,
      liveId: string,
      span: { from: Date; to: Date },
      after: Presence | undefined,
      limit: number,
    ): Promise<Presence[]> =>
      tables()
        .selectFrom('connection')
        .select(['id', 'liveUserId', 'openedAt', 'lastSeenAt'])
        .where('firmId', '=', firmId)
        .where('liveId', '=', liveId)
        .where('openedAt', '<', span.to)
        .where('lastSeenAt', '>', span.from)
        .where(isCharged)
        .$if(after !== undefined, (query) =>
          query.where(sql<boolean>`("liveUserId", id) > (${after?.liveUserId}::uuid, ${after?.id}::uuid)`),
        )
        .orderBy('liveUserId')
        .orderBy('id')
        .limit(limit)
        .execute(),
  }
}
export type ConnectionStore = ReturnType<typeof createConnectionStore>
