import { IconDownload, IconMessages, IconReplace, IconTableImport, IconUpload } from '@tabler/icons-react'
import type { SheetFormat } from '@kaimai/contract/common/sheet.ts'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { fileDay, saveFile } from '../../../../lib/sheet/download-sheet.ts'
import { useImport } from '../../../../lib/sheet/use-import.ts'
import { Button } from '../../../../ui/button.tsx'
import { DropdownMenu } from '../../../../ui/dropdown-menu.tsx'
import { icon16 } from '../../../../ui/icon-props.ts'
import { ImportModal } from '../../../../ui/import-modal.tsx'
import { Segmented } from '../../../../ui/segmented.tsx'
import { toast } from '../../../../ui/toast.tsx'
import { useStudio } from '../editor-context.ts'
import { hasRoom } from '../model/edit.ts'
import { clipCount, docOf, fieldsOfDoc, type StudioDoc, type StudioFields, trackIds } from '../model/studio-doc.ts'
import { readScriptSheet, scriptTemplate, writeScriptSheet } from '../script.api.ts'
import { GroupDialog } from './group-dialog.tsx'
import { ReplaceDialog } from './replace-dialog.tsx'

type Way = 'add' | 'replace'

/** What a file brings beside what is there; undefined when a track would hold too many. */
export const mergedDoc = (doc: StudioDoc, script: StudioFields, way: Way): StudioDoc | undefined => {
  const came = docOf(script)
  if (way === 'replace') return came
  if (trackIds.some((track) => !hasRoom(doc, track, came[track].length))) return undefined
  const now = fieldsOfDoc(doc)
  return docOf({
    commentList: [...now.commentList, ...script.commentList],
    productList: [...now.productList, ...script.productList],
    fakeTicket: [...now.fakeTicket, ...script.fakeTicket],
    callToAction: [...now.callToAction, ...script.callToAction],
    audienceCurve: [...now.audienceCurve, ...script.audienceCurve],
  })
}

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
  const [way, setWay] = useState<Way>('replace')
  const wayNow = useRef(way)
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
  const importer = useImport({
    send: async (form, signal) => {
      const answer = await readScriptSheet(form, signal)
      if (answer.done) {
        const next = mergedDoc(editor.doc(), answer.script, wayNow.current)
        if (next === undefined) toast.warn(t('studio.files.tooMany'))
        else editor.edit(next, 'import', { select: new Set() })
      }
      return answer
    },
  })
  return (
    <>
      <DropdownMenu
        items={[
          {
            label: t('studio.files.import'),
            icon: <IconTableImport {...icon16} />,
            disabled: readOnly,
            run: () => {
              const first: Way = clipCount(editor.doc()) === 0 ? 'replace' : 'add'
              setWay(first)
              wayNow.current = first
              importer.open()
            },
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
      <ImportModal
        {...importer.modal}
        title={t('studio.files.importTitle')}
        lead={t('studio.files.importLead')}
        onTemplate={(format) => template.mutate(format)}
        fields={
          <Segmented
            label={t('studio.files.way')}
            value={way}
            onChange={(next) => {
              setWay(next)
              wayNow.current = next
            }}
            options={[
              { value: 'add', label: t('studio.files.add') },
              { value: 'replace', label: t('studio.files.replaceAll') },
            ]}
          />
        }
      />
      {dialog === 'group' && <GroupDialog videoId={videoId} onClose={() => setDialog(undefined)} />}
      {dialog === 'replace' && <ReplaceDialog onClose={() => setDialog(undefined)} />}
    </>
  )
}

/** Where there is little room the sign alone stands. */
const FileWord = ({ children }: { children: string }) => <span data-file-word>{children}</span>
