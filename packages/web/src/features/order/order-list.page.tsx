import { currencyLabel } from '@kaimai/contract/common/money.ts'
import { paymentStates } from '@kaimai/contract/order/order.machine.ts'
import { type OrderRow, orderSources } from '@kaimai/contract/order/order.schema.ts'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useState } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { useList } from '../../lib/list/use-list.ts'
import { useOpened } from '../../lib/list/use-opened.ts'
import { useLoggedIn } from '../../lib/session/use-session.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Figure, MoneyText, TimeText, TwoLines } from '../../ui/figure.tsx'
import { ListPage } from '../../resource/list-page.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { Thumb } from '../../ui/thumb.tsx'
import { FilterSelect } from '../../ui/toolbar.tsx'
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
  const order = useOpened('order')
  const { role } = useLoggedIn().userInfo
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
  const { paymentState: _state, ...narrowing } = list.narrowing
  const counts = useQuery({ ...orderCounts(narrowing), refetchInterval: newEveryMs }).data

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

  const filter = (name: 'source' | 'unanswered' | 'refundDue' | 'transferReported' | 'liveId', label: string) => ({
    label,
    value: filters[name],
    onChange: (value: string) => list.setFilter(name, value as never),
  })
  const tabText = (state: string) => t(state === 'all' ? 'tab.all' : `paymentState.${state}`)

  return (
    <ListPage<OrderRow>
      texts="order"
      list={list}
      columns={columns}
      hidden={[]}
      art="products"
      isEmpty={false}
      empty={list.narrowed ? undefined : <EmptyState art="products" title={t('empty.title')} text={t('empty.text')} />}
      buttons={bookers.includes(role) ? <OrderActions onCreate={() => setNew(true)} /> : undefined}
      tabs={{
        label: t('tab.label'),
        tabs: list.tabsBy('paymentState', paymentStates, tabText, counts && { ...counts.states, all: counts.all }),
      }}
      searchHint={t('list.searchHint')}
      noneHere={t('empty.noneHere')}
      filters={
        <>
          <FilterSelect
            {...filter('source', t('list.source'))}
            choices={orderSources.map((value) => ({ value, label: t(`source.${value}`) }))}
          />
          <FilterSelect
            {...filter('unanswered', t('list.messages'))}
            choices={[{ value: '1', label: t('message.unanswered') }]}
          />
          <FilterSelect
            {...filter('refundDue', t('list.refunds'))}
            choices={[{ value: '1', label: t('refund.due') }]}
          />
          <FilterSelect
            {...filter('transferReported', t('list.transfers'))}
            choices={[{ value: '1', label: t('transfer.toCheck') }]}
          />
          {filters.liveId !== '' && (
            <FilterSelect
              {...filter('liveId', t('column.live'))}
              choices={[{ value: filters.liveId, label: rows[0]?.sourceName || t('list.oneLive') }]}
            />
          )}
        </>
      }
      rowName={({ orderNo }) => orderNo}
      rowTo={({ id }) => order.to(id)}
    >
      {isNew && (
        <NewOrder
          onClose={() => setNew(false)}
          onShow={(id) => {
            setNew(false)
            order.open(id)
          }}
        />
      )}
      {order.opened !== undefined && <OrderDrawer id={order.opened} onClose={order.close} />}
    </ListPage>
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
