import type { ImportRun, ImportRunRow } from '@kaimai/contract/common/import-run.ts'
import type { ImportRow, SheetFormat } from '@kaimai/contract/common/sheet.ts'
import type { productImportRoutes } from '@kaimai/contract/product/product-import.routes.ts'
import { call } from '../http/http.ts'

/** The routes that all imports have alike. */
type SharedRoutes = Pick<typeof productImportRoutes, 'runs' | 'run' | 'rows' | 'cancel' | 'refused'>

/** The calls of one kind of import. */
export interface ImportCalls {
  /** Where its runs stand in the query cache. */
  readonly key: readonly string[]
  readonly runs: (signal?: AbortSignal) => Promise<ImportRun[]>
  readonly run: (id: string) => Promise<ImportRun>
  readonly rows: (
    id: string,
    page: { readonly state: ImportRow['state'] | undefined; readonly offset: number },
  ) => Promise<ImportRunRow[]>
  readonly start: (id: string, body: { readonly makeUsers?: boolean }) => Promise<ImportRun>
  readonly cancel: (id: string) => Promise<ImportRun>
  readonly refused: (id: string, format: SheetFormat) => Promise<Blob>
}

/** Errors are shown where the import is: none of these calls lets the app show its own. */
const quiet = { quiet: true } as const

export const importCalls = (
  routes: SharedRoutes,
  key: readonly string[],
  start: ImportCalls['start'],
): ImportCalls => ({
  key: [...key, 'imports'],
  runs: async (signal) => (await call(routes.runs, {}, { signal, ...quiet })).runs,
  run: (id) => call(routes.run, { params: { id } }, quiet),
  rows: async (id, { state, offset }) => {
    const query = { offset, ...(state === undefined ? {} : { state }) }
    return (await call(routes.rows, { params: { id }, query }, quiet)).rows
  },
  start,
  cancel: (id) => call(routes.cancel, { params: { id } }, quiet),
  refused: (id, format) => call(routes.refused, { params: { id }, query: { format } }, quiet),
})
