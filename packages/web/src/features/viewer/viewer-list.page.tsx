import { formatPhone } from '@kaimai/contract/common/phone.ts'
import type { LiveUserCounts, LiveUserRow } from '@kaimai/contract/viewer/viewer.routes.ts'
import { currencyLabel } from '@kaimai/contract/common/money.ts'
import { useMediaQuery } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { newId } from '../../lib/ids/new-id.ts'
import { useList } from '../../lib/list/use-list.ts'
import { useOpened } from '../../lib/list/use-opened.ts'
import { paths } from '../../lib/paths/paths.ts'
import { progressBoard } from '../../lib/progress/progress.ts'
import { useMay } from '../../lib/session/use-session.tsx'
import { fileDay, saveFile } from '../../lib/sheet/download-sheet.ts'
import { Button } from '../../ui/button.tsx'
import { PersonLine } from '../../ui/person-line.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Figure, MoneyText, TimeText, TwoLines } from '../../ui/figure.tsx'
import { ExportMenu } from '../../resource/export-menu.tsx'
import { ListPage } from '../../resource/list-page.tsx'
import { FilterSelect } from '../../ui/toolbar.tsx'
import { newestLives } from '../live/live.api.ts'
import { LiveUserDrawer } from './viewer-drawer.tsx'
import css from './viewer-list.module.css'
import { exportLiveUsers, filters, listLiveUsers, liveUserCounts, liveUserKey, tabs } from './viewer.api.ts'
import { ViewerChips } from './viewer-chips.tsx'

/** How often a running live is looked at again, in ms. */
const runningEveryMs = 15_000
const livesShown = 50

/** Who was in a live: when they came, what they watched, said and bought. */
export const LiveUserListPage = () => {
  const t = useText('viewer')
  const f = useFormat()
  const narrow = useMediaQuery('(max-width: 600px)', undefined, { getInitialValueInEffect: false })
  const mayWrite = useMay('stream', true)
  const client = useQueryClient()
  const [params, setParams] = useSearchParams()
  const { data: lives, isPending: livesPending } = useQuery(newestLives(livesShown))
  const liveId = params.get('liveId') || (lives?.items[0]?.id ?? '')
  const { data: counts } = useQuery(liveUserCounts(liveId, params.get('q') ?? ''))
  const list = useList({
    key: [...liveUserKey, 'list', liveId],
    load: listLiveUsers(liveId),
    filters,
    sort: '-joinedAt',
    enabled: liveId !== '',
    ...(counts?.status === 'live' ? { everyMs: runningEveryMs } : {}),
  })
  const columns = useColumns(narrow ?? false, counts?.currency ?? 'TWD')
  const viewer = useOpened('viewer')
  const { liveId: _liveId, ...narrowing } = list.narrowing
  const fetching = useMutation({
    mutationFn: async (format: 'xlsx' | 'csv') => {
      const id = newId()
      const name = `${t('export.name')}-${counts?.liveName ?? ''}-${fileDay()}.${format}`
      progressBoard.put({ id, name, percent: 40, state: 'running' })
      try {
        saveFile(await exportLiveUsers(liveId, format, narrowing), name)
      } finally {
        progressBoard.remove(id)
      }
    },
  })
  const choices = (lives?.items ?? []).map(({ id, liveName, beginAt }) => ({
    value: id,
    label: `${liveName}・${f.dayTime(beginAt)}`,
  }))
  const known = choices.some(({ value }) => value === liveId)
  const current = counts ? [{ value: liveId, label: `${counts.liveName}・${f.dayTime(counts.beginAt)}` }] : []
  const linkTabs = (['', ...tabs] as const).map((tab) => ({
    label: t(`tab.${tab || 'all'}`),
    to: list.linkTo({ tab, liveId }),
    current: list.filters.tab === tab,
    count: counts?.[tab === '' ? 'all' : tab],
  }))
  const narrowed = Object.keys(narrowing).length > 0
  const noLive = !livesPending && liveId === ''
  const shown = {
    ...list,
    narrowed,
    clear: () => setParams({ liveId }, { replace: true }),
    table: noLive ? { ...list.table, state: 'ready' as const } : list.table,
  }
  const empty = noLive ? (
    <EmptyState
      art="video"
      title={t('noLive.title')}
      text={t('noLive.text')}
      action={
        <Button kind="primary" to={paths.liveStreamNew({ pageType: 'create', platformType: 'video' })}>
          {t('noLive.action')}
        </Button>
      }
    />
  ) : narrowed ? undefined : (
    <EmptyState art="people" title={t('empty.title')} text={t('empty.text')} />
  )

  return (
    <ListPage<LiveUserRow>
      texts="viewer"
      lead={<Lead counts={counts} />}
      crumbs={[{ label: t('crumb'), to: paths.manageLiveStream() }]}
      list={shown}
      columns={columns}
      hidden={[]}
      art="people"
      isEmpty={noLive}
      empty={empty}
      buttons={
        liveId !== '' && (
          <ExportMenu size="s" label={t('export.open')} busy={fetching.isPending} onExport={fetching.mutate} />
        )
      }
      tabs={{ label: t('tab.label'), tabs: linkTabs }}
      searchHint={t('list.searchHint')}
      noneHere={t('empty.noneHere')}
      filters={
        <>
          <FilterSelect
            label={t('filter.live')}
            value={liveId}
            onChange={(id) => list.setFilter('liveId', id)}
            choices={known ? choices : [...current, ...choices]}
          />
          <FilterSelect
            label={t('filter.kind')}
            value={list.filters.anonymous}
            onChange={(answer) => list.setFilter('anonymous', answer)}
            choices={(['no', 'yes'] as const).map((answer) => ({
              value: answer,
              label: t(`filter.anonymous.${answer}`),
            }))}
          />
        </>
      }
      rowName={({ name }) => name}
      rowTo={({ id }) => viewer.to(id)}
    >
      {viewer.opened !== undefined && (
        <LiveUserDrawer
          id={viewer.opened}
          mayWrite={mayWrite}
          onChanged={() => void client.invalidateQueries({ queryKey: [...liveUserKey, 'list'] })}
          onClose={viewer.close}
        />
      )}
    </ListPage>
  )
}

const Lead = ({ counts }: { counts: LiveUserCounts | undefined }) => {
  const t = useText('viewer')
  const f = useFormat()
  return counts ? t('leadOf', { live: counts.liveName, time: f.dayTime(counts.beginAt) }) : t('lead')
}

const useColumns = (narrow: boolean, currency: LiveUserCounts['currency']): Column<LiveUserRow>[] => {
  const t = useText('viewer')
  const f = useFormat()
  const figure = (value: number) => <Figure value={value === 0 ? undefined : f.number(value)} />
  return [
    {
      key: 'name',
      title: t('column.name'),
      card: 'main',
      sortable: true,
      render: (row) => (
        <PersonLine
          name={row.name}
          phone={formatPhone(row.phone)}
          email={row.email}
          imgUrl={row.imgUrl}
          chips={<ViewerChips viewer={row} />}
        />
      ),
    },
    {
      key: 'joinedAt',
      title: t('column.joinedAt'),
      card: 'bare',
      sortable: true,
      width: 136,
      render: ({ joinedAt, lastSeenAt }) =>
        joinedAt === null ? (
          <span className={css.quiet}>{t('notCome')}</span>
        ) : (
          <TwoLines sub={lastSeenAt === null || narrow ? undefined : t('lastSeen', { time: f.time(lastSeenAt) })}>
            <TimeText iso={joinedAt}>{f.near(joinedAt)}</TimeText>
          </TwoLines>
        ),
    },
    {
      key: 'watchedSeconds',
      title: t('column.watched'),
      card: 'fact',
      align: 'right',
      sortable: true,
      width: 96,
      render: ({ watchedSeconds }) => <Figure value={watchedSeconds === 0 ? undefined : f.duration(watchedSeconds)} />,
    },
    {
      key: 'messages',
      title: t('column.messages'),
      card: 'fact',
      align: 'right',
      sortable: true,
      width: 88,
      render: ({ messages }) => figure(messages),
    },
    {
      key: 'orders',
      title: t('column.orders'),
      card: 'none',
      align: 'right',
      sortable: true,
      width: 72,
      render: ({ orders }) => figure(orders),
    },
    {
      key: 'orderTotal',
      title: t('column.orderTotal', { currency: `${currencyLabel(currency)}$` }),
      card: 'none',
      align: 'right',
      width: 128,
      render: ({ orderTotal }) => <MoneyText value={orderTotal === 0 ? undefined : f.amount(orderTotal)} />,
    },
    {
      key: 'memo',
      title: t('column.memo'),
      card: 'none',
      priority: 'wide',
      width: 168,
      render: ({ memo }) => (memo === '' ? <Figure value={undefined} /> : <span className={css.two}>{memo}</span>),
    },
  ]
}
