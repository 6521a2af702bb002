import type { ImportCounts, ImportRunState } from '@kaimai/contract/common/import-run.ts'
import type { ImportRow } from '@kaimai/contract/common/sheet.ts'
import { sql } from 'kysely'
import { type Database, type Executor, json } from '../db/database.ts'
import type { ImportRowRecord, ImportRunRecord, ImportTables } from './import-run.tables.ts'

/** What became of one row of a batch. */
export interface SettledRow {
  readonly line: number
  readonly state: ImportRow['state']
  readonly errors: ImportRow['errors']
  /** The id of what the row made; empty: it made nothing new. */
  readonly target: string
}

/** Word by word as the index `import_row_open` has it: a plan that is kept for any values can't use it for parameters. */
const isOpen = sql<boolean>`not settled and state in ('new', 'change')`

/** Runs of one kind, and their rows. */
export const createImportRunStore = (db: Database, kind: string) => {
  const on = (executor: Executor = db) => executor.as<ImportTables>()
  const runs = (firmId: string, executor?: Executor) =>
    on(executor).selectFrom('importRun').selectAll().where('firmId', '=', firmId).where('kind', '=', kind)
  const rowsOf = (firmId: string, runId: string, executor?: Executor) =>
    on(executor).selectFrom('importRow').selectAll().where('firmId', '=', firmId).where('runId', '=', runId)

  return {
    insert: async (row: ImportRunRecord): Promise<void> => {
      const { columns, leading, unknownHeaders, unknownNames, counts, outcome, options, source } = row
      await on()
        .insertInto('importRun')
        .values({
          ...row,
          source: json(source),
          columns: json(columns),
          leading: json(leading),
          unknownHeaders: json(unknownHeaders),
          unknownNames: json(unknownNames),
          counts: json(counts),
          outcome: json(outcome),
          options: json(options),
        })
        .execute()
    },

    /** Rows as one value: a statement of thousands of values takes longer to write than to run. */
    insertRows: async (rows: readonly Omit<ImportRowRecord, 'settled' | 'target'>[]): Promise<void> => {
      await sql`insert into "importRow" ("runId", "firmId", line, unit, state, "isBad", cells, before, stored, errors, note)
        select "runId", "firmId", line, unit, state, "isBad", cells, before, stored, errors, note
        from jsonb_to_recordset(cast(${JSON.stringify(rows)} as jsonb)) as item ("runId" uuid, "firmId" uuid,
          line integer, unit integer, state text, "isBad" boolean, cells jsonb, before jsonb, stored jsonb, errors jsonb,
          note text)
      `.execute(on())
    },

    find: (firmId: string, id: string, executor?: Executor): Promise<ImportRunRecord | undefined> =>
      runs(firmId, executor).where('id', '=', id).executeTakeFirst(),

    lock: (firmId: string, id: string, executor: Executor): Promise<ImportRunRecord | undefined> =>
      runs(firmId, executor).where('id', '=', id).forUpdate().executeTakeFirst(),

    /** Batches of one firm and kind come one after the other: what one made, the next finds. */
    takeTurn: async (firmId: string, executor: Executor): Promise<void> => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`${kind} import ${firmId}`}, 0))`.execute(on(executor))
    },

    /** Of a job, which knows the run alone. */
    findAny: (id: string): Promise<ImportRunRecord | undefined> =>
      on().selectFrom('importRun').selectAll().where('kind', '=', kind).where('id', '=', id).executeTakeFirst(),

    /** Those that were started, and of the others none: nobody but who reads a file waits for its preview. */
    newest: (firmId: string, limit: number): Promise<ImportRunRecord[]> =>
      runs(firmId).where('startedAt', 'is not', null).orderBy('createdAt', 'desc').limit(limit).execute(),

    /** The run that wrote the same file last, or is writing it. */
    sameFile: (
      firmId: string,
      { fileHash, id }: Pick<ImportRunRecord, 'fileHash' | 'id'>,
      executor?: Executor,
    ): Promise<ImportRunRecord | undefined> =>
      runs(firmId, executor)
        .where('fileHash', '=', fileHash)
        .where('id', '!=', id)
        .where('startedAt', 'is not', null)
        .orderBy(sql`"endedAt" desc nulls first`)
        .limit(1)
        .executeTakeFirst(),

    set: async (
      firmId: string,
      id: string,
      change: Partial<
        Pick<ImportRunRecord, 'state' | 'reason' | 'startedAt' | 'endedAt' | 'touchedAt' | 'total' | 'done'>
      > & { readonly outcome?: ImportCounts; readonly options?: unknown },
      executor?: Executor,
    ): Promise<void> => {
      const { outcome, options, ...plain } = change
      await on(executor)
        .updateTable('importRun')
        .set({
          ...plain,
          ...(outcome === undefined ? {} : { outcome: json(outcome) }),
          ...(options === undefined ? {} : { options: json(options) }),
        })
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .execute()
    },

    rows: (
      firmId: string,
      id: string,
      page: { readonly state: ImportRow['state'] | undefined; readonly offset: number; readonly limit: number },
    ): Promise<ImportRowRecord[]> => {
      const all = rowsOf(firmId, id).orderBy('isBad', 'desc').orderBy('line').offset(page.offset).limit(page.limit)
      return (page.state === undefined ? all : all.where('state', '=', page.state)).execute()
    },

    /** Rows after a line, by line: the whole file in pages. */
    rowsAfter: (
      firmId: string,
      id: string,
      states: readonly ImportRow['state'][],
      line: number,
      limit: number,
    ): Promise<ImportRowRecord[]> =>
      rowsOf(firmId, id).where('state', 'in', states).where('line', '>', line).orderBy('line').limit(limit).execute(),

    /** The next rows to write, whole units of them. */
    next: async (firmId: string, id: string, limit: number, executor?: Executor): Promise<ImportRowRecord[]> => {
      const rows = await rowsOf(firmId, id, executor)
        .where(isOpen)
        .orderBy('unit')
        .orderBy('line')
        .limit(limit)
        .execute()
      const last = rows.at(-1)?.unit
      const whole = rows.length < limit ? rows : rows.filter(({ unit }) => unit !== last)
      if (whole.length > 0 || last === undefined) return whole
      // One unit alone is more than the limit: it is written as a whole all the same.
      return rowsOf(firmId, id, executor).where(isOpen).where('unit', '=', last).orderBy('line').execute()
    },

    /**
     * The lines stand beside the join: of a run that came after the last `analyze` PostgreSQL expects one row, and would
     * hold each row of the file against each row of the batch.
     */
    settle: async (firmId: string, id: string, rows: readonly SettledRow[], executor: Executor): Promise<void> => {
      const said = rows.map((row) => ({ ...row, isBad: row.state === 'bad' }))
      const lines = rows.map(({ line }) => line)
      await sql`update "importRow" set settled = true, state = said.state, "isBad" = said."isBad",
          errors = said.errors, target = said.target
        from jsonb_to_recordset(cast(${JSON.stringify(said)} as jsonb)) as said (line integer, state text,
          "isBad" boolean, errors jsonb, target text)
        where "importRow"."runId" = ${id} and "importRow"."firmId" = ${firmId} and "importRow".line = said.line
          and "importRow".line between ${Math.min(...lines)} and ${Math.max(...lines)}
          and "importRow".line = any(${lines}::integer[])
      `.execute(on(executor))
    },

    /** Those of the targets that rows of this run made. */
    made: async (
      firmId: string,
      id: string,
      targets: readonly string[],
      executor: Executor,
    ): Promise<ReadonlySet<string>> => {
      if (targets.length === 0) return new Set()
      const rows = await on(executor)
        .selectFrom('importRow')
        .select('target')
        .where('firmId', '=', firmId)
        .where('runId', '=', id)
        .where(sql<boolean>`state = 'new' and settled`)
        .where('target', 'in', targets)
        .execute()
      return new Set(rows.map(({ target }) => target))
    },

    /** Runs that nobody has touched since: their job has died. */
    stale: (since: Date): Promise<Pick<ImportRunRecord, 'id'>[]> =>
      on()
        .selectFrom('importRun')
        .select('id')
        .where('kind', '=', kind)
        .where('state', '=', sql.lit('running'))
        .where('touchedAt', '<', since)
        .execute(),

    /** Rows of runs untouched since that time: all, or all but the refused ones of those that were started. */
    sweepRows: async (before: Date, which: 'all' | 'good', limit: number): Promise<number> => {
      const { numAffectedRows } = await sql`delete from "importRow" where ctid = any(array(
        select item.ctid from "importRow" item join "importRun" run on run.id = item."runId"
        where run.kind = ${kind} and run.state <> 'running' and run."touchedAt" < ${before}
          and (${which === 'all'} or not item."isBad" or run."startedAt" is null) limit ${limit}))`.execute(on())
      return Number(numAffectedRows ?? 0)
    },
    /** Runs that ended, or were never started, before that time. */
    sweepRuns: async (before: Date, states: readonly ImportRunState[], limit: number): Promise<number> => {
      const { numAffectedRows } = await sql`delete from "importRun" where id = any(array(
        select id from "importRun" where kind = ${kind} and state = any(${states}::text[]) and "touchedAt" < ${before}
          and not exists (select from "importRow" where "runId" = "importRun".id)
        limit ${limit}))`.execute(on())
      return Number(numAffectedRows ?? 0)
    },
  }
}
export type ImportRunStore = ReturnType<typeof createImportRunStore>
