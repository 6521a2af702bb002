import type { Block } from '@kaimai/contract/block/block.routes.ts'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { IconLockOpen } from '@tabler/icons-react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { useList } from '../../lib/list/use-list.ts'
import { useOpened } from '../../lib/list/use-opened.ts'
import { useMay } from '../../lib/session/use-session.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Figure, TimeText, TwoLines } from '../../ui/figure.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { ListPage } from '../../resource/list-page.tsx'
import { FilterSelect } from '../../ui/toolbar.tsx'
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
  const block = useOpened('block')
  const adding = useOpened('add')
  const actions = useBlockActions()
  const list = useList({ key: [...blockKey, 'list'], load: loadBlocks, filters: blockFilters, sort: '-createdAt' })
  const { filters, rows } = list
  const { state: _state, ...narrowing } = list.narrowing
  const counts = useQuery(blockCounts(narrowing))
  const lives = useQuery(newestLives(livesOffered))

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
  const isEmpty = counts.data !== undefined && counts.data.active + counts.data.cancelled === 0 && !list.narrowed
  const choices = (lives.data?.items ?? []).map(({ id, liveName, beginAt }) => ({
    value: id,
    label: `${liveName}・${f.day(beginAt)}`,
  }))
  if (filters.liveId !== '' && !choices.some(({ value }) => value === filters.liveId))
    choices.push({ value: filters.liveId, label: rows[0]?.liveName || rows[0]?.fromLiveName || t('list.oneLive') })

  return (
    <ListPage<Block>
      texts="block"
      list={list}
      columns={columns}
      hidden={[]}
      art="people"
      isEmpty={isEmpty}
      create={mayWrite ? { label: t('action.add'), run: () => adding.open('1') } : undefined}
      tabs={{ label: t('tab.label'), tabs }}
      searchHint={t('list.searchHint')}
      noneHere={t('empty.noneHere')}
      filters={
        choices.length > 0 && (
          <FilterSelect
            label={t('column.live')}
            value={filters.liveId}
            onChange={(liveId) => list.setFilter('liveId', liveId)}
            choices={choices}
          />
        )
      }
      rowName={(row) => nameOf(t, row)}
      rowTo={({ id }) => block.to(id)}
      {...(mayWrite ? { actions: actions.menu } : {})}
      bulk={
        mayWrite && filters.state !== 'cancelled'
          ? {
              of: ({ state }) => state !== 'cancelled',
              actions: (chosen, done) => [
                {
                  label: t('action.cancel'),
                  icon: <IconLockOpen {...icon16} />,
                  run: () =>
                    void actions.askCancelMany(
                      chosen.map(({ id }) => id),
                      done,
                    ),
                },
              ],
            }
          : undefined
      }
    >
      {block.opened !== undefined && (
        <BlockDrawer key={block.opened} id={block.opened} readOnly={!mayWrite} onClose={block.close} />
      )}
      {adding.opened === '1' && mayWrite && <BlockAdd liveId={filters.liveId} onClose={adding.close} />}
    </ListPage>
  )
}
