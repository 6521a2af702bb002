import { fail } from '@kaimai/contract/common/error.ts'
import { letterErrors } from '@kaimai/contract/letter/letter.errors.ts'
import type { RecipientState } from '@kaimai/contract/letter/letter.rules.ts'
import { sql } from 'kysely'
import type { Actor } from '../../platform/audit/audit.ts'
import type { Platform } from '../../platform/platform.ts'
import type { LetterTables } from './letter.tables.ts'
import { sendLettersJob } from './send-letters.ts'

/**
 * A person's word on a letter that was being handed over when its process died, where its transport can't be asked: it
 * arrived, or it goes once more. Points of a text message are held until then, and stay so where it goes again.
 */
export const createSettleLetter =
  ({ db, clock, jobs, audit }: Pick<Platform, 'db' | 'clock' | 'jobs' | 'audit'>) =>
  /** Throws `noData` for a letter that is not the firm's, `conflict` for one whose state is known. */
  (by: Actor, id: string, arrived: boolean): Promise<{ id: string; state: RecipientState }> =>
    db.transaction(async (tx) => {
      const on = tx.as<LetterTables>()
      const row = await on
        .selectFrom('letterRecipient')
        .select(['state', 'subject'])
        .where('firmId', '=', by.firmId)
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
      if (!row) throw fail('noData')
      if (row.state !== 'unknown') throw fail('conflict', { reason: letterErrors.letterSettled })
      const now = clock.now()
      const became = arrived
        ? { state: 'sent' as const, sentAt: sql<Date>`coalesce("sentAt", ${now})` }
        : { state: 'queued' as const, attempts: 0, transport: '', problem: '', dueAt: now, resentAt: now }
      await on
        .updateTable('letterRecipient')
        .set({ ...became, leaseUntil: null, heldSince: null })
        .where('id', '=', id)
        .execute()
      await audit.record(tx, by, arrived ? 'letter.settle' : 'letter.resend', { id, name: row.subject }, { people: 1 })
      if (!arrived) await jobs.enqueue(sendLettersJob, {}, { on: tx, key: 'due' })
      return { id, state: became.state }
    })
