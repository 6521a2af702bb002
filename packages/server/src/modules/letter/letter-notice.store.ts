import type { RecipientState } from '@kaimai/contract/letter/letter.rules.ts'
import { sql } from 'kysely'
import type { Database, Executor, Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Recipient } from './letter-queue.store.ts'
import type { LetterNoticeRow, LetterTables, UnreachableAddressRow } from './letter.tables.ts'

const sweptAtOnce = 500

/** What providers have said of letters, and the addresses that nothing more goes to. */
export const createLetterNoticeStore = (db: Database) => {
  const on = (executor: Executor = db) => executor.as<LetterTables>()

  return {
    add: async (notice: Omit<LetterNoticeRow, 'id'>, executor?: Executor): Promise<void> => {
      await on(executor)
        .insertInto('letterNotice')
        .values({ ...notice, id: newId() })
        .execute()
    },

    /** What the provider has said of a letter, as it came, each the first time. */
    heardOf: async (firmId: string, recipientId: string): Promise<{ event: string; at: Date }[]> => {
      const { rows } = await sql<{ event: string; at: Date }>`
        select event, min("createdAt") as at from "letterNotice"
        where "firmId" = ${firmId} and "recipientId" = ${recipientId} and effect in ('applied', 'old')
        group by event`.execute(on())
      return rows
    },

    /** What went wrong with a letter before it left, the earliest first. */
    problemsOf: (firmId: string, recipientId: string) =>
      on()
        .selectFrom('letterProblem')
        .select(['what', 'problem', 'createdAt as at'])
        .where('firmId', '=', firmId)
        .where('recipientId', '=', recipientId)
        .orderBy('id')
        .execute(),

    /** When the provider last said something that it had signed. */
    lastAt: async (firmId: string): Promise<Date | null> =>
      (
        await on()
          .selectFrom('letterNotice')
          .select('createdAt')
          .where('firmId', '=', firmId)
          .where('effect', 'in', ['applied', 'old', 'unknown', 'off'])
          .orderBy('createdAt', 'desc')
          .limit(1)
          .executeTakeFirst()
      )?.createdAt ?? null,

    byReference: (tx: Tx, firmId: string, reference: string): Promise<Recipient | undefined> =>
      on(tx)
        .selectFrom('letterRecipient')
        .selectAll()
        .where('firmId', '=', firmId)
        .where('transport', '=', sql.lit('surenotify'))
        .where('reference', '=', reference)
        .forUpdate()
        .executeTakeFirst(),

    /** One of which nobody knows whether it left: its number at the provider never came back. */
    unsettled: (tx: Tx, firmId: string, id: string): Promise<Recipient | undefined> =>
      on(tx)
        .selectFrom('letterRecipient')
        .selectAll()
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .where('state', 'in', ['handing', 'unknown'])
        .forUpdate()
        .executeTakeFirst(),

    reach: async (
      tx: Tx,
      id: string,
      reached: {
        readonly state: RecipientState
        readonly reference: string
        readonly problem: string
        readonly now: Date
      },
    ): Promise<void> => {
      const { state, reference, problem, now } = reached
      await on(tx)
        .updateTable('letterRecipient')
        .set({
          state,
          reference,
          problem,
          transport: 'surenotify',
          leaseUntil: null,
          sentAt: sql<Date>`coalesce("sentAt", ${now})`,
        })
        .where('id', '=', id)
        .execute()
    },

    /** True when it is new. */
    stop: async (tx: Tx, row: UnreachableAddressRow): Promise<boolean> =>
      (await on(tx)
        .insertInto('unreachableAddress')
        .values(row)
        .onConflict((conflict) => conflict.columns(['firmId', 'address']).doNothing())
        .returning('address')
        .executeTakeFirst()) !== undefined,

    /** Of these letters, those to an address that nothing more goes to. */
    unreachable: async (
      recipients: readonly Pick<Recipient, 'id' | 'firmId' | 'toAddress'>[],
    ): Promise<Set<string>> => {
      const firmIds = [...new Set(recipients.flatMap(({ firmId }) => firmId ?? []))]
      if (firmIds.length === 0) return new Set()
      const rows = await on()
        .selectFrom('unreachableAddress')
        .select(['firmId', 'address'])
        .where('firmId', 'in', firmIds)
        .where('address', 'in', [...new Set(recipients.map(({ toAddress }) => toAddress))])
        .execute()
      const stopped = new Set(rows.map(({ firmId, address }) => `${firmId} ${address}`))
      return new Set(
        recipients.flatMap(({ id, firmId, toAddress }) => (stopped.has(`${firmId} ${toAddress}`) ? id : [])),
      )
    },

    /** What changed nothing is not kept for ever. */
    sweep: async (before: Date): Promise<void> => {
      await sql`
        delete from "letterNotice" where id = any(array(
          select id from "letterNotice" where "createdAt" < ${before}
            and effect in ('unsigned', 'unknown', 'off', 'unreadable')
          order by "createdAt" limit ${sql.lit(sweptAtOnce)}
        ))`.execute(on())
    },

    /** Points of text messages that did not leave, by firm: from now on they are nobody's. */
    takePointsBack: async (tx: Tx): Promise<Map<string, number>> => {
      const { rows } = await sql<{ firmId: string; tenths: number }>`
        with back as (
          select id, "firmId", "pointTenths" from "letterRecipient"
          where "pointTenths" > 0 and state in ('failed', 'skipped') and "firmId" is not null
          limit ${sql.lit(sweptAtOnce)} for update skip locked
        ), taken as (
          update "letterRecipient" set "pointTenths" = 0 from back where "letterRecipient".id = back.id
          returning back."firmId", back."pointTenths"
        )
        select "firmId", sum("pointTenths")::int as tenths from taken group by "firmId"`.execute(on(tx))
      return new Map(rows.map(({ firmId, tenths }) => [firmId, Number(tenths)]))
    },
  }
}
export type LetterNoticeStore = ReturnType<typeof createLetterNoticeStore>
