import type { FeatureNames } from './names.ts'

/** Path → text of the module, its migration and its test. `migration` is the number of the migration, from 1. */
export const serverFiles = (names: FeatureNames, migration: number): Record<string, string> => {
  const { slug } = names
  const folder = `packages/server/src/modules/${slug}`
  const number = String(migration).padStart(3, '0')
  return {
    [`packages/server/migrations/${number}-${slug}.sql`]: tableText(names),
    [`${folder}/${slug}.tables.ts`]: tablesText(names),
    [`${folder}/${slug}.store.ts`]: storeText(names),
    [`${folder}/${slug}.present.ts`]: presentText(names),
    [`${folder}/${slug}.service.ts`]: serviceText(names),
    [`${folder}/${slug}.plugin.ts`]: pluginText(names),
    [`${folder}/${slug}.test.ts`]: testText(names),
  }
}

const tableText = ({ camel, snake }: FeatureNames): string => `create table "${camel}" (
  id uuid primary key,
  "firmId" uuid not null references firm (id),
  name text not null,
  "createdAt" timestamptz not null
);
create index ${snake}_by_firm on "${camel}" ("firmId", "createdAt" desc, id desc);
`

const tablesText = ({ camel, pascal }: FeatureNames): string => `export interface ${pascal}Row {
  id: string
  firmId: string
  name: string
  createdAt: Date
}

export interface ${pascal}Tables {
  ${camel}: ${pascal}Row
}
`

const storeText = ({
  slug,
  camel,
  pascal,
}: FeatureNames): string => `import type { Database } from '../../platform/db/database.ts'
import { containing } from '../../platform/db/search.ts'
import type { ${pascal}Row, ${pascal}Tables } from './${slug}.tables.ts'

export interface ${pascal}Wish {
  readonly q: string | undefined
  readonly limit: number
  readonly offset: number
}

export const create${pascal}Store = (db: Database) => {
  const tables = () => db.as<${pascal}Tables>()

  return {
    list: async (firmId: string, { q, limit, offset }: ${pascal}Wish): Promise<{ rows: ${pascal}Row[]; total: number }> => {
      const own = tables().selectFrom('${camel}').where('firmId', '=', firmId)
      const found = q ? own.where(containing('name', q)) : own
      const rows = await found
        .selectAll()
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute()
      const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
      return { rows, total }
    },

    insert: async (row: ${pascal}Row): Promise<void> => {
      await tables().insertInto('${camel}').values(row).execute()
    },

    /** The row as it is now; undefined: it isn't there. */
    change: (firmId: string, id: string, change: Pick<${pascal}Row, 'name'>): Promise<${pascal}Row | undefined> =>
      tables()
        .updateTable('${camel}')
        .set(change)
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst(),

    /** False: it isn't there. */
    remove: async (firmId: string, id: string): Promise<boolean> => {
      const { numDeletedRows } = await tables()
        .deleteFrom('${camel}')
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}
export type ${pascal}Store = ReturnType<typeof create${pascal}Store>
`

const presentText = ({
  slug,
  pascal,
}: FeatureNames): string => `import type { ${pascal} } from '@kaimai/contract/${slug}/${slug}.routes.ts'
import type { ${pascal}Row } from './${slug}.tables.ts'

export const present${pascal} = (row: ${pascal}Row): ${pascal} => ({
  id: row.id,
  name: row.name,
  createdAt: row.createdAt.toISOString(),
})
`

const serviceText = ({ slug, pascal }: FeatureNames): string => `import { fail } from '@kaimai/contract/common/error.ts'
import { type ListQuery, offsetOf, type Page, pageAt } from '@kaimai/contract/common/page.ts'
import type { ${pascal}, ${pascal}Body } from '@kaimai/contract/${slug}/${slug}.routes.ts'
import type { Clock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { present${pascal} } from './${slug}.present.ts'
import type { ${pascal}Store } from './${slug}.store.ts'

export const create${pascal}Service = ({ store, clock }: { store: ${pascal}Store; clock: Clock }) => ({
  list: async (firmId: string, query: ListQuery): Promise<Page<${pascal}>> => {
    const offset = offsetOf(query.cursor)
    const { rows, total } = await store.list(firmId, { q: query.q, limit: query.limit, offset })
    return pageAt(rows.map(present${pascal}), total, offset)
  },

  create: async (firmId: string, body: ${pascal}Body): Promise<${pascal}> => {
    const row = { id: newId(), firmId, name: body.name, createdAt: clock.now() }
    await store.insert(row)
    return present${pascal}(row)
  },

  change: async (firmId: string, id: string, body: ${pascal}Body): Promise<${pascal}> => {
    const row = await store.change(firmId, id, { name: body.name })
    if (!row) throw fail('noData')
    return present${pascal}(row)
  },

  remove: async (firmId: string, id: string): Promise<void> => {
    if (!(await store.remove(firmId, id))) throw fail('noData')
  },
})
export type ${pascal}Service = ReturnType<typeof create${pascal}Service>
`

const pluginText = ({
  slug,
  camel,
  pascal,
}: FeatureNames): string => `import { ${camel}Routes } from '@kaimai/contract/${slug}/${slug}.routes.ts'
import { bind } from '../../platform/http/bind.ts'
import type { ${pascal}Service } from './${slug}.service.ts'

export const ${camel}Plugin = (${camel}s: ${pascal}Service) =>
  bind(${camel}Routes, {
    list: ({ firm, query }) => ${camel}s.list(firm.id, query),
    create: ({ firm, body }) => ${camel}s.create(firm.id, body),
    change: ({ firm, params, body }) => ${camel}s.change(firm.id, params.id, body),
    remove: async ({ firm, params }) => {
      await ${camel}s.remove(firm.id, params.id)
      return {}
    },
  })
`

const testText = ({
  slug,
  camel,
  pascal,
  prefix,
}: FeatureNames): string => `import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/database.ts'
import { manualClock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { create${pascal}Service } from './${slug}.service.ts'
import { create${pascal}Store } from './${slug}.store.ts'

const clock = manualClock('2026-11-20T10:00:00Z')
const ours = newId()
const theirs = newId()
let db: TestDatabase

beforeAll(async () => {
  db = await testDatabase()
  for (const id of [ours, theirs]) {
    await db.raw('insert into firm (id, name, "createdAt") values ($1, $2, $3)', [id, 'A firm', clock.now()])
  }
})
afterAll(() => db.close())

const ${camel}s = () => create${pascal}Service({ store: create${pascal}Store(db), clock })
const namesOf = async (firmId: string, q?: string) =>
  (await ${camel}s().list(firmId, { limit: 20, q })).items.map(({ name }) => name)

test('${prefix}-1 What a firm makes stands in its list, newest first, and can be found by name', async () => {
  for (const name of ['Older', 'Newer 100%']) {
    await ${camel}s().create(ours, { name })
    clock.advance(1000)
  }
  expect(await namesOf(ours)).toEqual(['Newer 100%', 'Older'])
  expect(await namesOf(ours, '0%')).toEqual(['Newer 100%'])
  expect(await namesOf(ours, '_')).toEqual([])
  expect(await namesOf(theirs)).toEqual([])
})

test('${prefix}-2 A change and a removal reach the firm\\'s own alone; anything else is not there', async () => {
  const made = await ${camel}s().create(theirs, { name: 'Theirs' })
  for (const id of [made.id, newId()]) {
    await expect(${camel}s().change(ours, id, { name: 'Taken' })).rejects.toMatchObject({ errorName: 'noData' })
    await expect(${camel}s().remove(ours, id)).rejects.toMatchObject({ errorName: 'noData' })
  }
  expect(await namesOf(theirs)).toEqual(['Theirs'])
  expect(await ${camel}s().change(theirs, made.id, { name: 'Renamed' })).toMatchObject({ id: made.id, name: 'Renamed' })
  await ${camel}s().remove(theirs, made.id)
  expect(await namesOf(theirs)).toEqual([])
})
`
