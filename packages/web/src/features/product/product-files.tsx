import type { SheetFormat } from '@kaimai/contract/common/sheet.ts'
import type { ShelfState } from '@kaimai/contract/product/stock.rules.ts'
import { IconDownload, IconTableExport, IconUpload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useText } from '../../lib/i18n/use-text.tsx'
import { fileDay, useSheetDownload } from '../../lib/sheet/download-sheet.ts'
import { useImportRun } from '../../lib/sheet/use-import-run.ts'
import { Button } from '../../ui/button.tsx'
import { DropdownMenu, type MenuItem } from '../../ui/dropdown-menu.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { ImportRunModal } from '../../ui/import-run-modal.tsx'
import { productExport, productImports, productKey, readProducts } from './product.api.ts'

/** Products out to a file, as the list is filtered, and in from one. */
export const useProductFiles = ({
  q,
  filters,
  mayImport,
}: {
  q: string
  filters: { readonly status: ShelfState | '' }
  mayImport: boolean
}) => {
  const t = useText('product')
  const queries = useQueryClient()
  const sheet = useSheetDownload()
  const importer = useImportRun({
    calls: productImports,
    mayImport,
    read: readProducts,
    onEnd: () => void queries.invalidateQueries({ queryKey: productKey }),
  })
  const { status } = filters
  return {
    importer,
    take: (format: SheetFormat) =>
      sheet.download({
        route: productExport,
        query: { format, progress: '1', ...(q === '' ? {} : { q }), ...(status === '' ? {} : { status }) },
        name: `${t('export.name')}-${fileDay()}`,
      }),
    takeTemplate: (format: SheetFormat) =>
      sheet.download({ route: productExport, query: { format, template: '1' }, name: t('export.template') }),
  }
}

interface ProductFilesProps {
  readonly files: ReturnType<typeof useProductFiles>
  readonly mayImport: boolean
  /** There is nothing to take out yet. */
  readonly isEmpty: boolean
  /** On a phone the sign stands alone. */
  readonly narrow: boolean
}

export const ProductFiles = ({ files, mayImport, isEmpty, narrow }: ProductFilesProps) => {
  const t = useText('product')
  const { importer, take, takeTemplate } = files
  const items: MenuItem[] = [
    ...(mayImport
      ? [{ label: t('action.import'), icon: <IconUpload {...icon16} />, run: importer.open }, 'line' as const]
      : []),
    { label: t('action.exportXlsx'), icon: <IconDownload {...icon16} />, run: () => take('xlsx') },
    { label: t('action.exportCsv'), icon: <IconDownload {...icon16} />, run: () => take('csv') },
  ]
  return (
    <>
      {isEmpty ? (
        mayImport && (
          <Button icon={<IconUpload {...icon16} />} onClick={importer.open} aria-haspopup="dialog">
            {t('action.import')}
          </Button>
        )
      ) : (
        <DropdownMenu
          items={items}
          renderTrigger={(trigger) => (
            <Button icon={<IconTableExport {...icon16} />} aria-label={t('action.files')} {...trigger}>
              {narrow ? null : t('action.files')}
            </Button>
          )}
        />
      )}
      <ImportRunModal {...importer.modal} title={t('import.title')} lead={t('import.lead')} onTemplate={takeTemplate} />
    </>
  )
}
