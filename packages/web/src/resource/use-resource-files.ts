import type { resourceSheetRoutes } from '@kaimai/contract/common/resource-sheet.ts'
import type { Route, Service } from '@kaimai/contract/common/route.ts'
import type { SheetFormat } from '@kaimai/contract/common/sheet.ts'
import { useMemo } from 'react'
import { call } from '../lib/http/http.ts'
import { useText } from '../lib/i18n/use-text.tsx'
import { fileDay, useSheetDownload } from '../lib/sheet/download-sheet.ts'
import { importCalls } from '../lib/sheet/import-calls.ts'
import { useImportRun } from '../lib/sheet/use-import-run.ts'

export type SheetRoutes = {
  readonly [K in keyof ReturnType<typeof resourceSheetRoutes>]: ReturnType<typeof resourceSheetRoutes>[K] & {
    readonly service: Service
  }
}

/** What a page with sheets needs for them; a page without has no such routes, now and at every drawing. */
export const useResourceFiles = (
  sheet: SheetRoutes | undefined,
  name: string,
  mayWrite: boolean,
  onEnd: () => void,
) => {
  const t = useText(name)
  const { download } = useSheetDownload()
  const calls = useMemo(
    () => sheet && importCalls(sheet, [name], (id) => call(sheet.start, { params: { id }, body: {} }, { quiet: true })),
    [sheet, name],
  )
  const importer = useImportRun({
    calls: calls ?? noImports,
    mayImport: mayWrite && sheet !== undefined,
    read: (form, signal) => call((sheet as SheetRoutes).read, { body: form }, { signal, quiet: true }),
    onEnd,
  })
  if (!sheet) return undefined
  const route = sheet.export as Route & typeof sheet.export
  return {
    importer,
    /** `asked`: what the list is narrowed and sorted by. */
    download: (format: SheetFormat, asked: Readonly<Record<string, string>>) =>
      download({
        route,
        query: { ...asked, format, progress: '1' },
        name: `${t('title')}-${fileDay()}`,
      }),
    template: (format: SheetFormat) => download({ route, query: { format, template: '1' }, name: t('title') }),
  }
}

const nothing = () => Promise.reject(new Error('this resource has no files'))
const noImports = {
  key: ['none', 'imports'],
  runs: async () => [],
  run: nothing,
  rows: nothing,
  start: nothing,
  cancel: nothing,
  refused: nothing,
}
