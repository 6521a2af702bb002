import type { SheetFormat } from '@kaimai/contract/common/sheet.ts'
import { useMediaQuery } from '@mantine/hooks'
import { IconDownload, IconTableExport, IconUpload } from '@tabler/icons-react'
import { useText } from '../lib/i18n/use-text.tsx'
import type { useImportRun } from '../lib/sheet/use-import-run.ts'
import { Button } from '../ui/button.tsx'
import { DropdownMenu } from '../ui/dropdown-menu.tsx'
import { icon16 } from '../ui/icon-props.ts'
import { ImportRunModal } from '../ui/import-run-modal.tsx'

interface SheetMenuProps {
  /** Undefined for who may only look. */
  readonly importer: Pick<ReturnType<typeof useImportRun>, 'open' | 'modal'> | undefined
  readonly onExport: (format: SheetFormat) => void
  readonly onTemplate: (format: SheetFormat) => void
  /** There is nothing to take out yet. */
  readonly isEmpty: boolean
  /** What an import is called; by default just that. */
  readonly title?: string
  /** Says what the file holds, above the field that it is chosen in. */
  readonly lead: string
}

/** Files of a list: out of it, as it is narrowed, and into it. */
export const SheetMenu = ({ importer, onExport, onTemplate, isEmpty, lead, ...props }: SheetMenuProps) => {
  const t = useText('app')
  const narrow = useMediaQuery('(max-width: 600px)', undefined, { getInitialValueInEffect: false })
  const title = props.title ?? t('record.import')
  return (
    <>
      {isEmpty ? (
        importer && (
          <Button icon={<IconUpload {...icon16} />} onClick={importer.open} aria-haspopup="dialog">
            {title}
          </Button>
        )
      ) : (
        <DropdownMenu
          items={[
            ...(importer
              ? [{ label: title, icon: <IconUpload {...icon16} />, run: importer.open }, 'line' as const]
              : []),
            { label: t('record.exportXlsx'), icon: <IconDownload {...icon16} />, run: () => onExport('xlsx') },
            { label: t('record.exportCsv'), icon: <IconDownload {...icon16} />, run: () => onExport('csv') },
          ]}
          renderTrigger={(trigger) => (
            // On a phone the sign stands alone.
            <Button icon={<IconTableExport {...icon16} />} aria-label={t('record.files')} {...trigger}>
              {narrow ? null : t('record.files')}
            </Button>
          )}
        />
      )}
      {importer && <ImportRunModal {...importer.modal} title={title} lead={lead} onTemplate={onTemplate} />}
    </>
  )
}
