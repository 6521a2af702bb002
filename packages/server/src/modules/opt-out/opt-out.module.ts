import { readMailAddress } from '@kaimai/contract/common/mail-address.ts'
import { optOut } from '@kaimai/contract/opt-out/opt-out.resource.ts'
import { type SqlBool, sql } from 'kysely'
import { folded } from '../../platform/db/search.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { createResource } from '../../platform/resource/resource.ts'
import type { OptOutTables } from './opt-out.tables.ts'

/** Who gets no marketing letters: kept by staff, and by people themselves at the link of a letter. */
export const createOptOutModule = (platform: Pick<Platform, 'db' | 'clock' | 'audit'>) => {
  const { db, clock } = platform
  const optOuts = createResource(platform, optOut, {
    name: 'optOut',
    table: 'optOut',
    derived: (_firmId, rows) => rows.map(({ source }) => ({ source: source === 'link' ? 'link' : 'staff' })),
  })

  return {
    handlers: optOuts.handlers,

    /** Which of these addresses, as mail servers take them, get no marketing letters of the firm. */
    among: async (firmId: string, emails: readonly string[]): Promise<ReadonlySet<string>> => {
      if (emails.length === 0) return new Set()
      const rows = await db
        .as<OptOutTables>()
        .selectFrom('optOut')
        .select('email')
        .where('firmId', '=', firmId)
        .where(sql<SqlBool>`email = any(${[...emails]}::text[])`)
        .execute()
      return new Set(rows.map(({ email }) => email))
    },

    /** A person opts out; again is fine, and what staff has written stays. Nothing happens for what is no address. */
    add: async (firmId: string, typed: string): Promise<void> => {
      const read = readMailAddress(typed)
      if ('problem' in read) return
      const email = read.address
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
