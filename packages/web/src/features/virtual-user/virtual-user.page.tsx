import { type VirtualUser, virtualUserSorts } from '@kaimai/contract/virtual-user/virtual-user.routes.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { IconCursorText, IconPencil, IconPlus, IconTrash, IconUsersPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { useShortcut } from '../../lib/keys/shortcuts.ts'
import { useList } from '../../lib/list/use-list.ts'
import { useMay } from '../../lib/session/use-session.tsx'
import { BulkBar } from '../../ui/bulk-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { useLabels } from '../../ui/labels.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Pager } from '../../ui/pager.tsx'
import { toast } from '../../ui/toast.tsx'
import { FilterSelect, SearchBox, Toolbar } from '../../ui/toolbar.tsx'
import { BulkCreate } from './bulk-create.tsx'
import {
  changeVirtualUser,
  createVirtualUsers,
  listVirtualUsers,
  removeVirtualUsers,
  virtualUserKey,
} from './virtual-user.api.ts'
import css from './virtual-user.module.css'
import { PeopleSkeleton, VirtualUserCard } from './virtual-user-card.tsx'
import { VirtualUserForm } from './virtual-user-form.tsx'

/** Divides by 2, 3, 4 and 6 columns. */
const pageSize = 48

export const VirtualUserPage = () => {
  const t = useText('virtual-user')
  const labels = useLabels()
  const mayWrite = useMay('stream', true)
  const queries = useQueryClient()
  const list = useList({ key: [...virtualUserKey, 'list'], load: listVirtualUsers, pageSize, sort: '-createdAt' })
  const [edited, setEdited] = useState<VirtualUser | 'new' | 'many'>()
  const [renamed, setRenamed] = useState<string>()
  const [selected, setSelected] = useState<readonly string[]>([])
  const refresh = () => queries.invalidateQueries({ queryKey: virtualUserKey })
  const create = () => setEdited('new')

  const restore = useMutation({
    mutationFn: createVirtualUsers,
    onSuccess: async ({ created }) => {
      await refresh()
      toast.good(t('done.restored', { count: created.length }))
    },
  })
  const remove = useMutation({
    mutationFn: (users: readonly VirtualUser[]) => removeVirtualUsers(users.map(({ id }) => id)),
    onSuccess: async (_, users) => {
      setSelected([])
      await refresh()
      const back = users.map(({ name, userImgId }) => ({ name, userImgId })).toReversed()
      const undo = { label: t('done.undo'), run: () => restore.mutate(back) }
      const [one] = users
      toast.good(
        users.length === 1 && one
          ? t('done.removed', { name: one.name })
          : t('done.removedMany', { count: users.length }),
        { undo },
      )
    },
  })
  const rename = useMutation({
    mutationFn: ({ user, name }: { user: VirtualUser; name: string }) =>
      changeVirtualUser(user.id, { name, userImgId: user.userImgId }),
    onSuccess: refresh,
  })
  useShortcut({ keys: 'n', label: t('action.create'), run: () => mayWrite && create() })

  const { state, failure, onRetry, page, onPage, total, refreshing } = list.table
  const isEmpty = state === 'ready' && list.rows.length === 0
  const chosen = list.rows.filter(({ id }) => selected.includes(id))
  const add = mayWrite && (
    <>
      <Button icon={<IconUsersPlus {...icon16} />} onClick={() => setEdited('many')} aria-haspopup="dialog">
        {t('action.createMany')}
      </Button>
      <Button kind="primary" icon={<IconPlus {...icon16} />} onClick={create} aria-haspopup="dialog">
        {t('action.create')}
      </Button>
    </>
  )

  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} actions={isEmpty && !list.narrowed ? undefined : add} />
      {(!isEmpty || list.narrowed) && (
        <Toolbar end={state === 'ready' && <span className={css.count}>{t('list.count', { count: total })}</span>}>
          <SearchBox label={t('list.search')} value={list.q} onChange={list.setQ} />
          <FilterSelect
            label={t('sort.label')}
            value={virtualUserSorts.find((sort) => sort === list.table.sort) ?? ''}
            onChange={(sort) => list.table.onSort(sort || '-createdAt')}
            choices={virtualUserSorts.map((sort) => ({ value: sort, label: t(`sort.${sort}`) }))}
          />
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
          {mayWrite && (
            <p className={css.all}>
              <Button
                size="s"
                kind="plain"
                onClick={() => setSelected(chosen.length === list.rows.length ? [] : list.rows.map(({ id }) => id))}
              >
                {chosen.length === list.rows.length ? t('action.selectNone') : labels.selectAll}
              </Button>
            </p>
          )}
          <ul className={css.people} aria-label={t('list.label')} data-refreshing={refreshing}>
            {list.rows.map((user) => (
              <VirtualUserCard
                key={user.id}
                user={user}
                edit={
                  mayWrite
                    ? {
                        onOpen: () => setEdited(user),
                        selected: selected.includes(user.id),
                        onSelect: (on) =>
                          setSelected(on ? [...selected, user.id] : selected.filter((id) => id !== user.id)),
                        renaming: renamed === user.id,
                        onRename: (name) => {
                          setRenamed(undefined)
                          if (name !== undefined) rename.mutate({ user, name })
                        },
                        actions: [
                          {
                            label: t('action.rename'),
                            icon: <IconCursorText {...icon16} />,
                            run: () => setRenamed(user.id),
                          },
                          { label: t('action.edit'), icon: <IconPencil {...icon16} />, run: () => setEdited(user) },
                          'line',
                          {
                            label: t('action.remove'),
                            icon: <IconTrash {...icon16} />,
                            danger: true,
                            run: () => remove.mutate([user]),
                          },
                        ],
                      }
                    : undefined
                }
              />
            ))}
          </ul>
          <Pager page={page} pageSize={pageSize} total={total} onPage={onPage} />
        </>
      )}
      <BulkBar
        count={chosen.length}
        onClear={() => setSelected([])}
        actions={[{ label: t('action.remove'), icon: <IconTrash {...icon16} />, run: () => remove.mutate(chosen) }]}
      />
      {edited === 'many' && <BulkCreate onClose={() => setEdited(undefined)} />}
      {edited !== undefined && edited !== 'many' && (
        <VirtualUserForm user={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
    </>
  )
}
