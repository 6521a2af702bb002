import { type SqlBool, sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import type { SignupFormRow, SignupTables } from './signup.tables.ts'

/** What a list may be sorted by. */
export const signupSorts = ['createdAt', 'signupName', 'signups'] as const

export interface FormInput {
  readonly q?: string | undefined
  readonly status?: 'published' | 'draft' | undefined
  readonly pageType?: SignupFormRow['pageType'] | undefined
  readonly sort: (typeof signupSorts)[number]
  readonly descending: boolean
  readonly limit: number
  readonly offset: number
}

/** The list of forms: which ones is found in an index alone, then their rows are read. */
export const createSignupListStore = (db: Database) => {
  const tables = () => db.as<SignupTables & { signup: { searchText: string } }>()
  return {
    list: async (firmId: string, input: FormInput): Promise<{ rows: SignupFormRow[]; total: number }> => {
      const { q, status, pageType, sort, limit, offset } = input
      let found = tables().selectFrom('signup').where('signup.firmId', '=', firmId).where('removedAt', 'is', null)
      if (q) found = found.where(sql<SqlBool>`strpos("searchText", ${q.toLowerCase()}) > 0`)
      if (status) found = found.where('published', '=', status === 'published')
      if (pageType) found = found.where('pageType', '=', pageType)
      const direction = input.descending ? 'desc' : 'asc'
      const sorted =
        sort === 'signups'
          ? found
              .leftJoin(
                (eb) =>
                  eb
                    .selectFrom('signupUser')
                    .select(['signupId', (each) => each.fn.countAll<number>().as('people')])
                    .where('firmId', '=', firmId)
                    .groupBy('signupId')
                    .as('counted'),
                (join) => join.onRef('counted.signupId', '=', 'signup.id'),
              )
              .orderBy(sql`coalesce(people, 0)`, direction)
          : found.orderBy(sort === 'createdAt' ? 'createdAt' : 'name', direction)
      const ids = await sorted
        .select('signup.id')
        .orderBy('signup.id', sort === 'createdAt' ? 'asc' : direction)
        .limit(limit)
        .offset(offset)
        .execute()
      const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
      if (ids.length === 0) return { rows: [], total }
      const place = new Map(ids.map(({ id }, index) => [id, index]))
      const rows = await db
        .as<SignupTables>()
        .selectFrom('signup')
        .selectAll()
        .where('firmId', '=', firmId)
        .where('id', 'in', [...place.keys()])
        .execute()
      return { rows: rows.toSorted((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0)), total }
    },
  }
}
