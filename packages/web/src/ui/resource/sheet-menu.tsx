import type { SheetFormat } from '@kaimai/contract/common/sheet.ts'
import { IconDownload, IconTableExport, IconUpload } from '@tabler/icons-react'
import { useText } from '../../lib/i18n/use-text.tsx'
import type { useImportRun } from '../../lib/sheet/use-import-run.ts'
import { Button } from '../button.tsx'
import { DropdownMenu } from '../dropdown-menu.tsx'
import { icon16 } from '../icon-props.ts'
import { ImportRunModal } from '../import-run-modal.tsx'

interface SheetMenuProps {
  /** Undefined for who may only look. */
  readonly importer: Pick<ReturnType<typeof useImportRun>, 'open' | 'modal'> | undefined
  readonly onExport: (format: SheetFormat) => void
  readonly onTemplate: (format: SheetFormat) => void
  /** There is nothing to take out yet. */
  readonly isEmpty: boolean
  /** Says what the file holds, above the field that it is chosen in. */
  readonly lead: string
}

/** Files of a list: out of it, as it is narrowed, and into it. */
export const SheetMenu = ({ importer, onExport, onTemplate, isEmpty, lead }: SheetMenuProps) => {
  const t = useText('app')
  return (
    <>
      {isEmpty ? (
        importer && (
          <Button icon={<IconUpload {...icon16} />} onClick={importer.open} aria-haspopup="dialog">
            {t('record.import')}
          </Button>
        )
      ) : (
        <DropdownMenu
          items={[
            ...(importer
              ? [{ label: t('record.import'), icon: <IconUpload {...icon16} />, run: importer.open }, 'line' as const]
              : []),
            { label: t('record.exportXlsx'), icon: <IconDownload {...icon16} />, run: () => onExport('xlsx') },
            { label: t('record.exportCsv'), icon: <IconDownload {...icon16} />, run: () => onExport('csv') },
          ]}
          renderTrigger={(trigger) => (
            <Button icon={<IconTableExport {...icon16} />} {...trigger}>
              {t('record.files')}
            </Button>
          )}
        />
      )}
      {importer && (
        <ImportRunModal {...importer.modal} title={t('record.import')} lead={lead} onTemplate={onTemplate} />
      )}
    </>
  )
}
