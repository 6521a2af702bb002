import type { LiveRow } from '@kaimai/contract/live/live.routes.ts'
import { liveStatuses } from '@kaimai/contract/live/live.rules.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { IconBrandYoutube, IconInbox, IconMovie, IconVideo } from '@tabler/icons-react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { useList } from '../../lib/list/use-list.ts'
import { paths } from '../../lib/paths/paths.ts'
import { fileDay, saveFile } from '../../lib/sheet/download-sheet.ts'
import { useMay } from '../../lib/session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Figure, TimeText, TwoLines } from '../../ui/figure.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { PictureCell } from '../../ui/list-cells.tsx'
import { ExportMenu } from '../../resource/export-menu.tsx'
import { ListPage } from '../../resource/list-page.tsx'
import { exportLives, listLives, liveCounts, liveFilters, liveKey } from './live.api.ts'
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

/** Its place among the tabs; the first is all. */
const liveTab = 1 + tabs.indexOf('live')

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
  const mayWrite = useMay('stream', true)
  const columns = useColumns()
  const { itemsFor, dialog } = useLiveActions()
  const bulkActions = useLiveBulk()
  const list = useList({ key: [...liveKey, 'list'], load: listLives, filters: liveFilters, everyMs })
  const { status, ...narrowing } = list.narrowing
  const counts = useQuery({ ...liveCounts(narrowing), refetchInterval: everyMs }).data
  const exporting = useMutation({
    mutationFn: async (format: 'xlsx' | 'csv') => {
      const { sort } = list.table
      const file = await exportLives(format, { ...list.narrowing, ...(sort === '' ? {} : { sort }) })
      saveFile(file, `${t('title')}-${fileDay()}.${format}`)
    },
  })
  const toCreate = (platformType: 'video' | 'youtube' | 'camera') =>
    paths.liveStreamNew({ pageType: 'create', platformType })
  const isEmpty = list.table.state === 'ready' && list.total === 0 && !list.narrowed
  const linkTabs = list.tabsBy('status', tabs, (tab) => t(tab === 'all' ? 'list.all' : `status.${tab}`), counts)

  return (
    <ListPage<LiveRow>
      texts="live"
      list={list}
      columns={columns}
      hidden={[]}
      art="video"
      isEmpty={isEmpty}
      create={
        mayWrite
          ? {
              label: t('action.create'),
              to: toCreate('video'),
              more: {
                menuLabel: t('action.createOther'),
                items: [
                  { label: t('create.video'), icon: <IconMovie {...icon16} />, to: toCreate('video') },
                  { label: t('create.youtube'), icon: <IconBrandYoutube {...icon16} />, to: toCreate('youtube') },
                  { label: t('create.camera'), icon: <IconVideo {...icon16} />, to: toCreate('camera') },
                ],
              },
            }
          : undefined
      }
      buttons={
        isEmpty ? undefined : (
          <>
            <Button icon={<IconInbox {...icon16} />} to={paths.liveInbox()}>
              {t('action.inbox')}
            </Button>
            <ExportMenu label={t('action.exportList')} busy={exporting.isPending} onExport={exporting.mutate} />
          </>
        )
      }
      tabs={{
        label: t('list.tabs'),
        tabs: linkTabs.map((tab, at) => ({ ...tab, live: at === liveTab && (tab.count ?? 0) > 0 })),
      }}
      filters={<LiveFilters {...list.filters} isListed={list.table.state === 'ready'} onChange={list.setFilter} />}
      // Narrowed by its tab alone.
      noneHere={
        Object.keys(narrowing).length === 0
          ? t('empty.noneIn', { status: t(`status.${status ?? 'draft'}`) })
          : t('empty.none')
      }
      clear={t('empty.clear')}
      failed={t('list.failed')}
      rowName={({ liveName }) => liveName}
      rowTo={openLivePath}
      actions={itemsFor}
      bulk={mayWrite ? { actions: bulkActions } : undefined}
    >
      {dialog}
    </ListPage>
  )
}
