import { formatPhone } from '@kaimai/contract/common/phone.ts'
import type { LiveUserCounts, LiveUserRow } from '@kaimai/contract/viewer/viewer.routes.ts'
import { currencyLabel } from '@kaimai/contract/common/money.ts'
import { useMediaQuery } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconDownload } from '@tabler/icons-react'
import { useSearchParams } from 'react-router'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { newId } from '../../lib/ids/new-id.ts'
import { useList } from '../../lib/list/use-list.ts'
import { paths } from '../../lib/paths/paths.ts'
import { progressBoard } from '../../lib/progress/progress.ts'
import { useMay } from '../../lib/session/use-session.tsx'
import { fileDay, saveFile } from '../../lib/sheet/download-sheet.ts'
import { Button } from '../../ui/button.tsx'
import { PersonLine } from '../../ui/person-line.tsx'
import { ColumnChoice, useHiddenColumns } from '../../ui/column-choice.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { DropdownMenu } from '../../ui/dropdown-menu.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Figure, MoneyText, TimeText, TwoLines } from '../../ui/figure.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { FilterSelect, SearchBox, Toolbar } from '../../ui/toolbar.tsx'
import { newestLives } from '../live/live.api.ts'
import { LiveUserDrawer } from './viewer-drawer.tsx'
import css from './viewer-list.module.css'
import {
  exportLiveUsers,
  filters,
  listLiveUsers,
  liveUserCounts,
  liveUserKey,
  type Narrowing,
  tabs,
} from './viewer.api.ts'
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
  const { hidden, toggle } = useHiddenColumns('viewer')
  const narrowing: Narrowing = {
    ...(list.q === '' ? {} : { q: list.q }),
    ...(list.filters.tab === '' ? {} : { tab: list.filters.tab }),
    ...(list.filters.anonymous === '' ? {} : { anonymous: list.filters.anonymous }),
  }
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
  const withViewer = (viewer: string | undefined) => {
    const next = new URLSearchParams(params)
    if (viewer === undefined) next.delete('viewer')
    else next.set('viewer', viewer)
    return next
  }
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
  const isNarrowed = list.q !== '' || list.filters.tab !== '' || list.filters.anonymous !== ''
  const empty = isNarrowed ? (
    <EmptyState
      art="search"
      title={list.q === '' ? t('empty.noneHere') : t('empty.none', { q: list.q })}
      text={t('empty.noneText')}
      action={<Button onClick={() => setParams({ liveId }, { replace: true })}>{t('empty.clear')}</Button>}
    />
  ) : (
    <EmptyState art="people" title={t('empty.title')} text={t('empty.text')} />
  )
  const opened = params.get('viewer') ?? undefined
  const noLive = !livesPending && liveId === ''

  return (
    <>
      <PageHeader
        title={t('title')}
        lead={<Lead counts={counts} />}
        crumbs={[{ label: t('crumb'), to: paths.manageLiveStream() }]}
        actions={
          liveId !== '' && (
            <DropdownMenu
              items={(['xlsx', 'csv'] as const).map((format) => ({
                label: t(`export.${format}`),
                run: () => fetching.mutate(format),
              }))}
              renderTrigger={(trigger) => (
                <Button size="s" icon={<IconDownload {...icon16} />} busy={fetching.isPending} {...trigger}>
                  {t('export.open')}
                </Button>
              )}
            />
          )
        }
      />
      {noLive ? (
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
      ) : (
        <>
          <LinkTabs label={t('tab.label')} tabs={linkTabs} />
          <Toolbar end={<ColumnChoice columns={columns} hidden={hidden} toggle={toggle} />}>
            <SearchBox
              label={t('list.search')}
              placeholder={t('list.searchHint')}
              value={list.q}
              onChange={list.setQ}
            />
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
          </Toolbar>
          <DataTable
            {...list.table}
            label={t('list.label')}
            columns={columns}
            hiddenColumns={hidden}
            rowId={({ id }) => id}
            rowName={({ name }) => name}
            rowTo={({ id }) => `?${withViewer(id)}`}
            empty={empty}
          />
        </>
      )}
      {opened !== undefined && (
        <LiveUserDrawer
          id={opened}
          mayWrite={mayWrite}
          onChanged={() => void client.invalidateQueries({ queryKey: [...liveUserKey, 'list'] })}
          onClose={() => setParams(withViewer(undefined), { replace: true })}
        />
      )}
    </>
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
