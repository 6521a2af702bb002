import type { Database } from './database.ts'

const rowsAtOnce = 500

const names = async (db: Database, sql: string, values: unknown[] = []): Promise<string[]> =>
  (await db.raw(sql, values)).rows.map(({ name }) => String(name))

const tablesOf = (db: Database): Promise<string[]> =>
  names(
    db,
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'migration' order by table_name`,
  )

/** Tables in an order in which every row finds the rows it points at. */
const inOrder = async (db: Database): Promise<string[]> => {
  const { rows } = await db.raw(`
    select child.relname as child, parent.relname as parent from pg_constraint
    join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
    where contype = 'f' and child.relname <> parent.relname`)
  const waits = new Map<string, Set<string>>()
  for (const { child, parent } of rows)
    waits.set(String(child), (waits.get(String(child)) ?? new Set()).add(String(parent)))
  const left = new Set(await tablesOf(db))
  const ordered: string[] = []
  while (left.size > 0) {
    const free = [...left].filter((table) => ![...(waits.get(table) ?? [])].some((parent) => left.has(parent)))
    if (free.length === 0) throw new Error(`tables that point at each other: ${[...left].join(', ')}`)
    for (const table of free) {
      left.delete(table)
      ordered.push(table)
    }
  }
  return ordered
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Copies one table in pages by its physical order; nobody writes to the source meanwhile. */
const copyTable = async (source: Database, target: Database, table: string): Promise<number> => {
  const generated = new Set(
    await names(
      source,
      `select column_name as name from information_schema.columns
       where table_schema = 'public' and table_name = $1 and is_generated = 'ALWAYS'`,
      [table],
    ),
  )
  const columns = (
    await names(
      source,
      `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1 order by ordinal_position`,
      [table],
    )
  )
    .filter((column) => !generated.has(column))
    .map(quoted)
    .join(', ')
  for (let offset = 0; ; offset += rowsAtOnce) {
    const { rows } = await source.raw(
      `select cast(jsonb_agg(to_jsonb(page)) as text) as page, count(*) as count from (select * from ${quoted(table)} order by ctid limit ${rowsAtOnce} offset ${offset}) page`,
    )
    const count = Number(rows[0]?.['count'] ?? 0)
    if (count > 0)
      await target.raw(
        `insert into ${quoted(table)} (${columns}) select ${columns} from jsonb_populate_recordset(null::${quoted(table)}, cast($1 as jsonb))`,
        [rows[0]?.['page']],
      )
    if (count < rowsAtOnce) return offset + count
  }
}

/** What comes next is numbered after what there is. */
const goOnCounting = async (target: Database, table: string): Promise<void> => {
  const numbered = await names(
    target,
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_identity = 'YES'`,
    [table],
  )
  for (const column of numbered)
    await target.raw(
      `select setval(pg_get_serial_sequence($1, $2), coalesce(max(${quoted(column)}), 0) + 1, false) from ${quoted(table)}`,
      [quoted(table), column],
    )
}

/** Jobs that wait or were at work become requests again: the target's queue takes them up. */
const waitingJobs = `
  insert into "requestedJob" (id, name, key, data, "runAt")
  select id, name, nullif(singleton_key, id::text), data -> 'data', now() from pgboss.job where state < 'completed'
  on conflict do nothing`

/**
 * Copies all rows of one migrated database into another of the same version that is empty. Both must be at rest.
 * Answers how many rows each table had.
 */
export const copyDatabase = async (source: Database, target: Database): Promise<Record<string, number>> => {
  await source.raw(waitingJobs)
  const counts: Record<string, number> = {}
  const tables = await inOrder(target)
  // What migrations put into a new database (offers, say) stands in the source as it is today.
  for (const table of tables.toReversed()) await target.raw(`delete from ${quoted(table)}`)
  for (const table of tables) {
    // What a trigger writes stands in the source already.
    await target.raw(`alter table ${quoted(table)} disable trigger user`)
    counts[table] = await copyTable(source, target, table)
    await target.raw(`alter table ${quoted(table)} enable trigger user`)
    await goOnCounting(target, table)
  }
  return counts
}

/** Whether anything of ours is in it: a database that is not empty is never copied into. */
export const isEmpty = async (db: Database): Promise<boolean> =>
  (await db.raw('select 1 from firm limit 1')).rows.length === 0 &&
  (await db.raw('select 1 from "keyCheck" limit 1')).rows.length === 0
