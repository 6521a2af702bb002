import { PollQuestion } from '@kaimai/contract/room/poll.schema.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Database, type Executor, json, type Tx } from '../../platform/db/database.ts'
import { createOpenedOnceStore, type OpenedRow } from './opened-once.store.ts'

interface PollRow extends OpenedRow {
  question: string
  options: unknown
  closedAt: Date | null
  counts: unknown
}

interface PollVoteRow {
  pollId: string
  liveUserId: string
  firmId: string
  option: number
  votedAt: Date
}

interface PollTables {
  poll: PollRow
  pollVote: PollVoteRow
}

/** A poll whose end the log of its room may not have yet. */
const StoredPoll = z.object({
  id: z.string(),
  firmId: z.string(),
  liveId: z.string(),
  question: z.string(),
  options: PollQuestion.shape.options,
  untilAt: z.date(),
  closedAt: z.date().nullable(),
})
export type StoredPoll = z.output<typeof StoredPoll>

const Counts = z.array(z.number().int())

/** Polls and their votes, one a viewer. */
export const createPollStore = (db: Database) => {
  const tables = (on: Executor = db) => on.as<PollTables>()

  const counted = async (pollId: string, options: number, on: Executor = db): Promise<number[]> => {
    const { rows } = await sql<{ option: number; votes: number }>`
      select option, count(*)::integer as votes from "pollVote" where "pollId" = ${pollId} group by option`.execute(
      tables(on),
    )
    return Array.from({ length: options }, (_, at) => rows.find(({ option }) => option === at)?.votes ?? 0)
  }

  return {
    counted,

    ...createOpenedOnceStore(db, 'poll', StoredPoll),

    /** The poll of an item of a script, made once whoever asks; false: it was there already. */
    add: async (
      row: Omit<PollRow, 'closedAt' | 'counts' | 'published' | 'options'> & { readonly options: readonly string[] },
      on: Executor,
    ): Promise<boolean> => {
      const added = await tables(on)
        .insertInto('poll')
        .values({ ...row, options: json(row.options), closedAt: null, counts: null })
        .onConflict((conflict) => conflict.columns(['liveId', 'itemId']).doNothing())
        .returning('id')
        .execute()
      return added.length > 0
    },

    /** Ends it: what votes had begun is counted, and none comes after. Again it answers the same. */
    close: async ({ id, firmId, options }: StoredPoll, now: Date, tx: Tx): Promise<number[]> => {
      const { rows } = await sql<{ counts: unknown }>`
        update poll set "closedAt" = coalesce("closedAt", ${now}) where id = ${id} and "firmId" = ${firmId}
        returning counts`.execute(tables(tx))
      const before = Counts.safeParse(rows[0]?.counts)
      if (before.success) return before.data
      const counts = await counted(id, options.length, tx)
      await tables(tx)
        .updateTable('poll')
        .set({ counts: json(counts) })
        .where('id', '=', id)
        .execute()
      return counts
    },

    /**
     * The option that stands for the viewer afterwards: of two votes the later one, however late the other is written.
     * Undefined: the poll is over, or no such poll of this live, or no such option. A vote that has begun holds the end back.
     */
    vote: async (
      vote: { firmId: string; liveId: string; pollId: string; liveUserId: string; option: number },
      now: Date,
    ): Promise<number | undefined> => {
      const { firmId, liveId, pollId, liveUserId, option } = vote
      const { rows } = await sql<{ option: number }>`
        with asked as (
          select id from poll where id = ${pollId} and "firmId" = ${firmId} and "liveId" = ${liveId}
            and "closedAt" is null and "untilAt" > ${now} and jsonb_array_length(options) > ${option}::integer
          for share
        )
        insert into "pollVote" ("pollId", "liveUserId", "firmId", option, "votedAt")
        select id, ${liveUserId}::uuid, ${firmId}::uuid, ${option}::smallint, ${now}::timestamptz from asked
        on conflict ("pollId", "liveUserId") do update set
          option = case when "pollVote"."votedAt" > excluded."votedAt" then "pollVote".option else excluded.option end,
          "votedAt" = greatest("pollVote"."votedAt", excluded."votedAt")
        returning option`.execute(tables())
      return rows[0]?.option
    },

    /** What a viewer has voted for; undefined: nothing. */
    voteOf: async (firmId: string, pollId: string, liveUserId: string): Promise<number | undefined> =>
      (
        await tables()
          .selectFrom('pollVote')
          .select('option')
          .where('firmId', '=', firmId)
          .where('pollId', '=', pollId)
          .where('liveUserId', '=', liveUserId)
          .executeTakeFirst()
      )?.option,
  }
}
export type PollStore = ReturnType<typeof createPollStore>
