import type { commentModRoutes } from '@kaimai/contract/comment-mod/comment-mod.routes.ts'
import type { Answer } from '@kaimai/contract/common/route.ts'
import { IconStar } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PickerModal } from '../../ui/picker.tsx'
import { toast } from '../../ui/toast.tsx'
import { addMarkedComments, markedLives } from './comment-mod.api.ts'
import css from './comment-mod-list.module.css'

export type MarkedAdded = Answer<typeof commentModRoutes.addMarked>

interface MarkedDialogProps {
  readonly commentModId: string
  readonly onAdded: (added: MarkedAdded) => void
  readonly onClose: () => void
}

/** Takes the comments of a live that were marked as favourites into a group. */
export const MarkedDialog = ({ commentModId, onAdded, onClose }: MarkedDialogProps) => {
  const t = useText('comment-mod')
  const f = useFormat()
  const [q, setQ] = useState('')
  const query = useQuery(markedLives())
  const add = useMutation({
    mutationFn: (liveId: string) => addMarkedComments(commentModId, liveId),
    onSuccess: (added) => {
      const words = [
        t('marked.done', { count: added.comments.length }),
        ...(added.already > 0 ? [t('marked.already', { count: added.already })] : []),
        ...(added.outside > 0 ? [t('marked.outside', { count: added.outside })] : []),
      ]
      if (added.comments.length > 0) toast.good(words.join(''))
      else toast.info(words.slice(1).join('').trim())
      onAdded(added)
      onClose()
    },
  })
  const lives = (query.data ?? []).filter(({ liveName }) => liveName.toLowerCase().includes(q.trim().toLowerCase()))
  return (
    <PickerModal
      open
      onClose={onClose}
      title={t('marked.title')}
      search={q}
      onSearch={setQ}
      state={query.isPending ? 'loading' : query.data === undefined ? 'failed' : 'ready'}
      failure={{ title: query.error?.message ?? '' }}
      onRetry={() => void query.refetch()}
      items={lives.map(({ id, liveName, beginAt, marks }) => ({
        id,
        name: liveName,
        note: `${f.near(beginAt)}・${t('marked.count', { count: marks })}`,
        picture: (
          <span className={css.star}>
            <IconStar size={20} stroke={1.5} aria-hidden="true" />
          </span>
        ),
      }))}
      chosen={[]}
      onChoose={([liveId]) => liveId !== undefined && !add.isPending && add.mutate(liveId)}
      confirmLabel={() => t('marked.add')}
      empty={<EmptyState art="list" title={t('marked.none')} text={t('marked.noneText')} />}
    />
  )
}
