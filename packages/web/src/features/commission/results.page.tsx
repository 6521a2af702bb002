import { isDay, noonOf, taipeiDay } from '@kaimai/contract/common/taipei.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { useFirm } from '../../lib/session/use-session.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { DayFilter } from '../../ui/day-filter.tsx'
import { MoneyText, TwoLines } from '../../ui/figure.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { PartnerFilter } from '../partner/partner-picker.tsx'
import { type Result, type ResultWay, results, resultWays } from './commission.api.ts'
import { LedgerPage } from './ledger-page.tsx'

const dayMs = 86_400_000
/** What is shown before a day is chosen, today counted. */
const firstDays = 30
const rowsOnPage = 50

/** Noon in Taipei, so that the day reads the same in all zones near it. */
/** What came by partner links in a period: by link, form or day. */
export const ResultsPage = () => {
  const t = useText('commission')
  const f = useFormat()
  const { currency } = useFirm()
  const [params, setParams] = useSearchParams()
  const [now] = useState(() => Date.now())
  const dayOf = (name: string, otherwise: string): string => {
    const day = params.get(name) ?? ''
    return isDay(day) ? day : otherwise
  }
  const today = taipeiDay(now)
  const to = dayOf('to', today)
  const from = dayOf('from', taipeiDay(Date.parse(noonOf(to)) - (firstDays - 1) * dayMs))
  const way: ResultWay = resultWays.find((each) => each === params.get('by')) ?? 'link'
  const partnerId = way === 'form' ? '' : (params.get('partnerId') ?? '')
  const page = Math.max(1, Number(params.get('page')) || 1)
  const choose = (name: string, value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (name !== 'page') next.delete('page')
        if (value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  const query = useQuery(results({ way, from, to, partnerId }))
  const rows = query.data ?? []
  const nameOf = ({ name }: Result): string =>
    way === 'day' ? f.day(noonOf(name)) : name === '' ? t('results.unknown') : name

  const counted = (key: 'clicks' | 'signups' | 'orders'): Column<Result> => ({
    key,
    title: t(`results.${key}`),
    align: 'right',
    card: 'fact',
    width: 96,
    render: (row) => f.number(row[key]),
  })
  const paid = (key: 'sales' | 'commission' | 'reversed'): Column<Result> => ({
    key,
    title: t(`results.${key}`),
    align: 'right',
    card: 'fact',
    width: 128,
    render: (row) => <MoneyText value={f.money({ amount: row[key], currency })} />,
  })
  const columns: Column<Result>[] = [
    {
      key: 'name',
      title: t(`results.by.${way}`),
      card: 'main',
      render: (row) => <TwoLines sub={row.partnerName === '' ? undefined : row.partnerName}>{nameOf(row)}</TwoLines>,
    },
    counted('clicks'),
    counted('signups'),
    counted('orders'),
    paid('sales'),
    paid('commission'),
    paid('reversed'),
  ]
  return (
    <LedgerPage<Result>
      page="results"
      columns={columns}
      rowName={nameOf}
      table={{
        rows: rows.slice((page - 1) * rowsOnPage, page * rowsOnPage),
        total: rows.length,
        page,
        pageSize: rowsOnPage,
        onPage: (at) => choose('page', String(at)),
        state: query.isPending ? 'loading' : query.isError ? 'failed' : 'ready',
        failure: query.error ? { title: query.error.message } : undefined,
        onRetry: () => void query.refetch(),
      }}
      filters={
        <>
          <Segmented
            label={t('results.ways')}
            value={way}
            onChange={(value) => choose('by', value === 'link' ? '' : value)}
            options={resultWays.map((value) => ({ value, label: t(`results.by.${value}`) }))}
          />
          <DayFilter
            label={t('results.from')}
            value={from}
            shown={f.day(noonOf(from))}
            onChange={(day) => choose('from', day)}
            latest={to}
          />
          <DayFilter
            label={t('results.to')}
            value={to}
            shown={f.day(noonOf(to))}
            onChange={(day) => choose('to', day)}
            latest={today}
          />
          {way !== 'form' && <PartnerFilter value={partnerId} onChange={(value) => choose('partnerId', value)} />}
        </>
      }
    />
  )
}
