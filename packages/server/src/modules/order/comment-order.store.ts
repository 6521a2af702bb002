import { sql } from 'kysely'
import { type Database, type Executor, json } from '../../platform/db/database.ts'
import { factsOf, partOf } from '../fact/fact.events.ts'
import type { CommentOrderRow, CommentOrderTables } from './comment-order.tables.ts'

/** What an answer says, as it stands in a row. */
export type Answered = Pick<CommentOrderRow, 'outcome' | 'lines' | 'question' | 'heldUntil' | 'left' | 'said' | 'waits'>
export type NewCommentOrder = Omit<CommentOrderRow, 'answers' | 'loggedAnswers' | 'settledBy'>

/** A hold that is over, and when it had begun. */
export interface OverHold {
  readonly variantId: string
  readonly since: Date
}

/** One for each product that a comment asks for; for one that names none, one. Who asks for fewer does nothing of it. */
const plusOne = factsOf(
  'plusOne',
  sql`(
    select distinct kept."firmId", kept."liveId", kept.seq, kept."liveUserId", kept."saidAt", line ->> 'productId' as product
    from kept left join lateral jsonb_array_elements(kept.lines) as line on true
    where kept."doubleOf" is null and kept.outcome not in ('lowered', 'nothing')
      and (line is null or (line ->> 'asked')::integer > 0)
  ) as asked`,
  {
    sourceId: sql`concat_ws(' ', "liveId", seq, product)`,
    at: sql`"saidAt"`,
    liveId: sql`"liveId"`,
    liveUserId: sql`"liveUserId"`,
    productId: sql`product`,
  },
)

export interface OrderQueueFilter {
  readonly waits: boolean | undefined
  readonly limit: number
  readonly offset: number
}

export const createCommentOrderStore = (db: Database) => {
  const on = (executor: Executor = db) => executor.as<CommentOrderTables>()
  const ofLive = (firmId: string, liveId: string, executor?: Executor) =>
    on(executor).selectFrom('commentOrder').where('firmId', '=', firmId).where('liveId', '=', liveId)

  return {
    /** The newest of the same words since then, double taps left out. */
    lastEqual: (
      of: Pick<CommentOrderRow, 'firmId' | 'liveId' | 'liveUserId' | 'plainText'>,
      { since, before }: { readonly since: Date; readonly before: number },
      executor: Executor,
    ): Promise<CommentOrderRow | undefined> =>
      ofLive(of.firmId, of.liveId, executor)
        .selectAll()
        .where('liveUserId', '=', of.liveUserId)
        .where('plainText', '=', of.plainText)
        .where('saidAt', '>=', since)
        .where('seq', '<', before)
        .where('doubleOf', 'is', null)
        .orderBy('seq', 'desc')
        .limit(1)
        .executeTakeFirst(),

    /** The viewer's newest comment since then whose question nobody has answered. */
    openQuestion: (
      of: Pick<CommentOrderRow, 'firmId' | 'liveId' | 'liveUserId'>,
      { since, before }: { readonly since: Date; readonly before: number },
      executor: Executor,
    ): Promise<CommentOrderRow | undefined> =>
      ofLive(of.firmId, of.liveId, executor)
        .selectAll()
        .where('liveUserId', '=', of.liveUserId)
        .where('waits', '=', sql.lit(true))
        .where('saidAt', '>=', since)
        .where('seq', '<', before)
        .orderBy('seq', 'desc')
        .limit(1)
        .executeTakeFirst(),

    /**
     * Takes back what the viewer's answers confirmed of holds that are over, and answers those rows: their lines say in
     * `asked` how many pieces they had confirmed. An answer from before such a hold began (a row is changed after its
     * holds are) is about pieces that were bought: it stands.
     */
    takeBack: async (
      of: Pick<CommentOrderRow, 'firmId' | 'liveId' | 'liveUserId' | 'changedAt'>,
      over: readonly OverHold[],
      /** Seqs of comments that are answered by themselves. */
      except: readonly number[],
      executor: Executor,
    ): Promise<CommentOrderRow[]> => {
      if (over.length === 0) return []
      const { rows } = await sql<CommentOrderRow>`
        with over as materialized (
          select * from jsonb_to_recordset(${JSON.stringify(over)}::jsonb) as over ("variantId" text, since timestamptz)
        ), mine as materialized (
          select seq, lines, "changedAt" from "commentOrder" as mine
          where "firmId" = ${of.firmId} and "liveId" = ${of.liveId} and "liveUserId" = ${of.liveUserId}
            and seq <> all (${sql.val([...except])}::bigint[])
            and exists (
              select 1 from jsonb_array_elements(mine.lines) as line join over on line ->> 'variantId' = over."variantId"
              where (line ->> 'holds')::integer > 0 and mine."changedAt" >= over.since)
          order by seq for update
        ), next as materialized (
          select mine.seq,
            jsonb_agg(case when over."variantId" is null then line
              else line || jsonb_build_object('holds', 0, 'asked', line -> 'holds') end order by place) as lines,
            bool_or(over."variantId" is null and (line ->> 'holds')::integer > 0) as "stillHolds"
          from mine cross join jsonb_array_elements(mine.lines) with ordinality as line (line, place)
            left join over on line ->> 'variantId' = over."variantId" and mine."changedAt" >= over.since
          group by mine.seq
        )
        update "commentOrder" set lines = next.lines, answers = answers + 1, "changedAt" = ${of.changedAt}::timestamptz,
          outcome = case when outcome = 'held' and not next."stillHolds" then 'lowered' else outcome end,
          "heldUntil" = case when next."stillHolds" then "heldUntil" end
        from next where "commentOrder"."liveId" = ${of.liveId} and "commentOrder".seq = next.seq
        returning "commentOrder".*`.execute(on(executor))
      return rows
    },

    find: (firmId: string, liveId: string, seq: number, executor?: Executor): Promise<CommentOrderRow | undefined> =>
      ofLive(firmId, liveId, executor).selectAll().where('seq', '=', seq).executeTakeFirst(),

    /** False when it stands there already. */
    insert: async (row: NewCommentOrder, executor: Executor): Promise<boolean> => {
      const written = await on(executor)
        .with('kept', (make) =>
          make
            .insertInto('commentOrder')
            .values({
              ...row,
              user: json(row.user),
              lines: json(row.lines),
              question: row.question === null ? null : json(row.question),
              settledBy: '',
              answers: 1,
              loggedAnswers: 0,
            })
            .onConflict((conflict) => conflict.columns(['liveId', 'seq']).doNothing())
            .returning(['firmId', 'liveId', 'seq', 'liveUserId', 'lines', 'outcome', 'doubleOf', 'saidAt']),
        )
        .with('facts', () => partOf(plusOne))
        .selectFrom('kept')
        .select('seq')
        .executeTakeFirst()
      return written !== undefined
    },

    /** Answers it anew, and every double tap of it with it. */
    answer: (
      firmId: string,
      liveId: string,
      seq: number,
      answer: Partial<Answered> & Partial<Pick<CommentOrderRow, 'settledBy'>> & Pick<CommentOrderRow, 'changedAt'>,
      executor: Executor,
    ): Promise<CommentOrderRow[]> => {
      const { lines, question, ...plain } = answer
      return on(executor)
        .updateTable('commentOrder')
        .set({
          ...plain,
          ...(lines === undefined ? {} : { lines: json(lines) }),
          ...(question === undefined ? {} : { question: question === null ? null : json(question) }),
          answers: sql<number>`answers + 1`,
        })
        .where('firmId', '=', firmId)
        .where('liveId', '=', liveId)
        .where((eb) => eb.or([eb('seq', '=', seq), eb('doubleOf', '=', seq)]))
        .returningAll()
        .execute()
    },

    /** What a viewer ordered by comment is from now on another one's: the same person, who has signed up. */
    giveTo: async (
      of: Pick<CommentOrderRow, 'firmId' | 'liveId' | 'liveUserId'>,
      toId: string,
      executor: Executor,
    ): Promise<void> => {
      await on(executor)
        .updateTable('commentOrder')
        .set({ liveUserId: toId })
        .where('firmId', '=', of.firmId)
        .where('liveId', '=', of.liveId)
        .where('liveUserId', '=', of.liveUserId)
        .execute()
    },

    /** The room's log knows the answers of these rows. */
    markLogged: async (
      firmId: string,
      rows: readonly Pick<CommentOrderRow, 'liveId' | 'seq' | 'answers'>[],
    ): Promise<void> => {
      if (rows.length === 0) return
      await sql`
        update "commentOrder" set "loggedAnswers" = greatest("loggedAnswers", given.answers)
        from jsonb_to_recordset(${JSON.stringify(rows.map(({ liveId, seq, answers }) => ({ liveId, seq, answers })))}::jsonb)
          as given ("liveId" uuid, seq bigint, answers integer)
        where "commentOrder"."firmId" = ${firmId} and "commentOrder"."liveId" = given."liveId"
          and "commentOrder".seq = given.seq`.execute(on())
    },

    /** Answers that the room's log may not know yet, the oldest first. */
    unpublished: (before: Date, limit: number): Promise<CommentOrderRow[]> =>
      on()
        .selectFrom('commentOrder')
        .selectAll()
        .whereRef('loggedAnswers', '<', 'answers')
        .where('changedAt', '<=', before)
        .orderBy('changedAt')
        .limit(limit)
        .execute(),

    /** Those that wait first, then the newest; double taps are left out. */
    list: async (
      firmId: string,
      liveId: string,
      { waits, limit, offset }: OrderQueueFilter,
    ): Promise<{ rows: CommentOrderRow[]; total: number }> => {
      let found = ofLive(firmId, liveId).where('doubleOf', 'is', null)
      if (waits !== undefined) found = found.where('waits', '=', waits)
      // Found in an index alone (119-order-list.sql); of the rows only one page is read.
      const [page, count] = await Promise.all([
        found.select('seq').orderBy('waits', 'desc').orderBy('seq', 'desc').limit(limit).offset(offset).execute(),
        found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
      ])
      const seqs = page.map(({ seq }) => seq)
      const rows = seqs.length === 0 ? [] : await ofLive(firmId, liveId).selectAll().where('seq', 'in', seqs).execute()
      const bySeq = new Map(rows.map((row) => [row.seq, row]))
      return { rows: seqs.flatMap((seq) => bySeq.get(seq) ?? []), total: count.total }
    },

    ofSeqs: async (firmId: string, liveId: string, seqs: readonly number[]): Promise<CommentOrderRow[]> =>
      seqs.length === 0 ? [] : ofLive(firmId, liveId).selectAll().where('seq', 'in', seqs).execute(),

    /** Seqs of comments that were orders, the newest first, and how many there are in all. */
    seqsIn: async (
      firmId: string,
      liveId: string,
      { before, limit }: { readonly before: number | undefined; readonly limit: number },
    ): Promise<{ seqs: number[]; total: number }> => {
      const [rows, count] = await Promise.all([
        ofLive(firmId, liveId)
          .select('seq')
          .$if(before !== undefined, (found) => found.where('seq', '<', before ?? 0))
          .orderBy('seq', 'desc')
          .limit(limit)
          .execute(),
        ofLive(firmId, liveId)
          .select((eb) => eb.fn.countAll<number>().as('total'))
          .executeTakeFirstOrThrow(),
      ])
      return { seqs: rows.map(({ seq }) => seq), total: count.total }
    },

    /** How many wait, by live. */
    waitingIn: async (firmId: string, liveIds: readonly string[]): Promise<Map<string, number>> => {
      if (liveIds.length === 0) return new Map()
      const rows = await on()
        .selectFrom('commentOrder')
        .select((eb) => ['liveId', eb.fn.countAll<number>().as('waiting')])
        .where('firmId', '=', firmId)
        .where('liveId', 'in', liveIds)
        .where('waits', '=', sql.lit(true))
        .groupBy('liveId')
        .execute()
      return new Map(rows.map(({ liveId, waiting }) => [liveId, waiting]))
    },
  }
}
export type CommentOrderStore = ReturnType<typeof createCommentOrderStore>
