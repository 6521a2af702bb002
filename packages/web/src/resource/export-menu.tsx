import { type SheetFormat, sheetFormats } from '@kaimai/contract/common/sheet.ts'
import { IconDownload } from '@tabler/icons-react'
import { useText } from '../lib/i18n/use-text.tsx'
import { Button, type ButtonProps } from '../ui/button.tsx'
import { DropdownMenu } from '../ui/dropdown-menu.tsx'
import { icon16 } from '../ui/icon-props.ts'

interface ExportMenuProps extends Pick<ButtonProps, 'size' | 'kind' | 'busy'> {
  readonly label: string
  readonly onExport: (format: SheetFormat) => void
}

/** A list that only goes out to files, in each of their formats. */
export const ExportMenu = ({ label, onExport, ...button }: ExportMenuProps) => {
  const t = useText('app')
  return (
    <DropdownMenu
      items={sheetFormats.map((format) => ({ label: t(`record.${format}`), run: () => onExport(format) }))}
      renderTrigger={(trigger) => (
        <Button {...button} icon={<IconDownload {...icon16} />} {...trigger}>
          {label}
        </Button>
      )}
    />
  )
}
