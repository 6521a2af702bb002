import type { SalesPageRow } from '@kaimai/contract/sales-page/sales-page.routes.ts'
import { salesPageStates } from '@kaimai/contract/sales-page/sales-page.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { useShortcut } from '../../lib/keys/shortcuts.ts'
import { useList } from '../../lib/list/use-list.ts'
import { paths } from '../../lib/paths/paths.ts'
import { BulkBar } from '../../ui/bulk-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { ColumnChoice, useHiddenColumns } from '../../ui/column-choice.tsx'
import { copyText } from '../../ui/copy-field.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Figure, TimeText, TwoLines } from '../../ui/figure.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { AddressCell, PictureCell } from '../../ui/list-cells.tsx'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { toast } from '../../ui/toast.tsx'
import { SearchBox, Toolbar } from '../../ui/toolbar.tsx'
import { saleAddress, salePath } from './public-address.ts'
import { listSalesPages, salesPageCounts, salesPageFilters, salesPageKey } from './sales-page.api.ts'
import css from './sales-page-list.module.css'
import { SalesPageStateChip } from './sales-page-state.tsx'
import { SharePanel } from './share-panel.tsx'
import { useSalesPageActions } from './use-sales-page-actions.tsx'

const editPath = ({ id }: SalesPageRow) => paths.salesPageEdit({ pageId: id })

/** From when to when, in two lines. */
const Period = ({ row }: { row: SalesPageRow }) => {
  const t = useText('sales-page')
  const f = useFormat()
  const { beginAt, endAt, state } = row
  if (state === 'scheduled' && beginAt !== null) {
    return (
      <TwoLines sub={t('list.opens', { when: f.relative(beginAt) })}>
        <TimeText iso={beginAt}>{f.near(beginAt)}</TimeText>
      </TwoLines>
    )
  }
  if (endAt === null) return <span className={css.muted}>{t('list.always')}</span>
  return (
    <TwoLines sub={t(state === 'closed' ? 'list.closed' : 'list.closes', { when: f.relative(endAt) })}>
      <TimeText iso={endAt}>{f.near(endAt)}</TimeText>
    </TwoLines>
  )
}

const useColumns = (): readonly Column<SalesPageRow>[] => {
  const t = useText('sales-page')
  const f = useFormat()
  const copy = (customUrl: string) =>
    void copyText(saleAddress(customUrl)).then(() => toast.good(t('list.copied'), { id: 'copied' }))
  return [
    {
      key: 'title',
      title: t('list.page'),
      card: 'main',
      sortable: true,
      render: ({ title, imageUrl, products }) => (
        <PictureCell
          src={imageUrl}
          sub={products === 0 ? t('list.noProducts') : t('list.products', { count: products })}
        >
          <span className="name-line" title={title}>
            {title}
          </span>
        </PictureCell>
      ),
    },
    {
      key: 'customUrl',
      title: t('list.address'),
      priority: 'wide',
      card: 'none',
      width: 184,
      render: ({ customUrl }) => (
        <AddressCell
          path={salePath(customUrl)}
          label={t('list.copy', { path: salePath(customUrl) })}
          onCopy={() => copy(customUrl)}
        />
      ),
    },
    {
      key: 'state',
      title: t('list.state'),
      width: 128,
      card: 'bare',
      render: ({ state }) => <SalesPageStateChip state={state} />,
    },
    { key: 'period', title: t('list.period'), width: 152, card: 'bare', render: (row) => <Period row={row} /> },
    {
      key: 'changedAt',
      title: t('list.changed'),
      width: 124,
      priority: 'wide',
      card: 'none',
      sortable: true,
      render: ({ changedAt }) => <Figure value={f.near(changedAt)} />,
    },
  ]
}

export const SalesPageListPage = () => {
  const t = useText('sales-page')
  const navigate = useNavigate()
  const columns = useColumns()
  const { hidden, toggle } = useHiddenColumns('sales-page')
  const [selected, setSelected] = useState<readonly string[]>([])
  const [shared, setShared] = useState<SalesPageRow>()
  const { itemsOf, removeMany, mayWrite } = useSalesPageActions(setShared)
  const list = useList({
    key: [...salesPageKey, 'list'],
    load: listSalesPages,
    filters: salesPageFilters,
    sort: '-createdAt',
  })
  const counts = useQuery(salesPageCounts()).data
  const { state } = list.filters
  useShortcut({ keys: 'n', label: t('action.create'), run: () => mayWrite && void navigate(paths.salesPageNew()) })
  const add = mayWrite && (
    <Button kind="primary" icon={<IconPlus {...icon16} />} to={paths.salesPageNew()}>
      {t('action.create')}
    </Button>
  )
  const isEmpty = list.table.state === 'ready' && list.rows.length === 0 && !list.narrowed
  const chosen = list.rows.filter(({ id }) => selected.includes(id))

  return (
    <>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        crumbs={[{ label: t('ownProducts'), to: paths.manageProduct() }]}
        actions={isEmpty ? undefined : add}
      />
      {!isEmpty && (
        <>
          <LinkTabs
            label={t('list.tabs')}
            tabs={[
              { label: t('list.all'), to: list.linkTo({ state: '' }), current: state === '', count: counts?.all },
              ...salesPageStates.map((tab) => ({
                label: t(`state.${tab}`),
                to: list.linkTo({ state: tab }),
                current: tab === state,
                count: counts?.[tab],
              })),
            ]}
          />
          <Toolbar end={<ColumnChoice columns={columns} hidden={hidden} toggle={toggle} />}>
            <SearchBox label={t('list.search')} value={list.q} onChange={list.setQ} />
          </Toolbar>
        </>
      )}
      <DataTable<SalesPageRow>
        {...list.table}
        label={t('list.label')}
        columns={columns}
        hiddenColumns={hidden}
        rowId={({ id }) => id}
        rowName={({ title }) => title}
        rowTo={editPath}
        actions={itemsOf}
        {...(mayWrite ? { selected, onSelect: setSelected } : {})}
        failure={{ title: t('list.failed'), text: list.query.error?.message }}
        empty={
          isEmpty ? (
            <EmptyState art="products" title={t('empty.title')} text={t('empty.text')} action={add} />
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
        count={chosen.length}
        onClear={() => setSelected([])}
        actions={[
          {
            label: t('action.remove'),
            icon: <IconTrash {...icon16} />,
            run: () => void removeMany(chosen).then((done) => done && setSelected([])),
          },
        ]}
      />
      {shared && <SharePanel customUrl={shared.customUrl} title={shared.title} onClose={() => setShared(undefined)} />}
    </>
  )
}
