import { IconCopy, IconDownload, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { BulkBar } from '../../ui/bulk-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { ColumnChoice, useHiddenColumns } from '../../ui/column-choice.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TwoLines } from '../../ui/figure.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { Thumb } from '../../ui/thumb.tsx'
import { FilterSelect, SearchBox, Toolbar } from '../../ui/toolbar.tsx'

interface Row {
  readonly id: string
  readonly name: string
  readonly price: number
  readonly sold: number
  readonly soldAt: string
}

const rows: readonly Row[] = [
  '霧釉飯碗 四入組',
  '粗陶手沖壺 600 ml',
  '青瓷對杯 禮盒',
  '柴燒深盤 24 cm',
  '手捏小花器',
].map((name, index) => ({
  id: `row-${index}`,
  name,
  price: 128000 + index * 10000,
  sold: 92 - index * 13,
  soldAt: `2026-11-${String(20 - index)}T20:00:00+08:00`,
}))

type State = 'ready' | 'loading' | 'failed' | 'empty'
const states: readonly State[] = ['ready', 'loading', 'failed', 'empty']

export const ListExamples = () => {
  const t = useText('app')
  const f = useFormat()
  const [selected, setSelected] = useState<readonly string[]>([])
  const [state, setState] = useState<State>('ready')
  const [filter, setFilter] = useState<'on' | 'off' | ''>('')
  const [q, setQ] = useState('')
  const [sort, setSort] = useState('-sold')
  const { hidden, toggle } = useHiddenColumns('playground')
  const columns: readonly Column<Row>[] = [
    {
      key: 'name',
      title: t('nav.manageProduct'),
      sortable: true,
      card: 'main',
      render: ({ name }) => (
        <span style={{ display: 'flex', gap: 16, alignItems: 'center' }}>
          <Thumb src={undefined} />
          <TwoLines sub={t('playground.help')}>
            <b style={{ fontWeight: 600 }}>{name}</b>
          </TwoLines>
        </span>
      ),
    },
    {
      key: 'state',
      title: t('playground.state.ready'),
      card: 'bare',
      render: ({ sold }) => (
        <StatusChip colour={sold > 50 ? 'green' : 'yellow'}>
          {t(`playground.colour.${sold > 50 ? 'green' : 'yellow'}`)}
        </StatusChip>
      ),
    },
    {
      key: 'soldAt',
      title: t('ui.time'),
      priority: 'wide',
      sortable: true,
      render: ({ soldAt }) => <TwoLines sub={f.relative(soldAt)}>{f.dayTime(soldAt)}</TwoLines>,
    },
    {
      key: 'price',
      title: `${t('playground.price')} (NT$)`,
      align: 'right',
      card: 'fact',
      render: ({ price }) => f.amount(price),
    },
    {
      key: 'sold',
      title: t('playground.quantity'),
      align: 'right',
      sortable: true,
      card: 'fact',
      render: ({ sold }) => f.number(sold),
    },
  ]
  return (
    <>
      <Segmented
        label={t('playground.lists')}
        value={state}
        onChange={setState}
        options={states.map((value) => ({ value, label: t(`playground.state.${value}`) }))}
      />
      <Toolbar end={<ColumnChoice columns={columns} hidden={hidden} toggle={toggle} />}>
        <SearchBox label={t('ui.search')} value={q} onChange={setQ} />
        <FilterSelect
          label={t('playground.filter')}
          value={filter}
          onChange={setFilter}
          choices={[
            { value: 'on', label: t('playground.all') },
            { value: 'off', label: t('playground.real') },
          ]}
        />
      </Toolbar>
      <DataTable
        label={t('nav.manageProduct')}
        columns={columns}
        hiddenColumns={hidden}
        rows={state === 'empty' ? [] : rows.filter(({ name }) => name.includes(q))}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        rowTo={({ id }) => `?row=${id}`}
        state={state === 'empty' ? 'ready' : state}
        failure={{ title: t('failure.title'), text: t('failure.text') }}
        onRetry={() => setState('ready')}
        empty={
          <EmptyState art="products" title={t('playground.empty')} action={<Button>{t('playground.split')}</Button>} />
        }
        total={rows.length}
        page={1}
        pageSize={20}
        onPage={() => undefined}
        sort={sort}
        onSort={setSort}
        selected={selected}
        onSelect={setSelected}
        actions={({ name }) => [
          { label: t('playground.edit'), hint: 'E', icon: <IconPencil {...icon16} /> },
          { label: `${t('ui.copy')} ${name}`, icon: <IconCopy {...icon16} /> },
          'line',
          { label: t('playground.danger'), danger: true, icon: <IconTrash {...icon16} /> },
        ]}
      />
      <BulkBar
        count={selected.length}
        onClear={() => setSelected([])}
        actions={[
          {
            label: t('playground.toolbar'),
            icon: <IconDownload {...icon16} />,
            run: () => setSelected([]),
          },
        ]}
      />
    </>
  )
}
