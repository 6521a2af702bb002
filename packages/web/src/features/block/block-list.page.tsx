import type { Block } from '@kaimai/contract/block/block.routes.ts'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { IconLockOpen, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { useShortcut } from '../../lib/keys/shortcuts.ts'
import { useList } from '../../lib/list/use-list.ts'
import { useMay } from '../../lib/session/use-session.tsx'
import { BulkBar } from '../../ui/bulk-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { ColumnChoice, useHiddenColumns } from '../../ui/column-choice.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Figure, TimeText, TwoLines } from '../../ui/figure.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { FilterSelect, SearchBox, Toolbar } from '../../ui/toolbar.tsx'
import { newestLives } from '../live/live.api.ts'
import { BlockAdd } from './block-add.tsx'
import { BlockDrawer } from './block-drawer.tsx'
import { BlockChip, BlockPerson } from './block-person.tsx'
import css from './block.module.css'
import { blockCounts, blockFilters, blockKey, loadBlocks } from './block.api.ts'
import { nameOf, useBlockActions } from './use-block-actions.tsx'

const livesOffered = 50

export const BlockListPage = () => {
  const t = useText('block')
  const f = useFormat()
  const narrow = useMediaQuery('(max-width: 600px)', undefined, { getInitialValueInEffect: false })
  const mayWrite = useMay('stream', true)
  const [params, setParams] = useSearchParams()
  const { hidden, toggle } = useHiddenColumns('block')
  const [selected, setSelected] = useState<readonly string[]>([])
  const actions = useBlockActions()
  const list = useList({ key: [...blockKey, 'list'], load: loadBlocks, filters: blockFilters, sort: '-createdAt' })
  const { q, filters, rows, total } = list
  const counts = useQuery(
    blockCounts({ ...(q === '' ? {} : { q }), ...(filters.liveId === '' ? {} : { liveId: filters.liveId }) }),
  )
  const lives = useQuery(newestLives(livesOffered))

  const withParam = (name: 'block' | 'add', value: string | undefined) => {
    const next = new URLSearchParams(params)
    if (value === undefined) next.delete(name)
    else next.set(name, value)
    return next
  }
  const add = () => setParams(withParam('add', '1'))
  useShortcut({ keys: 'n', label: t('action.add'), run: () => mayWrite && add() })

  const columns: Column<Block>[] = [
    {
      key: 'name',
      title: t('column.person'),
      card: 'main',
      sortable: true,
      render: (block) => <BlockPerson block={block} />,
    },
    {
      key: 'state',
      title: t('column.state'),
      card: 'bare',
      width: 104,
      render: ({ state }) => <BlockChip state={state} />,
    },
    {
      key: 'scope',
      title: t('column.scope'),
      card: narrow ? 'bare' : 'none',
      width: 184,
      render: ({ liveId, liveName, fromLiveName }) => (
        <TwoLines
          sub={
            liveId === null && fromLiveName !== '' ? (
              <span className="clip">{t('from', { live: fromLiveName })}</span>
            ) : undefined
          }
        >
          <span className="clip">{liveId === null ? t('scope.all') : liveName}</span>
        </TwoLines>
      ),
    },
    {
      key: 'reason',
      title: t('column.reason'),
      priority: 'wide',
      card: 'none',
      width: 200,
      render: ({ reason }) =>
        reason === '' ? <Figure value={undefined} /> : <span className={css.clipTwo}>{reason}</span>,
    },
    {
      key: 'createdAt',
      title: t('column.createdAt'),
      card: 'bare',
      sortable: true,
      width: 144,
      render: ({ createdAt, byName }) => (
        <TwoLines sub={narrow || byName === '' ? undefined : <span className="clip">{byName}</span>}>
          <TimeText iso={createdAt}>{f.near(createdAt)}</TimeText>
        </TwoLines>
      ),
    },
  ]

  const tabs = (['', 'temporary', 'permanent', 'cancelled'] as const).map((tab) => {
    const state = tab === '' ? 'active' : tab
    return {
      label: t(`tab.${state}`),
      to: list.linkTo({ state: tab }),
      current: (filters.state === '' ? 'active' : filters.state) === state,
      count: counts.data?.[state],
    }
  })
  const addButton = mayWrite && (
    <Button kind="primary" icon={<IconPlus {...icon16} />} onClick={add} aria-haspopup="dialog">
      {t('action.add')}
    </Button>
  )
  const nothingAtAll = counts.data !== undefined && counts.data.active + counts.data.cancelled === 0 && !list.narrowed
  const empty =
    list.narrowed || !nothingAtAll ? (
      <EmptyState
        art="search"
        title={q === '' ? t('empty.noneHere') : t('empty.none', { q })}
        text={t('empty.noneText')}
        action={list.narrowed ? <Button onClick={list.clear}>{t('empty.clear')}</Button> : undefined}
      />
    ) : (
      <EmptyState art="people" title={t('empty.title')} text={t('empty.text')} action={addButton} />
    )
  const choices = (lives.data?.items ?? []).map(({ id, liveName, beginAt }) => ({
    value: id,
    label: `${liveName}・${f.day(beginAt)}`,
  }))
  if (filters.liveId !== '' && !choices.some(({ value }) => value === filters.liveId))
    choices.push({ value: filters.liveId, label: rows[0]?.liveName || rows[0]?.fromLiveName || t('list.oneLive') })
  const opened = params.get('block') ?? undefined
  const chosen = selected.filter((id) => rows.some((row) => row.id === id && row.state !== 'cancelled'))

  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} actions={nothingAtAll ? undefined : addButton} />
      {!nothingAtAll && (
        <>
          <LinkTabs label={t('tab.label')} tabs={tabs} />
          <Toolbar end={<ColumnChoice columns={columns} hidden={hidden} toggle={toggle} />}>
            <SearchBox label={t('list.search')} placeholder={t('list.searchHint')} value={q} onChange={list.setQ} />
            {choices.length > 0 && (
              <FilterSelect
                label={t('column.live')}
                value={filters.liveId}
                onChange={(liveId) => list.setFilter('liveId', liveId)}
                choices={choices}
              />
            )}
          </Toolbar>
        </>
      )}
      <DataTable
        {...list.table}
        total={total}
        label={t('list.label')}
        columns={columns}
        hiddenColumns={hidden}
        rowId={({ id }) => id}
        rowName={(block) => nameOf(t, block)}
        rowTo={({ id }) => `?${withParam('block', id)}`}
        {...(mayWrite ? { actions: actions.menu } : {})}
        {...(mayWrite && filters.state !== 'cancelled' ? { selected, onSelect: setSelected } : {})}
        empty={empty}
      />
      <BulkBar
        count={chosen.length}
        onClear={() => setSelected([])}
        actions={[
          {
            label: t('action.cancel'),
            icon: <IconLockOpen {...icon16} />,
            run: () => void actions.askCancelMany(chosen, () => setSelected([])),
          },
        ]}
      />
      {opened !== undefined && (
        <BlockDrawer
          key={opened}
          id={opened}
          readOnly={!mayWrite}
          onClose={() => setParams(withParam('block', undefined), { replace: true })}
        />
      )}
      {params.get('add') === '1' && mayWrite && (
        <BlockAdd liveId={filters.liveId} onClose={() => setParams(withParam('add', undefined), { replace: true })} />
      )}
    </>
  )
}
