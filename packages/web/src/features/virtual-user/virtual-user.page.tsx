import type { VirtualUser } from '@kaimai/contract/virtual-user/virtual-user.routes.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { useShortcut } from '../../lib/keys/shortcuts.ts'
import { useList } from '../../lib/list/use-list.ts'
import { useMay } from '../../lib/session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Pager } from '../../ui/pager.tsx'
import { toast } from '../../ui/toast.tsx'
import { SearchBox, Toolbar } from '../../ui/toolbar.tsx'
import { createVirtualUser, listVirtualUsers, removeVirtualUser, virtualUserKey } from './virtual-user.api.ts'
import css from './virtual-user.module.css'
import { PeopleSkeleton, VirtualUserCard } from './virtual-user-card.tsx'
import { VirtualUserForm } from './virtual-user-form.tsx'

/** Divides by 2, 3, 4 and 6 columns. */
const pageSize = 48

export const VirtualUserPage = () => {
  const t = useText('virtual-user')
  const mayWrite = useMay('stream', true)
  const queries = useQueryClient()
  const list = useList({ key: [...virtualUserKey, 'list'], load: listVirtualUsers, pageSize })
  const [edited, setEdited] = useState<VirtualUser | 'new'>()
  const refresh = () => queries.invalidateQueries({ queryKey: virtualUserKey })
  const create = () => setEdited('new')

  const restore = useMutation({
    mutationFn: createVirtualUser,
    onSuccess: async ({ name }) => {
      await refresh()
      toast.good(t('done.restored', { name }))
    },
  })
  const remove = useMutation({
    mutationFn: ({ id }: VirtualUser) => removeVirtualUser(id),
    onSuccess: async (_, { name, userImgId }) => {
      await refresh()
      const undo = { label: t('done.undo'), run: () => restore.mutate({ name, userImgId }) }
      toast.good(t('done.removed', { name }), { undo })
    },
  })
  useShortcut({ keys: 'n', label: t('action.create'), run: () => mayWrite && create() })

  const add = mayWrite && (
    <Button kind="primary" icon={<IconPlus size={16} stroke={1.75} />} onClick={create} aria-haspopup="dialog">
      {t('action.create')}
    </Button>
  )
  const { state, failure, onRetry, page, onPage, total, refreshing } = list.table
  const isEmpty = state === 'ready' && list.rows.length === 0

  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} actions={isEmpty && !list.narrowed ? undefined : add} />
      {(!isEmpty || list.narrowed) && (
        <Toolbar end={state === 'ready' && <span className={css.count}>{t('list.count', { count: total })}</span>}>
          <SearchBox label={t('list.search')} value={list.q} onChange={list.setQ} />
        </Toolbar>
      )}
      {state === 'loading' && <PeopleSkeleton />}
      {state === 'failed' && <ErrorState title={t('list.failed')} text={failure?.title} onRetry={onRetry} />}
      {isEmpty && !list.narrowed && (
        <EmptyState art="people" title={t('empty.title')} text={t('empty.text')} action={add} />
      )}
      {isEmpty && list.narrowed && (
        <EmptyState
          art="search"
          title={t('empty.none', { q: list.q })}
          text={t('empty.noneText')}
          action={<Button onClick={list.clear}>{t('empty.clear')}</Button>}
        />
      )}
      {state === 'ready' && list.rows.length > 0 && (
        <>
          <ul className={css.people} aria-label={t('list.label')} data-refreshing={refreshing}>
            {list.rows.map((user) => (
              <VirtualUserCard
                key={user.id}
                user={user}
                onOpen={mayWrite ? () => setEdited(user) : undefined}
                actions={[
                  { label: t('action.edit'), icon: <IconPencil size={16} stroke={1.75} />, run: () => setEdited(user) },
                  'line',
                  {
                    label: t('action.remove'),
                    icon: <IconTrash size={16} stroke={1.75} />,
                    danger: true,
                    run: () => remove.mutate(user),
                  },
                ]}
              />
            ))}
          </ul>
          <Pager page={page} pageSize={pageSize} total={total} onPage={onPage} />
        </>
      )}
      {edited !== undefined && (
        <VirtualUserForm user={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
    </>
  )
}
