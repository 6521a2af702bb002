import { optOut, readContact } from '@kaimai/contract/opt-out/opt-out.resource.ts'
import { fail } from '@kaimai/contract/common/error.ts'
import { type SqlBool, sql } from 'kysely'
import type { Actor } from '../../platform/audit/audit.ts'
import { folded } from '../../platform/db/search.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { createResource } from '../../platform/resource/resource.ts'
import { createResourceSheet } from '../../platform/resource/resource-sheet.ts'
import type { OptOutTables } from './opt-out.tables.ts'

/** Who gets no marketing letters: kept by staff, and by people themselves at the link of a letter. */
export const createOptOutModule = (platform: Pick<Platform, 'db' | 'clock' | 'log' | 'audit' | 'jobs'>) => {
  const { db, clock, audit } = platform
  const optOuts = createResource(platform, optOut, {
    name: 'optOut',
    table: 'optOut',
    columns: { contact: 'email' },
    derived: (_firmId, rows) => rows.map(({ source }) => ({ source: source === 'link' ? 'link' : 'staff' })),
  })
  const sheet = createResourceSheet(platform, optOut, optOuts, {
    name: 'optOut',
    title: { 'zh-TW': '退訂名單', en: 'Opt-outs' },
    examples: [{ contact: 'mei@example.com', note: '來電要求退訂' }],
  })

  return {
    handlers: optOuts.handlers,
    sheet: sheet.handlers,

    /** The address gets marketing again; why stands in the audit log. Throws `noData`. */
    remove: (firmId: string, id: string, reason: string, by: Actor): Promise<void> =>
      db.transaction(async (tx) => {
        const [gone] = await optOuts.store.remove(firmId, [id], clock.now(), tx)
        if (!gone) throw fail('noData')
        await audit.record(tx, by, 'optOut.remove', { id, name: String(gone['email']) }, { reason })
      }),

    /** Which of these addresses, as mail servers take them, and numbers (`+886912345678`) get no marketing of the firm. */
    among: async (firmId: string, contacts: readonly string[]): Promise<ReadonlySet<string>> => {
      if (contacts.length === 0) return new Set()
      const rows = await db
        .as<OptOutTables>()
        .selectFrom('optOut')
        .select('email')
        .where('firmId', '=', firmId)
        .where(sql<SqlBool>`email = any(${[...contacts]}::text[])`)
        .execute()
      return new Set(rows.map(({ email }) => email))
    },

    /** A person opts out; again is fine, and what staff has written stays. Nothing happens for what is no address or number. */
    add: async (firmId: string, typed: string): Promise<void> => {
      const email = readContact(typed)
      if (email === undefined) return
      const row = { id: newId(), firmId, email, note: '', source: 'link' as const, searchText: folded(email) }
      await db
        .as<OptOutTables>()
        .insertInto('optOut')
        .values({ ...row, createdAt: clock.now() })
        .onConflict((conflict) => conflict.columns(['firmId', 'email']).doNothing())
        .execute()
    },
  }
}
export type OptOuts = ReturnType<typeof createOptOutModule>
