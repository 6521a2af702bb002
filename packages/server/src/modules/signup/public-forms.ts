import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import type { SignupTables } from './signup.tables.ts'

/** Forms that everybody may open. */
export const createPublicForms = (db: Database) => {
  const open = (firmIds: readonly string[]) =>
    db
      .as<SignupTables>()
      .selectFrom('signup')
      .where(sql<boolean>`"firmId" = any(${firmIds}::uuid[])`)
      .where('published', '=', true)
      .where('removedAt', 'is', null)
  return {
    /** Path of the form that a firm made last. */
    newest: async (firmId: string): Promise<string | undefined> => {
      const row = await open([firmId]).select('customUrl').orderBy('createdAt', 'desc').limit(1).executeTakeFirst()
      return row && `/f/${row.customUrl}`
    },
    /** Of one firm, the newest first. */
    ofFirm: async (firmId: string): Promise<{ id: string; title: string; path: string }[]> => {
      const rows = await open([firmId])
        .select(['id', 'name', 'customUrl', 'content'])
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .execute()
      return rows.map(({ id, name, customUrl, content }) => ({
        id,
        title: content.signupTitle || name,
        path: `/f/${customUrl}`,
      }))
    },
    count: async (firmIds: readonly string[]): Promise<number> =>
      Number(
        (
          await open(firmIds)
            .select((eb) => eb.fn.countAll<number>().as('forms'))
            .executeTakeFirstOrThrow()
        ).forms,
      ),
    /** Their paths, oldest first. */
    list: async (firmIds: readonly string[], limit: number, offset: number): Promise<{ path: string }[]> => {
      const rows = await open(firmIds)
        .select('customUrl')
        .orderBy('createdAt')
        .orderBy('id')
        .limit(limit)
        .offset(offset)
        .execute()
      return rows.map(({ customUrl }) => ({ path: `/f/${customUrl}` }))
    },
  }
}
