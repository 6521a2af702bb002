import type { LiveRow } from '@kaimai/contract/live/live.routes.ts'
import { liveStatuses } from '@kaimai/contract/live/live.rules.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { IconBrandYoutube, IconDownload, IconInbox, IconMovie, IconPlus, IconVideo } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { useShortcut } from '../../lib/keys/shortcuts.ts'
import { useList } from '../../lib/list/use-list.ts'
import { paths } from '../../lib/paths/paths.ts'
import { fileDay, saveFile } from '../../lib/sheet/download-sheet.ts'
import { useMay } from '../../lib/session/use-session.tsx'
import { BulkBar } from '../../ui/bulk-bar.tsx'
import { Button, SplitButton } from '../../ui/button.tsx'
import { ColumnChoice, useHiddenColumns } from '../../ui/column-choice.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { DropdownMenu } from '../../ui/dropdown-menu.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Figure, TimeText, TwoLines } from '../../ui/figure.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { PictureCell } from '../../ui/list-cells.tsx'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SearchBox, Toolbar } from '../../ui/toolbar.tsx'
import { exportLives, listLives, liveCounts, liveFilters, liveKey, type LivesNarrowed } from './live.api.ts'
import { LiveFilters } from './live-filters.tsx'
import css from './live-list.module.css'
import { LiveStatusChip, useTimeContext } from './live-status.tsx'
import { openLivePath, useLiveActions } from './use-live-actions.tsx'
import { useLiveBulk } from './use-live-bulk.tsx'

/** Between two looks at the list, in ms: rooms fill while one watches. */
const everyMs = 15_000

const tabs = [
  'live',
  'open',
  'scheduled',
  'draft',
  'ended',
  'cancelled',
] as const satisfies readonly (typeof liveStatuses)[number][]

const hasRun = ({ status }: LiveRow): boolean => status === 'live' || status === 'ended'

const useColumns = (): readonly Column<LiveRow>[] => {
  const t = useText('live')
  const f = useFormat()
  const contextOf = useTimeContext()
  return [
    {
      key: 'liveName',
      sortable: true,
      title: t('list.live'),
      card: 'main',
      render: ({ liveName, imageUrl, platformType, videoName }) => (
        <PictureCell
          src={imageUrl}
          sub={
            <span className={css.clip}>
              {[t(`platform.${platformType}`), ...(videoName === '' ? [] : [videoName])].join('・')}
            </span>
          }
        >
          <span className={css.name} title={liveName}>
            {liveName}
          </span>
        </PictureCell>
      ),
    },
    {
      key: 'status',
      title: t('list.status'),
      width: 112,
      card: 'bare',
      render: ({ status }) => <LiveStatusChip status={status} />,
    },
    {
      key: 'beginAt',
      sortable: true,
      title: t('list.beginAt'),
      width: 136,
      card: 'bare',
      render: (row) => (
        <TwoLines sub={contextOf(row)}>
          <TimeText iso={row.beginAt}>{f.near(row.beginAt)}</TimeText>
        </TwoLines>
      ),
    },
    {
      key: 'videoDuration',
      title: t('list.duration'),
      align: 'right',
      width: 80,
      priority: 'wide',
      card: 'none',
      render: ({ videoDuration }) => (
        <span className={css.muted}>
          <Figure value={videoDuration === null ? undefined : f.duration(videoDuration / 1000)} />
        </span>
      ),
    },
    {
      key: 'signups',
      sortable: true,
      title: t('list.signups'),
      align: 'right',
      width: 72,
      card: 'fact',
      render: ({ signups, status }) => <Figure value={status === 'draft' ? undefined : f.number(signups)} />,
    },
    {
      key: 'online',
      title: t('list.online'),
      align: 'right',
      width: 80,
      card: 'none',
      render: ({ online, status }) =>
        status === 'live' || status === 'open' ? (
          <TwoLines sub={t(status === 'live' ? 'list.onlineNow' : 'list.waiting')}>
            <span className={css.online} data-live={status === 'live'}>
              {f.number(online)}
            </span>
          </TwoLines>
        ) : (
          <Figure value={undefined} />
        ),
    },
    {
      key: 'revenue',
      title: t('list.revenue'),
      align: 'right',
      width: 100,
      priority: 'wide',
      card: 'none',
      render: (row) =>
        hasRun(row) && row.orders > 0 ? (
          <TwoLines sub={t('list.orders', { count: row.orders })}>
            <Figure value={f.amount(row.revenue)} />
          </TwoLines>
        ) : (
          <Figure value={undefined} />
        ),
    },
  ]
}

export const LiveListPage = () => {
  const t = useText('live')
  const navigate = useNavigate()
  const mayWrite = useMay('stream', true)
  const columns = useColumns()
  const { hidden, toggle } = useHiddenColumns('live')
  const { itemsFor, dialog } = useLiveActions()
  const [selected, setSelected] = useState<readonly string[]>([])
  const list = useList({ key: [...liveKey, 'list'], load: listLives, filters: liveFilters, everyMs })
  const { status, begins, platformType, signupId, productId } = list.filters
  const narrowed: LivesNarrowed = {
    ...(list.q === '' ? {} : { q: list.q }),
    ...(begins === '' ? {} : { begins }),
    ...(platformType === '' ? {} : { platformType }),
    ...(signupId === '' ? {} : { signupId }),
    ...(productId === '' ? {} : { productId }),
  }
  const counts = useQuery({ ...liveCounts(narrowed), refetchInterval: everyMs }).data
  const exporting = useMutation({
    mutationFn: async (format: 'xlsx' | 'csv') => {
      const { sort } = list.table
      const chosenOnes = { ...narrowed, ...(status === '' ? {} : { status }), ...(sort === '' ? {} : { sort }) }
      saveFile(await exportLives(format, chosenOnes), `${t('title')}-${fileDay()}.${format}`)
    },
  })
  const running = counts?.live ?? 0
  const chosen = list.rows.filter(({ id }) => selected.includes(id))
  const bulk = useLiveBulk(chosen, () => setSelected([]))

  const toCreate = (platformType: 'video' | 'youtube' | 'camera') =>
    paths.liveStreamNew({ pageType: 'create', platformType })
  useShortcut({ keys: 'n', label: t('action.create'), run: () => mayWrite && void navigate(toCreate('video')) })
  const add = mayWrite && (
    <SplitButton
      icon={<IconPlus {...icon16} />}
      to={toCreate('video')}
      menuLabel={t('action.createOther')}
      items={[
        { label: t('create.video'), icon: <IconMovie {...icon16} />, to: toCreate('video') },
        { label: t('create.youtube'), icon: <IconBrandYoutube {...icon16} />, to: toCreate('youtube') },
        { label: t('create.camera'), icon: <IconVideo {...icon16} />, to: toCreate('camera') },
      ]}
    >
      {t('action.create')}
    </SplitButton>
  )
  const inbox = (
    <Button icon={<IconInbox {...icon16} />} to={paths.liveInbox()}>
      {t('action.inbox')}
    </Button>
  )
  const download = (
    <DropdownMenu
      items={[
        { label: 'Excel (.xlsx)', run: () => exporting.mutate('xlsx') },
        { label: 'CSV (.csv)', run: () => exporting.mutate('csv') },
      ]}
      renderTrigger={(trigger) => (
        <Button icon={<IconDownload {...icon16} />} busy={exporting.isPending} {...trigger}>
          {t('action.exportList')}
        </Button>
      )}
    />
  )
  /** Narrowed by its tab alone. */
  const isByStatus = Object.keys(narrowed).length === 0
  const isEmpty = list.table.state === 'ready' && list.rows.length === 0 && !list.narrowed

  return (
    <>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        actions={
          isEmpty ? undefined : (
            <>
              {inbox}
              {download}
              {add}
            </>
          )
        }
      />
      {!isEmpty && (
        <>
          <LinkTabs
            label={t('list.tabs')}
            tabs={[
              { label: t('list.all'), to: list.linkTo({ status: '' }), current: status === '', count: counts?.all },
              ...tabs.map((tab) => ({
                label: t(`status.${tab}`),
                to: list.linkTo({ status: tab }),
                current: tab === status,
                count: counts?.[tab],
                live: tab === 'live' && running > 0,
              })),
            ]}
          />
          <Toolbar end={<ColumnChoice columns={columns} hidden={hidden} toggle={toggle} />}>
            <SearchBox label={t('list.search')} value={list.q} onChange={list.setQ} />
            <LiveFilters {...list.filters} isListed={list.table.state === 'ready'} onChange={list.setFilter} />
          </Toolbar>
        </>
      )}
      <DataTable<LiveRow>
        {...list.table}
        label={t('list.label')}
        columns={columns}
        hiddenColumns={hidden}
        rowId={({ id }) => id}
        rowName={({ liveName }) => liveName}
        rowTo={openLivePath}
        actions={itemsFor}
        {...(mayWrite ? { selected, onSelect: setSelected } : {})}
        failure={{ title: t('list.failed'), text: list.query.error?.message }}
        empty={
          isEmpty ? (
            <EmptyState art="video" title={t('empty.title')} text={t('empty.text')} action={add} />
          ) : (
            <EmptyState
              art="search"
              title={isByStatus ? t('empty.noneIn', { status: t(`status.${status || 'draft'}`) }) : t('empty.none')}
              text={isByStatus ? undefined : t('empty.noneText')}
              action={<Button onClick={list.clear}>{t('empty.clear')}</Button>}
            />
          )
        }
      />
      {mayWrite && <BulkBar count={chosen.length} onClear={() => setSelected([])} actions={bulk} />}
      {dialog}
    </>
  )
}
