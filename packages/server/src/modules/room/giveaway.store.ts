import { GiveawayDrawn, type GiveawayOffer, GiveawayOpened } from '@kaimai/contract/room/giveaway.schema.ts'
import type { GiveawayEvent } from '@kaimai/contract/room/giveaway-state.rules.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Database, type Executor, json, literals } from '../../platform/db/database.ts'
import { createOpenedOnceStore, type OpenedRow } from './opened-once.store.ts'
import type { RoomTables } from './room.tables.ts'

interface GiveawayRow extends OpenedRow {
  prize: string
  word: string
  winners: number
  seed: string
  commitment: string
  result: unknown
}

interface GiveawayTables extends RoomTables {
  giveaway: GiveawayRow
}

const Person = z.object({ userId: z.string(), name: z.string(), imgUrl: z.string() })
export type Person = z.output<typeof Person>
const Result = z.object({ entrants: z.array(Person), winners: z.array(z.string()), digest: z.string() })
/** Who took part, and the public ids of who won. */
export type GiveawayResult = z.output<typeof Result>

const StoredGiveaway = z.object({
  id: z.string(),
  firmId: z.string(),
  liveId: z.string(),
  prize: z.string(),
  word: z.string(),
  winners: z.number().int(),
  seed: z.string(),
  commitment: z.string(),
  untilAt: z.date(),
  result: Result.nullable(),
})
export type StoredGiveaway = z.output<typeof StoredGiveaway>

/** A comment that all could see when it was said. */
export interface SaidComment {
  readonly seq: number
  readonly ms: number
  readonly user: Person
  readonly text: string
}

const PublishedEvent = z.discriminatedUnion('kind', [GiveawayOpened, GiveawayDrawn])
/** A live has a few giveaways; of more only the last ones are answered. */
const maxPublished = 100

const Payload = z.object({ user: Person.extend({ as: z.string() }), text: z.string(), of: z.number().optional() })

export const createGiveawayStore = (db: Database) => {
  const tables = (on: Executor = db) => on.as<GiveawayTables>()
  const select = () => tables().selectFrom('giveaway').selectAll()
  const storedOf = (row: unknown): StoredGiveaway => StoredGiveaway.parse(row)

  return {
    ...createOpenedOnceStore(db, 'giveaway', StoredGiveaway),

    /** Those of a live that have been drawn, the oldest first. */
    drawn: async (firmId: string, liveId: string, giveawayId?: string): Promise<StoredGiveaway[]> =>
      (
        await select()
          .where('firmId', '=', firmId)
          .where('liveId', '=', liveId)
          .where('result', 'is not', null)
          .$if(giveawayId !== undefined, (query) => query.where('id', '=', giveawayId ?? ''))
          .orderBy('id')
          .execute()
      ).map(storedOf),

    /** The giveaway of an item of a script, made once whoever asks; false: it was there already. */
    add: async (
      row: Omit<GiveawayRow, 'result' | 'published'> & Pick<GiveawayOffer, 'prize'>,
      on: Executor,
    ): Promise<boolean> => {
      const added = await tables(on)
        .insertInto('giveaway')
        .values({ ...row, result: null })
        .onConflict((conflict) => conflict.columns(['liveId', 'itemId']).doNothing())
        .returning('id')
        .execute()
      return added.length > 0
    },

    /** Nobody takes part who says the word later than now. */
    shorten: async (id: string, now: Date): Promise<StoredGiveaway | undefined> => {
      await tables()
        .updateTable('giveaway')
        .set({ untilAt: now })
        .where('id', '=', id)
        .where('untilAt', '>', now)
        .where('result', 'is', null)
        .execute()
      const row = await select().where('id', '=', id).executeTakeFirst()
      return row && storedOf(row)
    },

    /** Of two that draw at once one result stands: the answer. */
    setResult: async (id: string, result: GiveawayResult): Promise<GiveawayResult> => {
      const set = tables()
        .updateTable('giveaway')
        .set({ result: json(result) })
      await set.where('id', '=', id).where('result', 'is', null).execute()
      const row = await tables().selectFrom('giveaway').select('result').where('id', '=', id).executeTakeFirstOrThrow()
      return Result.parse(row.result)
    },

    /** What the log of a live holds of its giveaways, the oldest first; of very many the newest. */
    publishedEvents: async (firmId: string, liveId: string): Promise<GiveawayEvent[]> => {
      const rows = await tables()
        .selectFrom('roomEvent')
        .select(['seq', 'kind', 'roomMs', 'payload'])
        .where('firmId', '=', firmId)
        .where('liveId', '=', liveId)
        .where('kind', 'in', literals(['giveawayOpened', 'giveawayDrawn']))
        .orderBy('seq', 'desc')
        .limit(2 * maxPublished)
        .execute()
      return rows
        .toReversed()
        .map(({ seq, kind, roomMs, payload }) => PublishedEvent.parse({ ...Object(payload), seq, kind, ms: roomMs }))
    },

    /** Where in the log a giveaway was opened. */
    openedSeq: async (firmId: string, liveId: string, key: string): Promise<number | undefined> =>
      (
        await tables()
          .selectFrom('roomEvent')
          .select('seq')
          .where('firmId', '=', firmId)
          .where('liveId', '=', liveId)
          .where('messageKey', '=', key)
          .executeTakeFirst()
      )?.seq,

    /** What viewers said after a seq and all saw, the oldest first: nothing of the staff, the host or virtual users. */
    said: async (firmId: string, liveId: string, afterSeq: number, limit: number): Promise<SaidComment[]> => {
      const rows = await tables()
        .selectFrom('roomEvent')
        .select(['seq', 'roomMs', 'payload', 'liveUserId'])
        .where('firmId', '=', firmId)
        .where('liveId', '=', liveId)
        .where('seq', '>', afterSeq)
        .where('kind', '=', sql.lit('commented'))
        .where('held', '=', false)
        // One that the staff released stands in the log by nobody.
        .where(sql<boolean>`("liveUserId" is not null or payload ? 'of')`)
        .orderBy('seq')
        .limit(limit)
        .execute()
      return rows.flatMap(({ seq, roomMs, payload }) => {
        const { user, text } = Payload.parse(payload)
        const { userId, name, imgUrl } = user
        return user.as === 'viewer' ? [{ seq, ms: roomMs, user: { userId, name, imgUrl }, text }] : []
      })
    },

    /** The viewers of a room by their public ids. */
    viewersOf: async (
      firmId: string,
      liveId: string,
      userIds: readonly string[],
    ): Promise<readonly { readonly id: string; readonly publicId: string }[]> =>
      userIds.length === 0
        ? []
        : tables()
            .selectFrom('liveUser')
            .select(['id', 'publicId'])
            .where('firmId', '=', firmId)
            .where('liveId', '=', liveId)
            .where('publicId', 'in', userIds)
            .execute(),
  }
}
export type GiveawayStore = ReturnType<typeof createGiveawayStore>
