import { currencyLabel } from '@kaimai/contract/common/money.ts'
import { paymentStates } from '@kaimai/contract/order/order.machine.ts'
import { type OrderRow, orderSources } from '@kaimai/contract/order/order.schema.ts'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { useList } from '../../lib/list/use-list.ts'
import { useLoggedIn } from '../../lib/session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { ColumnChoice, useHiddenColumns } from '../../ui/column-choice.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Figure, MoneyText, TimeText, TwoLines } from '../../ui/figure.tsx'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { Thumb } from '../../ui/thumb.tsx'
import { FilterSelect, SearchBox, Toolbar } from '../../ui/toolbar.tsx'
import { NewOrder } from './new-order.tsx'
import { OrderActions } from './order-actions.tsx'
import { OrderDrawer } from './order-drawer.tsx'
import css from './order-list.module.css'
import { FulfilmentChip, isToBeSent, PaymentChip } from './order-state.tsx'
import { bookers } from './bookers.ts'
import { methodText, sourceText } from './order-labels.ts'
import { loadOrders, orderCounts, orderKey } from './order.api.ts'

/** How often new orders are looked for while the list is seen, in ms. */
const newEveryMs = 20_000

export const OrderListPage = () => {
  const t = useText('order')
  const f = useFormat()
  const narrow = useMediaQuery('(max-width: 600px)', undefined, { getInitialValueInEffect: false })
  const [params, setParams] = useSearchParams()
  const { role } = useLoggedIn().userInfo
  const { hidden, toggle } = useHiddenColumns('order')
  const [isNew, setNew] = useState(false)
  const list = useList({
    key: [...orderKey, 'list'],
    load: loadOrders,
    filters: {
      paymentState: paymentStates,
      liveId: 'text',
      source: orderSources,
      unanswered: ['1'],
      refundDue: ['1'],
      transferReported: ['1'],
    },
    sort: '-createdAt',
    everyMs: newEveryMs,
  })
  const { filters, rows } = list
  const counts = useQuery({
    ...orderCounts({
      ...(list.q === '' ? {} : { q: list.q }),
      ...(filters.liveId === '' ? {} : { liveId: filters.liveId }),
      ...(filters.source === '' ? {} : { source: filters.source }),
      ...(filters.unanswered === '' ? {} : { unanswered: filters.unanswered }),
      ...(filters.refundDue === '' ? {} : { refundDue: filters.refundDue }),
      ...(filters.transferReported === '' ? {} : { transferReported: filters.transferReported }),
    }),
    refetchInterval: newEveryMs,
  }).data
  const withOrder = (order: string | undefined) => {
    const next = new URLSearchParams(params)
    if (order === undefined) next.delete('order')
    else next.set('order', order)
    return next
  }

  const currency = rows[0]?.currency ?? 'TWD'
  const columns: Column<OrderRow>[] = [
    {
      key: 'orderNo',
      title: t('column.order'),
      card: 'main',
      sortable: true,
      render: (row) => <OrderLine row={row} />,
    },
    {
      key: 'fullName',
      title: t('column.customer'),
      card: 'none',
      width: 184,
      render: ({ fullName, ...row }) => (
        <TwoLines sub={<span className="line-clamp-1">{sourceText(t, row)}</span>}>
          <span className={clsx('row-s', css.who)}>
            <span className="line-clamp-1">{fullName}</span>
            <RowBadges row={row} />
          </span>
        </TwoLines>
      ),
    },
    {
      key: 'paymentState',
      title: t('column.payment'),
      card: 'bare',
      width: 136,
      render: ({ paymentState, transferReported }) =>
        transferReported ? (
          <StatusChip colour="yellow">{t('transfer.toCheck')}</StatusChip>
        ) : (
          <PaymentChip state={paymentState} />
        ),
    },
    {
      key: 'paymentMethod',
      title: t('column.method'),
      priority: 'wide',
      card: 'none',
      width: 104,
      render: ({ paymentMethod }) => methodText(t, paymentMethod),
    },
    {
      key: 'fulfilmentState',
      title: t('column.fulfilment'),
      priority: 'wide',
      card: 'none',
      width: 104,
      render: ({ paymentState, fulfilmentState }) =>
        fulfilmentState !== 'none' || isToBeSent(paymentState) ? (
          <FulfilmentChip state={fulfilmentState} />
        ) : (
          <Figure value={undefined} />
        ),
    },
    {
      key: 'createdAt',
      title: t('column.createdAt'),
      card: 'bare',
      sortable: true,
      width: 136,
      render: ({ createdAt }) => (
        <TwoLines sub={narrow ? undefined : f.distance(createdAt)}>
          <TimeText iso={createdAt}>{f.near(createdAt)}</TimeText>
        </TwoLines>
      ),
    },
    {
      key: 'total',
      title: t('column.total', { currency: `${currencyLabel(currency)}$` }),
      align: 'right',
      card: 'bare',
      sortable: true,
      width: 112,
      render: ({ total: amount }) =>
        narrow ? <b>{f.money({ amount, currency })}</b> : <MoneyText value={f.amount(amount)} />,
    },
  ]

  const tabs = ['' as const, ...paymentStates].map((paymentState) => ({
    label: t(paymentState === '' ? 'tab.all' : `paymentState.${paymentState}`),
    to: list.linkTo({ paymentState }),
    current: filters.paymentState === paymentState,
    count: paymentState === '' ? counts?.all : counts?.states[paymentState],
  }))
  const empty = list.narrowed ? (
    <EmptyState
      art="search"
      title={list.q === '' ? t('empty.noneHere') : t('empty.none', { q: list.q })}
      text={t('empty.noneText')}
      action={<Button onClick={list.clear}>{t('empty.clear')}</Button>}
    />
  ) : (
    <EmptyState art="products" title={t('empty.title')} text={t('empty.text')} />
  )
  const opened = params.get('order') ?? undefined

  return (
    <>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        actions={bookers.includes(role) ? <OrderActions onCreate={() => setNew(true)} /> : undefined}
      />
      <LinkTabs label={t('tab.label')} tabs={tabs} />
      <Toolbar end={<ColumnChoice columns={columns} hidden={hidden} toggle={toggle} />}>
        <SearchBox label={t('list.search')} placeholder={t('list.searchHint')} value={list.q} onChange={list.setQ} />
        <FilterSelect
          label={t('list.source')}
          value={filters.source}
          onChange={(source) => list.setFilter('source', source)}
          choices={orderSources.map((value) => ({ value, label: t(`source.${value}`) }))}
        />
        <FilterSelect
          label={t('list.messages')}
          value={filters.unanswered}
          onChange={(unanswered) => list.setFilter('unanswered', unanswered)}
          choices={[{ value: '1', label: t('message.unanswered') }]}
        />
        <FilterSelect
          label={t('list.refunds')}
          value={filters.refundDue}
          onChange={(refundDue) => list.setFilter('refundDue', refundDue)}
          choices={[{ value: '1', label: t('refund.due') }]}
        />
        <FilterSelect
          label={t('list.transfers')}
          value={filters.transferReported}
          onChange={(transferReported) => list.setFilter('transferReported', transferReported)}
          choices={[{ value: '1', label: t('transfer.toCheck') }]}
        />
        {filters.liveId !== '' && (
          <FilterSelect
            label={t('column.live')}
            value={filters.liveId}
            onChange={(liveId) => list.setFilter('liveId', liveId)}
            choices={[{ value: filters.liveId, label: rows[0]?.sourceName || t('list.oneLive') }]}
          />
        )}
      </Toolbar>
      <DataTable
        {...list.table}
        label={t('list.label')}
        columns={columns}
        hiddenColumns={hidden}
        rowId={({ id }) => id}
        rowName={({ orderNo }) => orderNo}
        rowTo={({ id }) => `?${withOrder(id)}`}
        empty={empty}
      />
      {isNew && (
        <NewOrder
          onClose={() => setNew(false)}
          onShow={(id) => {
            setNew(false)
            setParams(withOrder(id))
          }}
        />
      )}
      {opened !== undefined && (
        <OrderDrawer id={opened} onClose={() => setParams(withOrder(undefined), { replace: true })} />
      )}
    </>
  )
}

/** What waits for the staff: an answer, or money to give back. */
const RowBadges = ({
  row: { unanswered, refundDue, paymentState },
}: {
  row: Pick<OrderRow, 'unanswered' | 'refundDue' | 'paymentState'>
}) => {
  const t = useText('order')
  return (
    <>
      {unanswered && <StatusChip colour="yellow">{t('message.unanswered')}</StatusChip>}
      {refundDue > 0 && paymentState !== 'refundDue' && <StatusChip colour="yellow">{t('refund.due')}</StatusChip>}
    </>
  )
}

/** Number of an order, and what was ordered; on phones by whom. */
const OrderLine = ({ row }: { row: OrderRow }) => {
  const t = useText('order')
  const { orderNo, firstImageUrl, firstProduct, totalQuantity, fullName } = row
  return (
    <span className="row">
      <Thumb src={firstImageUrl} width={40} height={40} />
      <span className={css.words}>
        <b className={css.number}>
          {orderNo}
          <span className={css.buyer}>{fullName}</span>
          <span className={css.buyer}>
            <RowBadges row={row} />
          </span>
        </b>
        <span className={clsx('line-clamp-1 caption', css.note)}>
          {t('list.products', { product: firstProduct, count: totalQuantity })}
        </span>
      </span>
    </span>
  )
}
