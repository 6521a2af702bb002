import type { Commission } from '@kaimai/contract/commission/commission.schema.ts'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { useList } from '../../lib/list/use-list.ts'
import type { Column } from '../../ui/data-table.tsx'
import { Figure, MoneyText, TimeText, TwoLines } from '../../ui/figure.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { PartnerFilter } from '../partner/partner-picker.tsx'
import { commissionKey, listCommissions, partnerFilter } from './commission.api.ts'
import { LedgerPage } from './ledger-page.tsx'

/** Sales by partner links with what they earn, as it was frozen when they were paid. */
export const CommissionListPage = () => {
  const t = useText('commission')
  const f = useFormat()
  const list = useList({ key: [...commissionKey, 'list'], load: listCommissions, filters: partnerFilter })
  const columns: Column<Commission>[] = [
    {
      key: 'orderNo',
      title: t('list.order'),
      card: 'main',
      render: ({ orderNo, paidAt }) => (
        <TwoLines sub={<TimeText iso={paidAt}>{f.near(paidAt)}</TimeText>}>{orderNo}</TwoLines>
      ),
    },
    {
      key: 'partnerName',
      title: t('list.partner'),
      card: 'bare',
      render: ({ partnerName, code }) => <TwoLines sub={code}>{partnerName}</TwoLines>,
    },
    {
      key: 'state',
      title: t('list.state'),
      card: 'bare',
      render: (row) => <CommissionState {...row} />,
    },
    {
      key: 'base',
      title: t('list.base'),
      align: 'right',
      card: 'fact',
      width: 128,
      render: ({ base, currency }) => <MoneyText value={f.money({ amount: base, currency })} />,
    },
    {
      key: 'rate',
      title: t('list.rate'),
      align: 'right',
      card: 'fact',
      width: 96,
      render: ({ rateKind, basisPoints }) => (
        <Figure value={rateKind === 'percent' ? f.percent(basisPoints / 10_000, 2) : t('list.fixed')} />
      ),
    },
    {
      key: 'amount',
      title: t('list.amount'),
      align: 'right',
      card: 'fact',
      width: 128,
      render: ({ amount, currency }) => <MoneyText value={f.money({ amount, currency })} />,
    },
    {
      key: 'reversed',
      title: t('list.reversed'),
      align: 'right',
      card: 'fact',
      width: 128,
      render: ({ reversed, currency }) => (
        <MoneyText value={reversed === 0 ? undefined : f.money({ amount: reversed, currency })} />
      ),
    },
  ]
  return (
    <LedgerPage<Commission>
      page="list"
      table={list.table}
      columns={columns}
      rowName={({ orderNo }) => orderNo}
      filters={
        <PartnerFilter value={list.filters.partnerId} onChange={(value) => list.setFilter('partnerId', value)} />
      }
    />
  )
}

const CommissionState = ({ state, selfPurchase, dueAt }: Commission) => {
  const t = useText('commission')
  const f = useFormat()
  if (selfPurchase !== '')
    return (
      <TwoLines sub={t(`self.${selfPurchase}`)}>
        <StatusChip>{t('state.self')}</StatusChip>
      </TwoLines>
    )
  if (state === 'due') return <StatusChip colour="green">{t('state.due')}</StatusChip>
  return (
    <TwoLines sub={t('state.from', { day: f.day(dueAt) })}>
      <StatusChip colour="yellow">{t('state.pending')}</StatusChip>
    </TwoLines>
  )
}
