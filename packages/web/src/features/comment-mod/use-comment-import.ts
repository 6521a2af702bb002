import type { commentModRoutes } from '@kaimai/contract/comment-mod/comment-mod.routes.ts'
import type { Answer } from '@kaimai/contract/common/route.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { useImport } from '../../lib/sheet/use-import.ts'
import { askToConfirm } from '../../ui/confirm.tsx'
import { virtualUserKey } from '../virtual-user/virtual-user.api.ts'
import { readCommentSheet } from './comment-mod.api.ts'

export type ReadSheet = Answer<typeof commentModRoutes.readSheet>

/** Names that are shown of those nobody has. */
const shown = 8

/** Comments of a file for the editor; before they come in, it is asked whether names nobody has become virtual users. */
export const useCommentImport = (onRead: (comments: ReadSheet['comments']) => void) => {
  const t = useText('comment-mod')
  const f = useFormat()
  const queries = useQueryClient()
  const unknown = useRef<readonly string[]>([])
  const makes = useRef(false)
  const importer = useImport({
    send: async (form, signal) => {
      if (makes.current) form.append('makeUsers', 'true')
      const answer = await readCommentSheet(form, signal)
      unknown.current = answer.unknownNames
      if (answer.done) {
        onRead(answer.comments)
        if (makes.current) void queries.invalidateQueries({ queryKey: virtualUserKey })
      }
      return answer
    },
  })
  const write = async (mode: 'all' | 'good') => {
    const names = unknown.current
    makes.current =
      names.length > 0 &&
      (await askToConfirm({
        title: t('import.unknown', { count: names.length }),
        text: t('import.unknownText', {
          names: f.list([...names.slice(0, shown)]) + (names.length > shown ? '…' : ''),
        }),
        ok: t('import.make'),
        cancel: t('import.keep'),
      }))
    importer.modal.onWrite(mode)
  }
  return {
    open: () => {
      makes.current = false
      importer.open()
    },
    modal: {
      ...importer.modal,
      onWrite: (mode: 'all' | 'good') => void write(mode),
      onFile: (file: File) => {
        makes.current = false
        importer.modal.onFile(file)
      },
    },
  }
}
