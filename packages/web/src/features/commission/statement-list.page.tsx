import type { Statement } from '@kaimai/contract/commission/commission.schema.ts'
import { isMonth, taipeiMonth } from '@kaimai/contract/commission/statement.rules.ts'
import { useState } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { useList } from '../../lib/list/use-list.ts'
import type { Column } from '../../ui/data-table.tsx'
import { MoneyText, TwoLines } from '../../ui/figure.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { FilterSelect } from '../../ui/toolbar.tsx'
import { PartnerFilter } from '../partner/partner-picker.tsx'
import { commissionKey, listStatements, statementFilters } from './commission.api.ts'
import { LedgerPage } from './ledger-page.tsx'

const monthsOffered = 24
const figures = ['carried', 'earned', 'reversed', 'total', 'payable'] as const

/** Noon of a month's 15th in Taipei: the same month in all zones. */
const middleOf = (month: string): string => `${month}-15T12:00:00+08:00`

/** The months that have ended, the newest first (yyyy-mm). */
const endedMonths = (nowMs: number): string[] => {
  const [year = 0, number = 0] = taipeiMonth(nowMs).split('-').map(Number)
  // Date.UTC counts months from 0: two less is the month before.
  return Array.from({ length: monthsOffered }, (_, at) => taipeiMonth(Date.UTC(year, number - 2 - at, 15)))
}

/** What became due for each partner in a month, and what of it is paid or carried on. */
export const StatementListPage = () => {
  const t = useText('commission')
  const f = useFormat()
  const [months] = useState(() => endedMonths(Date.now()))
  const list = useList({
    key: [...commissionKey, 'statement', 'list'],
    load: listStatements,
    filters: statementFilters,
  })
  const { partnerId, month } = list.filters
  const columns: Column<Statement>[] = [
    {
      key: 'partnerName',
      title: t('list.partner'),
      card: 'main',
      render: (row) => <TwoLines sub={f.month(middleOf(row.month))}>{row.partnerName}</TwoLines>,
    },
    {
      key: 'state',
      title: t('list.state'),
      card: 'bare',
      render: (row) => <StatementState {...row} />,
    },
    ...figures.map(
      (figure): Column<Statement> => ({
        key: figure,
        title: t(`statement.${figure}`),
        align: 'right',
        card: 'fact',
        width: 128,
        render: (row) => <MoneyText value={f.money({ amount: row[figure], currency: row.currency })} />,
      }),
    ),
  ]
  return (
    <LedgerPage<Statement>
      page="statement"
      table={list.table}
      columns={columns}
      rowName={(row) => `${row.partnerName} ${f.month(middleOf(row.month))}`}
      filters={
        <>
          <FilterSelect
            label={t('statement.month')}
            value={isMonth(month) ? month : ''}
            onChange={(value) => list.setFilter('month', value)}
            choices={months.map((value) => ({ value, label: f.month(middleOf(value)) }))}
          />
          <PartnerFilter value={partnerId} onChange={(value) => list.setFilter('partnerId', value)} />
        </>
      }
    />
  )
}

const StatementState = ({ payable, payoutId, carriedOn, currency }: Statement) => {
  const t = useText('commission')
  const f = useFormat()
  if (payoutId !== null) return <StatusChip colour="green">{t('statement.inPayout')}</StatusChip>
  if (payable > 0) return <StatusChip colour="yellow">{t('statement.toPay')}</StatusChip>
  return (
    <TwoLines sub={t('statement.next', { amount: f.money({ amount: carriedOn, currency }) })}>
      <StatusChip>{t('statement.carriedOn')}</StatusChip>
    </TwoLines>
  )
}
