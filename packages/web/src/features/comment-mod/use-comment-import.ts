import type { commentModImportRoutes } from '@kaimai/contract/comment-mod/comment-mod-import.routes.ts'
import type { ImportRun } from '@kaimai/contract/common/import-run.ts'
import type { SheetFormat } from '@kaimai/contract/common/sheet.ts'
import type { Answer } from '@kaimai/contract/common/route.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { saveFile } from '../../lib/sheet/download-sheet.ts'
import { useImportRun } from '../../lib/sheet/use-import-run.ts'
import { askToConfirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.tsx'
import { virtualUserKey } from '../virtual-user/virtual-user.api.ts'
import { commentImports, commentSheetTemplate, importedComments, readComments } from './comment-mod.api.ts'

export type ImportedComments = Answer<typeof commentModImportRoutes.comments>['comments']

/** Names that are shown of those nobody has. */
const shown = 8

/**
 * Comments of a file for the editor of a group; before they come in, it is asked whether names nobody has become virtual
 * users. What an import brought in before the page was loaded again is taken from its note.
 */
export const useCommentImport = ({
  commentModId,
  mayImport,
  onRead,
}: {
  readonly commentModId: string | undefined
  readonly mayImport: boolean
  readonly onRead: (comments: ImportedComments) => void
}) => {
  const t = useText('comment-mod')
  const f = useFormat()
  const queries = useQueryClient()
  /** Started by this editor, and not taken in yet. */
  const started = useRef<string>(undefined)

  const askForNames = async ({ id, unknownNames: names }: ImportRun) => {
    const makeUsers =
      names.length > 0 &&
      (await askToConfirm({
        title: t('import.unknown', { count: names.length }),
        text: t('import.unknownText', {
          names: f.list([...names.slice(0, shown)]) + (names.length > shown ? '…' : ''),
        }),
        ok: t('import.make'),
        cancel: t('import.keep'),
      }))
    started.current = id
    return { makeUsers }
  }
  const importer = useImportRun({
    calls: commentImports,
    mayImport,
    read: (form, signal) => {
      if (commentModId !== undefined) form.append('commentModId', commentModId)
      return readComments(form, signal)
    },
    beforeStart: askForNames,
    onEnd: () => void queries.invalidateQueries({ queryKey: virtualUserKey }),
  })

  const take = async (id: string) => {
    try {
      onRead(await importedComments(id))
    } catch (error) {
      toast.bad(error instanceof Error ? error.message : String(error))
    }
  }
  const { run } = importer.modal
  const isOver = run !== undefined && ['done', 'cancelled', 'failed'].includes(run.state)
  const takeStarted = useEffectEvent((id: string) => {
    if (started.current !== id) return
    started.current = undefined
    void take(id)
  })
  const overId = isOver ? run.id : undefined
  useEffect(() => {
    if (overId !== undefined) takeStarted(overId)
  }, [overId])

  const template = useMutation({
    mutationFn: async (format: SheetFormat) =>
      saveFile(await commentSheetTemplate(format), `${t('import.template')}.${format}`),
  })
  return {
    open: importer.open,
    note: {
      ...importer.note,
      take: { label: t('import.take'), run: (done: Pick<ImportRun, 'id'>) => void take(done.id) },
    },
    modal: {
      ...importer.modal,
      title: t('import.title'),
      lead: t('import.lead'),
      onTemplate: (format: SheetFormat) => template.mutate(format),
    },
  }
}
