import { common, withValues } from '@kaimai/contract/common/error-text.ts'
import type { Language, Texts } from '@kaimai/contract/common/language.ts'
import type { AnyResource } from '@kaimai/contract/common/resource.ts'
import type { resourceSheetRoutes } from '@kaimai/contract/common/resource-sheet.ts'
import type { RawContent } from '@kaimai/contract/common/route.ts'
import { sheetErrors } from '@kaimai/contract/common/sheet.errors.ts'
import { sql, type SqlBool } from 'kysely'
import { z } from 'zod'
import { type Actor, actorOf } from '../audit/audit.ts'
import type { Tx } from '../db/database.ts'
import type { Handler } from '../http/bind.ts'
import { errorTextOfIssue } from '../http/error-text-of-issue.ts'
import { createImportRuns } from '../import/import-runs.ts'
import type { Platform } from '../platform.ts'
import type { CellError, Verdict } from '../sheet/plan-import.ts'
import { streamSheet } from '../sheet/stream-sheet.ts'
import { type CellValue, textOfValue } from '../sheet/cell-value.ts'
import { writeSheet } from '../sheet/write-sheet.ts'
import type { createResource } from './resource.ts'
import { type Body, type Cells, createResourceCells } from './resource-cells.ts'
import type { ResourceRow } from './resource.store.ts'

type SheetRoutes = ReturnType<typeof resourceSheetRoutes>

/** Records read at once while they are exported. */
const batchSize = 500

interface SheetOptions {
  /** As in the contract's tables of routes and the audit log: 'coupon'. */
  readonly name: string
  /** Of the file, and of its sheet. */
  readonly title: Texts
  /** Bodies that an empty file to fill in shows as examples. */
  readonly examples?: readonly Body[]
}

/**
 * A resource out to a file and in from one: a row is the record that its first unique field names, else a new one. Its
 * columns are the fields in their order, headed by the titles of the description.
 */
export const createResourceSheet = <R extends AnyResource>(
  platform: Pick<Platform, 'db' | 'clock' | 'log' | 'audit' | 'jobs'>,
  resource: R,
  resources: ReturnType<typeof createResource<R>>,
  { name, title, examples = [] }: SheetOptions,
) => {
  const { fields } = resource
  const { db, audit } = platform
  const { columnsIn, schema, storedCells, bodyOf } = createResourceCells(resource)
  const known = Object.entries(fields).find(([, { unique }]) => unique !== undefined)?.[0]

  /** What a row's unique field says, as it would be stored. */
  const keyOf = (row: Cells): unknown =>
    known === undefined ? undefined : fields[known]?.body.safeParse(row[known]).data

  // What the schema of the resource has parsed.
  const bodyAs = (body: Body) => body as z.output<R['Body']>

  type Known = { readonly body: Body; readonly was: ResourceRow | undefined }

  const judge = (
    row: Cells,
    line: number,
    rows: ReadonlyMap<unknown, ResourceRow>,
    seen: Map<unknown, number>,
    language: Language,
  ): Verdict<Known> => {
    const key = keyOf(row)
    const was = rows.get(key)
    const before = was && resources.fieldsOf(was)
    const body = bodyOf(row, before)
    const parsed = resource.Body.safeParse(body)
    const errors: CellError[] = parsed.success
      ? []
      : parsed.error.issues.map((issue) => {
          const column = String(issue.path[0] ?? '')
          const isMissing = body[column] === undefined
          return { column, reason: isMissing ? common.required : errorTextOfIssue(issue) }
        })
    const twin = key === undefined ? undefined : seen.get(key)
    if (known !== undefined && twin !== undefined)
      errors.push({ column: known, reason: withValues(sheetErrors.rowTwice, { line: twin }) })
    if (key !== undefined) seen.set(key, line)
    if (!parsed.success || errors.length > 0) return { state: 'bad', errors }
    const good = parsed.data as Body
    if (before === undefined) return { state: 'new', known: { body: good, was } }
    const changed = columnsIn(language).filter(({ value }) => text(value(before)) !== text(value(good)))
    const old = Object.fromEntries(
      changed.map(({ key, kind, value }) => [key, textOfValue(value(before), kind ?? 'text')]),
    )
    return { state: changed.length > 0 ? 'change' : 'same', known: { body: good, was }, before: old }
  }

  const present = async (firmId: string, rows: readonly Cells[], tx?: Tx) => {
    if (known === undefined) return new Map<unknown, ResourceRow>()
    const wanted = [...new Set(rows.flatMap((row) => keyOf(row) ?? []))]
    if (wanted.length === 0) return new Map<unknown, ResourceRow>()
    const column = resources.columnOf(known)
    const found = await resources.store.some(firmId, [sql<SqlBool>`${sql.ref(column)} = any(${wanted})`], tx)
    return new Map(found.map((row) => [row[column], row]))
  }

  const runs = createImportRuns(
    { platform },
    {
      kind: name,
      columns: columnsIn('zh-TW'),
      schema,
      stored: storedCells,
      options: z.object({}),
      check: async () => {},
      prepare: async () => undefined,
      judge: async ({ by, language }, rows, _around, batch) => {
        const there = await present(
          by.firmId,
          rows.map(({ row }) => row),
          batch?.tx,
        )
        const seen = new Map<unknown, number>()
        return rows.map(({ row, line }) => judge(row, line, there, seen, language))
      },
      write: async ({ by }, rows, _around, tx) => {
        const made = new Map<number, string>()
        for (const { line, known: planned } of rows) {
          // The row may have been changed, or removed, since it was judged.
          const was = planned.was && (await resources.store.lock(by.firmId, planned.was.id, tx))
          // The import is on record as a whole.
          if (was) await resources.update(tx, was, bodyAs(planned.body), by, false)
          else made.set(line, (await resources.insert(tx, by.firmId, bodyAs(planned.body), undefined)).id)
        }
        return made
      },
    },
  )

  /** Records of these ids in their order; those that were removed since are left out. */
  async function* bodiesOf(firmId: string, ids: readonly string[]) {
    for (let at = 0; at < ids.length; at += batchSize) {
      const batch = ids.slice(at, at + batchSize)
      const rows = await resources.store.some(firmId, [sql<SqlBool>`id = any(${batch}::uuid[])`])
      const byId = new Map(rows.map((row) => [row.id, row]))
      for (const row of batch.flatMap((id) => byId.get(id) ?? [])) yield resources.fieldsOf(row)
    }
  }

  const exportSheet = async (
    firmId: string,
    wanted: z.output<SheetRoutes['export']['query']>,
    language: Language,
    by: Actor,
  ): Promise<RawContent> => {
    const sheet = { format: wanted.format, name: title[language], language, columns: columnsIn(language) }
    if (wanted.template === '1') return writeSheet({ ...sheet, rows: examples })
    const { q = '', state = '' } = wanted
    const ids = await resources.store.ids(firmId, {
      ...resources.order(wanted.sort),
      where: resources.narrowing(wanted),
    })
    await db.transaction((tx) => audit.record(tx, by, `${name}.export`, '', { q, state }))
    const rows = bodiesOf(firmId, ids)
    return wanted.progress === undefined
      ? writeSheet({ ...sheet, rows })
      : streamSheet<Body>({ ...sheet, rows, total: ids.length })
  }

  const handlers: { readonly [K in keyof SheetRoutes]: Handler<SheetRoutes[K] & { readonly service: 'console' }> } = {
    read: ({ firm, body, files, language, ip }) =>
      runs.read(firm, { file: files['file'], fileName: body.fileName, options: {}, language, ip }),
    runs: ({ firm }) => runs.runs(firm.id),
    run: ({ firm, params }) => runs.run(firm.id, params.id),
    rows: ({ firm, params, query }) => runs.rows(firm.id, params.id, query),
    start: ({ firm, params }) => runs.start(firm.id, params.id),
    cancel: ({ firm, params }) => runs.cancel(firm.id, params.id),
    refused: ({ firm, params, query, language }) => runs.refused(firm.id, params.id, query.format, language),
    export: ({ firm, query, language, ip }) => exportSheet(firm.id, query, language, actorOf(firm, ip)),
  }
  return { runs, handlers, exportSheet }
}

/** A cell's value as it is compared. */
const text = (value: CellValue): string => (value instanceof Date ? value.toISOString() : String(value))
