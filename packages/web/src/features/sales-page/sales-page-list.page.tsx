import type { SalesPageRow } from '@kaimai/contract/sales-page/sales-page.routes.ts'
import { salesPageStates } from '@kaimai/contract/sales-page/sales-page.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { useList } from '../../lib/list/use-list.ts'
import { paths } from '../../lib/paths/paths.ts'
import { copyText } from '../../ui/copy-field.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Figure, TimeText, TwoLines } from '../../ui/figure.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { AddressCell, PictureCell } from '../../ui/list-cells.tsx'
import { ListPage } from '../../resource/list-page.tsx'
import { toast } from '../../ui/toast.tsx'
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
  const columns = useColumns()
  const [shared, setShared] = useState<SalesPageRow>()
  const { itemsOf, removeMany, mayWrite } = useSalesPageActions(setShared)
  const list = useList({
    key: [...salesPageKey, 'list'],
    load: listSalesPages,
    filters: salesPageFilters,
    sort: '-createdAt',
  })
  const counts = useQuery(salesPageCounts()).data
  const tabText = (state: string) => t(state === 'all' ? 'list.all' : `state.${state}`)
  return (
    <ListPage<SalesPageRow>
      texts="sales-page"
      crumbs={[{ label: t('ownProducts'), to: paths.manageProduct() }]}
      list={list}
      columns={columns}
      hidden={[]}
      art="products"
      create={mayWrite ? { label: t('action.create'), to: paths.salesPageNew() } : undefined}
      tabs={{ label: t('list.tabs'), tabs: list.tabsBy('state', salesPageStates, tabText, counts) }}
      noneHere={t('empty.none')}
      failed={t('list.failed')}
      rowName={({ title }) => title}
      rowTo={editPath}
      actions={itemsOf}
      bulk={
        mayWrite
          ? {
              actions: (chosen, done) => [
                {
                  label: t('action.remove'),
                  icon: <IconTrash {...icon16} />,
                  run: () => void removeMany(chosen).then((removed) => removed && done()),
                },
              ],
            }
          : undefined
      }
    >
      {shared && <SharePanel customUrl={shared.customUrl} title={shared.title} onClose={() => setShared(undefined)} />}
    </ListPage>
  )
}
