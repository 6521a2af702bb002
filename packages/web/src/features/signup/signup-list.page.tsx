import type { SignupRow } from '@kaimai/contract/signup/signup.routes.ts'
import { useQueryClient } from '@tanstack/react-query'
import { IconCopy, IconCopyPlus, IconExternalLink, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { useShortcut } from '../../lib/keys/shortcuts.ts'
import { useList } from '../../lib/list/use-list.ts'
import { paths } from '../../lib/paths/paths.ts'
import { useMay } from '../../lib/session/use-session.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { askToConfirm } from '../../ui/confirm.tsx'
import { copyText } from '../../ui/copy-field.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import type { MenuItem } from '../../ui/dropdown-menu.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Figure, TimeText, TwoLines } from '../../ui/figure.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { Thumb } from '../../ui/thumb.tsx'
import { toast } from '../../ui/toast.tsx'
import { SearchBox, Toolbar } from '../../ui/toolbar.tsx'
import { formAddress, formPath } from './public-address.ts'
import { listSignups, removeSignup, signupKey } from './signup.api.ts'
import css from './signup-list.module.css'

const editPath = ({ id, pageType }: SignupRow) => paths.manageFormEdit({ pageStatus: 'edit', pageType, pageId: id })

const useCopyAddress = () => {
  const t = useText('signup')
  return (customUrl: string) =>
    void copyText(formAddress(customUrl)).then(() => toast.good(t('list.copied'), { id: 'copied' }))
}

const useColumns = (): readonly Column<SignupRow>[] => {
  const t = useText('signup')
  const f = useFormat()
  const copyAddress = useCopyAddress()
  return [
    {
      key: 'signupName',
      title: t('list.form'),
      card: 'main',
      render: ({ signupName, posterUrl, sessions }) => (
        <span className={css.form}>
          <Thumb src={posterUrl} />
          <TwoLines sub={t('list.sessions', { count: sessions })}>
            <span className={css.name}>{signupName}</span>
          </TwoLines>
        </span>
      ),
    },
    {
      key: 'customUrl',
      title: t('list.address'),
      priority: 'wide',
      card: 'none',
      width: 220,
      render: ({ customUrl }) => (
        <span className={css.address} onClick={(event) => event.stopPropagation()}>
          <span className={css.path}>{formPath(customUrl)}</span>
          <IconButton
            label={t('list.copy', { path: formPath(customUrl) })}
            icon={<IconCopy size={16} stroke={1.75} aria-hidden="true" />}
            onClick={() => copyAddress(customUrl)}
          />
        </span>
      ),
    },
    {
      key: 'published',
      title: t('list.state'),
      width: 120,
      card: 'bare',
      render: ({ published }) => (
        <StatusChip colour={published ? 'green' : 'grey'}>
          {t(published ? 'state.published' : 'state.draft')}
        </StatusChip>
      ),
    },
    {
      key: 'nextBeginAt',
      title: t('list.next'),
      width: 176,
      card: 'bare',
      render: ({ nextBeginAt }) =>
        nextBeginAt === null ? (
          <Figure value={undefined} />
        ) : (
          <TwoLines sub={Date.parse(nextBeginAt) <= Date.now() ? t('list.running') : f.relative(nextBeginAt)}>
            <TimeText iso={nextBeginAt}>{f.near(nextBeginAt)}</TimeText>
          </TwoLines>
        ),
    },
    {
      key: 'signups',
      title: t('list.signups'),
      align: 'right',
      width: 96,
      card: 'fact',
      render: ({ signups }) => <Figure value={f.number(signups)} />,
    },
  ]
}

export const SignupListPage = () => {
  const t = useText('signup')
  const navigate = useNavigate()
  const queries = useQueryClient()
  const mayWrite = useMay('form', true)
  const columns = useColumns()
  const copyAddress = useCopyAddress()
  const list = useList({ key: [...signupKey, 'list'], load: listSignups })

  const remove = async ({ id, signupName }: SignupRow) => {
    const agreed = await askToConfirm({
      title: t('remove.title', { name: signupName }),
      text: t('remove.text'),
      ok: t('remove.ok'),
      danger: true,
      run: () =>
        removeSignup(id).catch((error: Error) => {
          toast.bad(error.message)
          throw error
        }),
    })
    if (!agreed) return
    await queries.invalidateQueries({ queryKey: signupKey })
    toast.good(t('remove.done', { name: signupName }))
  }
  const actions = (row: SignupRow): readonly MenuItem[] => [
    ...(mayWrite ? [{ label: t('action.edit'), icon: <IconPencil size={16} stroke={1.75} />, to: editPath(row) }] : []),
    ...(row.published
      ? [
          {
            label: t('action.open'),
            icon: <IconExternalLink size={16} stroke={1.75} />,
            run: () => void window.open(formPath(row.customUrl), '_blank', 'noopener'),
          },
        ]
      : []),
    {
      label: t('action.copyAddress'),
      icon: <IconCopy size={16} stroke={1.75} />,
      run: () => copyAddress(row.customUrl),
    },
    ...(mayWrite
      ? [
          {
            label: t('action.copy'),
            icon: <IconCopyPlus size={16} stroke={1.75} />,
            to: paths.manageFormEdit({ pageStatus: 'copy', pageType: row.pageType, pageId: row.id }),
          },
          'line' as const,
          {
            label: t('action.remove'),
            icon: <IconTrash size={16} stroke={1.75} />,
            danger: true,
            run: () => void remove(row),
          },
        ]
      : []),
  ]
  const toCreate = paths.manageFormNew({ pageStatus: 'create', pageType: 'free' })
  useShortcut({ keys: 'n', label: t('action.create'), run: () => mayWrite && void navigate(toCreate) })
  const add = mayWrite && (
    <Button kind="primary" icon={<IconPlus size={16} stroke={1.75} />} to={toCreate}>
      {t('action.create')}
    </Button>
  )
  const isEmpty = list.table.state === 'ready' && list.rows.length === 0 && !list.narrowed

  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} actions={isEmpty ? undefined : add} />
      {!isEmpty && (
        <Toolbar>
          <SearchBox label={t('list.search')} value={list.q} onChange={list.setQ} />
        </Toolbar>
      )}
      <DataTable<SignupRow>
        {...list.table}
        label={t('list.label')}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ signupName }) => signupName}
        rowTo={editPath}
        actions={actions}
        failure={{ title: t('list.failed'), text: list.query.error?.message }}
        empty={
          isEmpty ? (
            <EmptyState art="list" title={t('empty.title')} text={t('empty.text')} action={add} />
          ) : (
            <EmptyState
              art="search"
              title={t('empty.none')}
              text={t('empty.noneText')}
              action={<Button onClick={list.clear}>{t('empty.clear')}</Button>}
            />
          )
        }
      />
    </>
  )
}
