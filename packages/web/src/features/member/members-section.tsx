import type { Member } from '@kaimai/contract/member/member.schema.ts'
import { roles } from '@kaimai/contract/common/access.ts'
import { useMediaQuery } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconUserCog, IconUserMinus, IconUserPlus } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { isCallError } from '../../lib/http/call-error.ts'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { useList } from '../../lib/list/use-list.ts'
import { useLoggedIn } from '../../lib/session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { askToConfirm } from '../../ui/confirm.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import type { MenuItem } from '../../ui/dropdown-menu.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TimeText, TwoLines } from '../../ui/figure.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { Avatar } from '../../ui/thumb.tsx'
import { toast } from '../../ui/toast.tsx'
import { FilterSelect, SearchBox, Toolbar } from '../../ui/toolbar.tsx'
import { loadMembers, memberKey, removeMember, rolesShown } from './member.api.ts'
import { Invitations } from './invitations.tsx'
import { InviteModal } from './invite-modal.tsx'
import { MemberDrawer } from './member-drawer.tsx'
import css from './members.module.css'
import { RoleMatrix } from './role-matrix.tsx'

const isAdjusted = ({ extra }: Member): boolean => Object.values(extra).some((figure) => figure !== null)

/** Who works in the firm's console: their roles, open invitations, and what each role may do. */
export const MembersSection = () => {
  const t = useText('member')
  const f = useFormat()
  const queries = useQueryClient()
  const [params, setParams] = useSearchParams()
  const narrow = useMediaQuery('(max-width: 600px)', undefined, { getInitialValueInEffect: false })
  const [inviting, setInviting] = useState(false)
  const me = useLoggedIn().userInfo
  const shownRoles = useQuery(rolesShown())
  const mayWrite = shownRoles.data?.some(({ mayGive }) => mayGive) ?? false
  const list = useList({ key: [...memberKey, 'list'], load: loadMembersOf, filters: { role: roles }, sort: 'role' })

  const open = (id: string | undefined) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      if (id === undefined) next.delete('member')
      else next.set('member', id)
      return next
    })
  const clear = () =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      for (const name of ['q', 'role', 'page']) next.delete(name)
      return next
    })

  const remove = useMutation({
    mutationFn: ({ id }: Member) => removeMember(id),
    meta: { ownErrors: true },
    onSuccess: async (_, { userName }) => {
      await queries.invalidateQueries({ queryKey: memberKey })
      toast.good(t('remove.done', { name: userName }))
    },
    onError: (error) => {
      if (!isCallError(error) || !error.handled) toast.bad(error.message)
    },
  })
  const askToRemove = (member: Member) =>
    askToConfirm({
      title: t('remove.title', { name: member.userName }),
      text: t('remove.text', { name: member.userName }),
      ok: t('action.remove'),
      danger: true,
      run: () => remove.mutateAsync(member).catch(() => undefined),
    })
  const mayChange = (member: Member) => mayWrite && (me.role === 'owner' || member.role !== 'owner')
  const actions = (member: Member): MenuItem[] => [
    { label: t('action.open'), icon: <IconUserCog {...icon16} />, run: () => open(member.id) },
    ...(mayChange(member) && !member.isMe
      ? [
          'line' as const,
          {
            label: t('action.remove'),
            icon: <IconUserMinus {...icon16} />,
            danger: true,
            run: () => void askToRemove(member),
          },
        ]
      : []),
  ]

  const columns: Column<Member>[] = [
    {
      key: 'userName',
      title: t('column.member'),
      card: 'main',
      sortable: true,
      render: (member) => (
        <span className={css.person}>
          <Avatar name={member.userName} size={36} />
          <TwoLines sub={<span>{member.userEmail}</span>}>
            <span className={clsx('row-s', css.name)}>
              {member.userName}
              {member.isMe && <span className="badge">{t('list.me')}</span>}
            </span>
          </TwoLines>
        </span>
      ),
    },
    {
      key: 'role',
      title: t('column.role'),
      card: 'bare',
      sortable: true,
      width: 152,
      render: (member) => (
        <TwoLines sub={isAdjusted(member) ? t('list.adjusted') : undefined}>{t(`role.${member.role}`)}</TwoLines>
      ),
    },
    {
      key: 'lastLoginAt',
      title: t('column.lastLogin'),
      align: 'right',
      card: 'bare',
      sortable: true,
      width: 184,
      render: ({ lastLoginAt, devices }) =>
        lastLoginAt === null ? (
          <span className={css.never}>{t('never')}</span>
        ) : (
          <TwoLines sub={devices > 0 ? t('list.devices', { count: devices }) : t('list.noDevice')}>
            <TimeText iso={lastLoginAt}>{f.near(lastLoginAt)}</TimeText>
          </TwoLines>
        ),
    },
    {
      key: 'createdAt',
      title: t('column.joined'),
      align: 'right',
      priority: 'wide',
      card: 'none',
      sortable: true,
      width: 136,
      render: ({ createdAt }) => <TimeText iso={createdAt}>{f.day(createdAt)}</TimeText>,
    },
  ]
  const opened = params.get('member') ?? undefined
  const shown = list.rows.find(({ id }) => id === opened)

  const invite = mayWrite && (
    <Button
      kind="primary"
      size="s"
      wide={narrow}
      icon={<IconUserPlus {...icon16} />}
      onClick={() => setInviting(true)}
      aria-haspopup="dialog"
    >
      {t('invite')}
    </Button>
  )

  return (
    <div className={css.section}>
      {narrow && <div className={css.invite}>{invite}</div>}
      <Toolbar {...(narrow ? {} : { end: invite })}>
        <SearchBox label={t('list.search')} value={list.q} onChange={list.setQ} />
        <FilterSelect
          label={t('list.role')}
          value={list.filters.role}
          onChange={(role) => list.setFilter('role', role)}
          choices={roles.map((role) => ({ value: role, label: t(`role.${role}`) }))}
        />
      </Toolbar>
      <DataTable
        {...list.table}
        label={t('list.label')}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ userName }) => userName}
        onRow={({ id }) => open(id)}
        actions={actions}
        empty={
          <EmptyState
            art="search"
            title={t('list.none')}
            text={t('list.noneText')}
            action={<Button onClick={clear}>{t('list.clear')}</Button>}
          />
        }
      />
      <Invitations mayWrite={mayWrite} />
      {shownRoles.data && <RoleMatrix roles={shownRoles.data} />}
      {inviting && <InviteModal roles={shownRoles.data ?? []} onClose={() => setInviting(false)} />}
      {shown && (
        <MemberDrawer
          key={shown.id}
          member={shown}
          roles={shownRoles.data ?? []}
          mayChange={mayChange(shown)}
          ownerOnly={mayWrite && !mayChange(shown)}
          onRemove={shown.isMe ? undefined : () => void askToRemove(shown)}
          onClose={() => open(undefined)}
        />
      )}
    </div>
  )
}

type MemberInput = Omit<Parameters<typeof loadMembers>[0], 'sort'> & { readonly sort?: string }

/** The list's sorts are words of the columns above, which are the contract's. */
const loadMembersOf = ({ sort, ...params }: MemberInput, signal: AbortSignal) =>
  loadMembers({ ...params, ...(sort === undefined ? {} : { sort: sort as 'role' }) }, signal)
