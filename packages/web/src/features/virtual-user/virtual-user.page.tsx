import { type VirtualUser, virtualUser } from '@kaimai/contract/virtual-user/virtual-user.resource.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { IconCursorText, IconPencil, IconTrash, IconUsersPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { useList } from '../../lib/list/use-list.ts'
import { useMay } from '../../lib/session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import type { MenuItem } from '../../ui/dropdown-menu.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { useLabels } from '../../ui/labels.tsx'
import { Pager } from '../../ui/pager.tsx'
import { ListPage } from '../../resource/list-page.tsx'
import { toast } from '../../ui/toast.tsx'
import { FilterSelect } from '../../ui/toolbar.tsx'
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
  const refresh = () => queries.invalidateQueries({ queryKey: virtualUserKey })

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
      await refresh()
      const back = users.map(({ name, userImgId }) => ({ name, userImgId })).toReversed()
      const undo = { label: labels.undo, run: () => restore.mutate(back) }
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
  const { page, onPage, total, refreshing } = list.table

  const actionsOf = (user: VirtualUser): MenuItem[] => [
    { label: t('action.rename'), icon: <IconCursorText {...icon16} />, run: () => setRenamed(user.id) },
    { label: t('action.edit'), icon: <IconPencil {...icon16} />, run: () => setEdited(user) },
    'line',
    { label: t('action.remove'), icon: <IconTrash {...icon16} />, danger: true, run: () => remove.mutate([user]) },
  ]
  const people = (selected: readonly string[], choose: (ids: readonly string[]) => void) => (
    <>
      {mayWrite && (
        <p className={css.all}>
          <Button
            size="s"
            kind="plain"
            onClick={() => choose(selected.length === list.rows.length ? [] : list.rows.map(({ id }) => id))}
          >
            {selected.length === list.rows.length ? t('action.selectNone') : labels.selectAll}
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
                    onSelect: (on) => choose(on ? [...selected, user.id] : selected.filter((id) => id !== user.id)),
                    renaming: renamed === user.id,
                    onRename: (name) => {
                      setRenamed(undefined)
                      if (name !== undefined) rename.mutate({ user, name })
                    },
                    actions: actionsOf(user),
                  }
                : undefined
            }
          />
        ))}
      </ul>
      <Pager page={page} pageSize={pageSize} total={total} onPage={onPage} />
    </>
  )

  return (
    <ListPage<VirtualUser>
      texts="virtual-user"
      list={list}
      columns={[]}
      art="people"
      create={mayWrite ? { label: t('action.create'), run: () => setEdited('new') } : undefined}
      buttons={
        mayWrite && (
          <Button icon={<IconUsersPlus {...icon16} />} onClick={() => setEdited('many')} aria-haspopup="dialog">
            {t('action.createMany')}
          </Button>
        )
      }
      failed={t('list.failed')}
      filters={
        <FilterSelect
          label={t('sort.label')}
          value={virtualUser.sorts.find((sort) => sort === list.table.sort) ?? ''}
          onChange={(sort) => list.table.onSort(sort || '-createdAt')}
          choices={virtualUser.sorts.map((sort) => ({ value: sort, label: t(`sort.${sort}`) }))}
        />
      }
      rowName={({ name }) => name}
      loading={<PeopleSkeleton />}
      body={people}
      bulk={{
        actions: (chosen, done) => [
          {
            label: t('action.remove'),
            icon: <IconTrash {...icon16} />,
            run: () => remove.mutate(chosen, { onSuccess: done }),
          },
        ],
      }}
    >
      {edited === 'many' && <BulkCreate onClose={() => setEdited(undefined)} />}
      {edited !== undefined && edited !== 'many' && (
        <VirtualUserForm user={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
    </ListPage>
  )
}
