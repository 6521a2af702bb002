import type { SheetFormat } from '@kaimai/contract/common/sheet.ts'
import type { ShelfState } from '@kaimai/contract/product/stock.rules.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useText } from '../../lib/i18n/use-text.tsx'
import { fileDay, useSheetDownload } from '../../lib/sheet/download-sheet.ts'
import { useImportRun } from '../../lib/sheet/use-import-run.ts'
import { productExport, productImports, productKey, readProducts } from './product.api.ts'

/** Products out to a file, as the list is filtered, and in from one. */
export const useProductFiles = (
  narrowing: { readonly q?: string; readonly status?: ShelfState },
  mayImport: boolean,
) => {
  const t = useText('product')
  const queries = useQueryClient()
  const sheet = useSheetDownload()
  return {
    importer: useImportRun({
      calls: productImports,
      mayImport,
      read: readProducts,
      onEnd: () => void queries.invalidateQueries({ queryKey: productKey }),
    }),
    download: (format: SheetFormat) =>
      sheet.download({
        route: productExport,
        query: { format, progress: '1', ...narrowing },
        name: `${t('export.name')}-${fileDay()}`,
      }),
    template: (format: SheetFormat) =>
      sheet.download({ route: productExport, query: { format, template: '1' }, name: t('export.template') }),
  }
}
