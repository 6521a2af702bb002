import { IconDownload, IconMessages, IconReplace, IconTableImport, IconUpload } from '@tabler/icons-react'
import type { SheetFormat } from '@kaimai/contract/common/sheet.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { fileDay, saveFile } from '../../../../lib/sheet/download-sheet.ts'
import { Button } from '../../../../ui/button.tsx'
import { DropdownMenu } from '../../../../ui/dropdown-menu.tsx'
import { icon16 } from '../../../../ui/icon-props.ts'
import { useStudio } from '../editor-context.ts'
import { fieldsOfDoc } from '../model/studio-doc.ts'
import { scriptTemplate, writeScriptSheet } from '../script.api.ts'
import { GroupDialog } from './group-dialog.tsx'
import { ReplaceDialog } from './replace-dialog.tsx'
import { useScriptImport } from './script-import-modal.tsx'

interface ScriptFilesProps {
  readonly liveName: string
  readonly liveId: string | undefined
  readonly videoId: string | null
}

/** The programme in and out of files, comments of a group, and words that are replaced. */
export const ScriptFiles = ({ liveName, videoId }: ScriptFilesProps) => {
  const t = useText('live')
  const { editor, readOnly } = useStudio()
  const [dialog, setDialog] = useState<'group' | 'replace'>()
  const name = `${liveName.trim() || t('studio.files.name')}-${fileDay()}`
  const exporting = useMutation({
    mutationFn: async (format: SheetFormat) => {
      const content = await writeScriptSheet({ ...fieldsOfDoc(editor.doc()), name: name.slice(0, 120), format })
      saveFile(content, `${name}.${format}`)
    },
  })
  const template = useMutation({
    mutationFn: async (format: SheetFormat) =>
      saveFile(await scriptTemplate(format), `${t('studio.files.template')}.${format}`),
  })
  const importer = useScriptImport((format) => template.mutate(format))
  return (
    <>
      <DropdownMenu
        items={[
          {
            label: t('studio.files.import'),
            icon: <IconTableImport {...icon16} />,
            disabled: readOnly,
            run: importer.open,
          },
          {
            label: t('studio.files.group'),
            icon: <IconMessages {...icon16} />,
            disabled: readOnly,
            run: () => setDialog('group'),
          },
          'line',
          {
            label: t('studio.files.replace'),
            icon: <IconReplace {...icon16} />,
            disabled: readOnly,
            run: () => setDialog('replace'),
          },
        ]}
        renderTrigger={(trigger) => (
          <Button
            kind="plain"
            size="s"
            icon={<IconUpload {...icon16} />}
            aria-label={t('studio.files.in')}
            {...trigger}
          >
            <FileWord>{t('studio.files.in')}</FileWord>
          </Button>
        )}
      />
      <DropdownMenu
        items={[
          { label: 'Excel (.xlsx)', run: () => exporting.mutate('xlsx') },
          { label: 'CSV (.csv)', run: () => exporting.mutate('csv') },
        ]}
        renderTrigger={(trigger) => (
          <Button
            kind="plain"
            size="s"
            busy={exporting.isPending}
            icon={<IconDownload {...icon16} />}
            aria-label={t('studio.files.out')}
            {...trigger}
          >
            <FileWord>{t('studio.files.out')}</FileWord>
          </Button>
        )}
      />
      {importer.modal}
      {dialog === 'group' && <GroupDialog videoId={videoId} onClose={() => setDialog(undefined)} />}
      {dialog === 'replace' && <ReplaceDialog onClose={() => setDialog(undefined)} />}
    </>
  )
}

/** Where there is little room the sign alone stands. */
const FileWord = ({ children }: { children: string }) => <span data-file-word>{children}</span>
