import type { SignupRow } from '@kaimai/contract/signup/signup.routes.ts'
import { useQuery } from '@tanstack/react-query'
import {
  IconCopy,
  IconCopyPlus,
  IconExternalLink,
  IconEye,
  IconEyeOff,
  IconPencil,
  IconPlus,
  IconQrcode,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { useShortcut } from '../../lib/keys/shortcuts.ts'
import { useList } from '../../lib/list/use-list.ts'
import { paths } from '../../lib/paths/paths.ts'
import { useMay } from '../../lib/session/use-session.tsx'
import { BulkBar } from '../../ui/bulk-bar.tsx'
import { Button, SplitButton } from '../../ui/button.tsx'
import { ColumnChoice, useHiddenColumns } from '../../ui/column-choice.tsx'
import { copyText } from '../../ui/copy-field.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import type { MenuItem } from '../../ui/dropdown-menu.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Figure, TimeText, TwoLines } from '../../ui/figure.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { AddressCell, PictureCell } from '../../ui/list-cells.tsx'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { toast } from '../../ui/toast.tsx'
import { FilterSelect, SearchBox, Toolbar } from '../../ui/toolbar.tsx'
import { formAddress, formPath } from './public-address.ts'
import { SharePanel } from './share-panel.tsx'
import { listSignups, signupCounts, signupFilters, signupKey } from './signup.api.ts'
import css from './signup-list.module.css'
import { useFormMenu } from './use-form-actions.ts'

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
      sortable: true,
      render: ({ signupName, posterUrl, sessions, series, pageType }) => (
        <PictureCell
          src={posterUrl}
          sub={[
            ...(pageType === 'order' ? [t('list.type.order')] : []),
            ...(sessions > 0 || series === 0 ? [t('list.sessions', { count: sessions })] : []),
            ...(series > 0 ? [t('list.series', { count: series })] : []),
          ].join('・')}
        >
          <span className={css.name}>{signupName}</span>
        </PictureCell>
      ),
    },
    {
      key: 'customUrl',
      title: t('list.address'),
      priority: 'wide',
      card: 'none',
      width: 156,
      render: ({ customUrl }) => (
        <AddressCell
          path={formPath(customUrl)}
          label={t('list.copy', { path: formPath(customUrl) })}
          onCopy={() => copyAddress(customUrl)}
        />
      ),
    },
    {
      key: 'published',
      title: t('list.state'),
      width: 96,
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
      width: 136,
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
      width: 88,
      card: 'fact',
      sortable: true,
      render: ({ signups }) => <Figure value={f.number(signups)} />,
    },
    {
      key: 'createdAt',
      title: t('list.created'),
      width: 128,
      priority: 'wide',
      card: 'none',
      sortable: true,
      render: ({ createdAt }) => <TimeText iso={createdAt}>{f.date(createdAt)}</TimeText>,
    },
  ]
}

export const SignupListPage = () => {
  const t = useText('signup')
  const navigate = useNavigate()
  const mayWrite = useMay('form', true)
  const columns = useColumns()
  const copyAddress = useCopyAddress()
  const menu = useFormMenu()
  const { hidden, toggle } = useHiddenColumns('signup')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [sharing, setSharing] = useState<string>()
  const list = useList({
    key: [...signupKey, 'list'],
    load: listSignups,
    filters: signupFilters,
    sort: '-createdAt',
  })
  const counts = useQuery(signupCounts()).data
  const { status } = list.filters

  const actions = (row: SignupRow): readonly MenuItem[] => [
    ...(mayWrite ? [{ label: t('action.edit'), icon: <IconPencil {...icon16} />, to: editPath(row) }] : []),
    {
      label: t('action.users'),
      icon: <IconUsers {...icon16} />,
      to: paths.manageFormUsers({ signupId: row.id }),
    },
    ...(row.published
      ? [
          {
            label: t('action.open'),
            icon: <IconExternalLink {...icon16} />,
            run: () => void window.open(formPath(row.customUrl), '_blank', 'noopener'),
          },
          { label: t('action.share'), icon: <IconQrcode {...icon16} />, run: () => setSharing(row.customUrl) },
        ]
      : []),
    { label: t('action.copyAddress'), icon: <IconCopy {...icon16} />, run: () => copyAddress(row.customUrl) },
    ...(mayWrite
      ? [
          {
            label: t('action.copy'),
            icon: <IconCopyPlus {...icon16} />,
            to: paths.manageFormEdit({ pageStatus: 'copy', pageType: row.pageType, pageId: row.id }),
          },
          'line' as const,
          row.published
            ? {
                label: t('action.close'),
                icon: <IconEyeOff {...icon16} />,
                run: () => void menu.setPublished(row, false),
              }
            : {
                label: t('action.publish'),
                icon: <IconEye {...icon16} />,
                run: () => void menu.setPublished(row, true),
              },
          {
            label: t('action.remove'),
            icon: <IconTrash {...icon16} />,
            danger: true,
            run: () => void menu.remove(row),
          },
        ]
      : []),
  ]
  const toCreate = paths.manageFormNew({ pageStatus: 'create', pageType: 'free' })
  const toPaid = paths.manageFormNew({ pageStatus: 'create', pageType: 'order' })
  useShortcut({ keys: 'n', label: t('action.create'), run: () => mayWrite && void navigate(toCreate) })
  const add = mayWrite && (
    <SplitButton
      icon={<IconPlus {...icon16} />}
      to={toCreate}
      menuLabel={t('action.more')}
      items={[{ label: t('action.createPaid'), to: toPaid }]}
    >
      {t('action.create')}
    </SplitButton>
  )
  const isEmpty = list.table.state === 'ready' && list.rows.length === 0 && !list.narrowed
  const rowsChosen = list.rows.filter(({ id }) => chosen.includes(id))
  const doMany = (action: 'close' | 'remove') =>
    void menu
      .many(action === 'close' ? rowsChosen.filter(({ published }) => published) : rowsChosen, action)
      .then((done) => {
        if (done) setChosen([])
      })

  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} actions={isEmpty ? undefined : add} />
      {!isEmpty && (
        <>
          <LinkTabs
            label={t('list.tabs')}
            tabs={[
              { label: t('list.all'), to: list.linkTo({ status: '' }), current: status === '', count: counts?.all },
              ...signupFilters.status.map((state) => ({
                label: t(`state.${state}`),
                to: list.linkTo({ status: state }),
                current: status === state,
                count: counts?.[state],
              })),
            ]}
          />
          <Toolbar
            end={
              <span className={css.columns}>
                <ColumnChoice columns={columns} hidden={hidden} toggle={toggle} />
              </span>
            }
          >
            <SearchBox label={t('list.search')} value={list.q} onChange={list.setQ} />
            <FilterSelect
              label={t('list.type.label')}
              value={list.filters.pageType}
              onChange={(type) => list.setFilter('pageType', type)}
              choices={signupFilters.pageType.map((value) => ({ value, label: t(`list.type.${value}`) }))}
            />
          </Toolbar>
        </>
      )}
      <DataTable<SignupRow>
        {...list.table}
        label={t('list.label')}
        columns={columns.filter(({ key }) => !hidden.includes(key))}
        rowId={({ id }) => id}
        rowName={({ signupName }) => signupName}
        rowTo={editPath}
        actions={actions}
        {...(mayWrite ? { selected: chosen, onSelect: setChosen } : {})}
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
      <BulkBar
        count={rowsChosen.length}
        onClear={() => setChosen([])}
        actions={[
          { label: t('action.close'), icon: <IconEyeOff {...icon16} />, run: () => doMany('close') },
          { label: t('action.remove'), icon: <IconTrash {...icon16} />, run: () => doMany('remove') },
        ]}
      />
      {sharing !== undefined && <SharePanel customUrl={sharing} onClose={() => setSharing(undefined)} />}
    </>
  )
}
