import type { Block } from '@kaimai/contract/block/block.routes.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Drawer } from '../../ui/modal.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { Avatar } from '../../ui/thumb.tsx'
import { toast } from '../../ui/toast.tsx'
import { SearchBox } from '../../ui/toolbar.tsx'
import { blockedHere, roomKey, unblockViewer } from '../room/room.api.ts'
import css from './dialogs.module.css'
import { useControlRoom } from './use-control-room.tsx'

/** The people blocked from this room, each with a way to unblock. */
export const BlockedDrawer = ({ onClose }: { onClose: () => void }) => {
  const t = useText('control-room')
  const f = useFormat()
  const queries = useQueryClient()
  const { liveId, controlRoom } = useControlRoom()
  const [q, setQ] = useState('')
  const query = useQuery(blockedHere(liveId, q))
  const refresh = () => queries.invalidateQueries({ queryKey: [...roomKey, 'barred', liveId] })
  const cancel = useMutation({
    mutationFn: (block: Block) => unblockViewer(liveId, block.id),
    onSuccess: async (_, block) => {
      await refresh()
      toast.good(t('done.unblock', { name: nameOf(block) }))
    },
  })
  const nameOf = ({ name, phone, email }: Block) => name || phone || email || t('barred.nameless')
  return (
    <Drawer open onClose={onClose} title={t('barred.title')} width={480}>
      <div className={css.find}>
        <SearchBox label={t('barred.search')} value={q} onChange={setQ} />
      </div>
      {query.data === undefined ? (
        query.isError ? (
          <ErrorState title={query.error.message} onRetry={() => void query.refetch()} />
        ) : (
          <SkeletonList rows={4} />
        )
      ) : query.data.items.length === 0 ? (
        <EmptyState art={q === '' ? 'people' : 'search'} title={t('barred.none')} text={t('barred.noneText')} />
      ) : (
        <ul className={css.blocked}>
          {query.data.items.map((block) => (
            <li key={block.id}>
              <Avatar name={nameOf(block)} size={36} />
              <div className="grow">
                <p className="clip">{nameOf(block)}</p>
                <p className="caption clip">
                  {[
                    t(block.liveId === null ? 'barred.all' : 'barred.here'),
                    block.byName,
                    f.near(block.createdAt),
                    block.reason,
                  ]
                    .filter((part) => part !== '')
                    .join('・')}
                </p>
              </div>
              {controlRoom.may.moderate && (
                <Button size="s" onClick={() => cancel.mutate(block)}>
                  {t('act.unblock')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Drawer>
  )
}
