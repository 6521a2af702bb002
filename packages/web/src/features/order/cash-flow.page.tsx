import { currencyLabel } from '@kaimai/contract/common/money.ts'
import { isDay, noonOf, taipeiDay } from '@kaimai/contract/common/taipei.ts'
import { paymentMethods } from '@kaimai/contract/gateway/payment-method.rules.ts'
import type { CashFlowFigures, CashFlowRow, CashFlowSum } from '@kaimai/contract/payment/cash-flow.schema.ts'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Format } from '../../lib/i18n/format.ts'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { useLoggedIn } from '../../lib/session/use-session.tsx'
import { useSheetDownload } from '../../lib/sheet/download-sheet.ts'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { DayFilter } from '../../ui/day-filter.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { MoneyText, TwoLines } from '../../ui/figure.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ExportMenu } from '../../resource/export-menu.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { FilterSelect, Toolbar } from '../../ui/toolbar.tsx'
import { bookers } from './bookers.ts'
import { cashFlow, cashFlowExport } from './cash-flow.api.ts'
import css from './cash-flow.module.css'
import { CashFlowUsage } from './cash-flow-usage.tsx'
import { methodText } from './order-labels.ts'

const dayMs = 86_400_000
/** What is shown before a day is chosen, today counted. */
const firstDays = 30
const rowsOnPage = 50

const figures = ['received', 'refunded', 'fees', 'toSettle'] as const

/** More may have gone back than came in. */
const signedAmount = (f: Format, amount: number): string => `${amount < 0 ? '−' : ''}${f.amount(Math.abs(amount))}`

/** A fee that nobody knows is a dash, not nought. */
const figureText = (f: Format, row: CashFlowFigures, figure: (typeof figures)[number]): string | undefined =>
  figure === 'fees' && row.fees === 0 && row.feesUnknown > 0 ? undefined : signedAmount(f, row[figure])

const rowKey = ({ day, method, currency, isTest }: CashFlowRow): string => [day, method, currency, isTest].join(' ')

/** Noon in Taipei, so that the day reads the same in all zones near it. */
/** Which days and way; they stand in the address. */
const useChoice = () => {
  const [params, setParams] = useSearchParams()
  const [now] = useState(() => Date.now())
  const today = taipeiDay(now)
  const dayIn = (name: string, otherwise: string): string => {
    const day = params.get(name) ?? ''
    return isDay(day) ? day : otherwise
  }
  return {
    today,
    from: dayIn('from', taipeiDay(now - (firstDays - 1) * dayMs)),
    to: dayIn('to', today),
    method: paymentMethods.find((each) => each === params.get('method')),
    page: Math.max(1, Number(params.get('page')) || 1),
    choose: (name: 'from' | 'to' | 'method' | 'page', value: string) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before)
          next.delete('page')
          if (value === '') next.delete(name)
          else next.set(name, value)
          return next
        },
        { replace: true },
      ),
  }
}

/** Money that came in and went back, by day and way to pay. */
export const CashFlowPage = () => {
  const t = useText('order')
  const f = useFormat()
  const narrow = useMediaQuery('(max-width: 600px)', undefined, { getInitialValueInEffect: false })
  const { role } = useLoggedIn().userInfo
  const { today, from, to, method, page, choose } = useChoice()
  const { data, isPending, isError, isPlaceholderData, refetch } = useQuery(cashFlow({ from, to, method }))
  const sheet = useSheetDownload()
  const download = (format: 'xlsx' | 'csv') =>
    sheet.download({
      route: cashFlowExport,
      query: { format, from, to, ...(method === undefined ? {} : { method }) },
      name: `${t('cashFlow.title')}-${from}-${to}`,
    })
  const rows = data?.rows ?? []
  const shown = rows.slice((page - 1) * rowsOnPage, page * rowsOnPage)
  const isFirstOfDay = (row: CashFlowRow): boolean => shown.find(({ day }) => day === row.day) === row
  const dayText = ({ day }: CashFlowRow) => f.day(noonOf(day))
  const wayText = (row: CashFlowRow) => (
    <span className="row-s">
      <span>{methodText(t, row.method)}</span>
      {row.isTest && <StatusChip colour="yellow">{t('cashFlow.test')}</StatusChip>}
    </span>
  )

  const columns: Column<CashFlowRow>[] = [
    {
      key: 'day',
      title: t('cashFlow.day'),
      card: 'main',
      width: 136,
      // A day is said once for all its rows, and to who listens in each.
      render: (row) =>
        narrow ? (
          <TwoLines sub={wayText(row)}>{dayText(row)}</TwoLines>
        ) : (
          <b className={isFirstOfDay(row) ? undefined : 'sr-only'}>{dayText(row)}</b>
        ),
    },
    { key: 'method', title: t('column.method'), card: 'none', render: wayText },
    {
      key: 'payments',
      title: t('cashFlow.payments'),
      align: 'right',
      card: 'fact',
      priority: 'wide',
      width: 88,
      render: ({ payments }) => f.number(payments),
    },
    ...figures.map(
      (figure): Column<CashFlowRow> => ({
        key: figure,
        title: t(`cashFlow.${figure}`),
        align: 'right',
        card: 'fact',
        width: 128,
        render: (row) => <CashText row={row} figure={figure} />,
      }),
    ),
  ]

  return (
    <>
      <PageHeader
        title={t('cashFlow.title')}
        lead={t('cashFlow.lead')}
        actions={
          bookers.includes(role) ? (
            <Button size="s" to={paths.manageSettlement()}>
              {t('settlement.import')}
            </Button>
          ) : undefined
        }
      />
      <Toolbar
        end={<ExportMenu size="s" kind="plain" label={t('cashFlow.export')} busy={sheet.busy} onExport={download} />}
      >
        <DayFilter
          label={t('cashFlow.from')}
          value={from}
          shown={f.day(noonOf(from))}
          onChange={(day) => choose('from', day)}
          latest={to}
        />
        <DayFilter
          label={t('cashFlow.to')}
          value={to}
          shown={f.day(noonOf(to))}
          onChange={(day) => choose('to', day)}
          latest={today}
        />
        <FilterSelect
          label={t('column.method')}
          value={method ?? ''}
          onChange={(value) => choose('method', value)}
          choices={paymentMethods.map((value) => ({ value, label: methodText(t, value) }))}
        />
      </Toolbar>
      <DataTable
        label={t('cashFlow.title')}
        columns={columns}
        rows={shown}
        rowId={rowKey}
        rowName={(row) => `${dayText(row)} ${methodText(t, row.method)}`}
        state={isPending ? 'loading' : isError ? 'failed' : 'ready'}
        refreshing={isPlaceholderData}
        failure={{ title: t('cashFlow.failed') }}
        onRetry={() => void refetch()}
        empty={<EmptyState art="list" title={t('cashFlow.none')} text={t('cashFlow.noneText')} />}
        total={rows.length}
        page={page}
        pageSize={rowsOnPage}
        onPage={(to) => choose('page', String(to))}
      />
      {data?.sums.map((sum) => (
        <Sum key={`${sum.currency} ${sum.isTest}`} sum={sum} />
      ))}
      {method === undefined && <CashFlowUsage from={from} to={to} />}
    </>
  )
}

const CashText = ({ row, figure }: { row: CashFlowFigures; figure: (typeof figures)[number] }) => {
  const f = useFormat()
  const t = useText('order')
  const value = figureText(f, row, figure)
  return (
    <>
      <MoneyText value={value} />
      {value === undefined && <span className="sr-only">{t('cashFlow.feeUnknown')}</span>}
    </>
  )
}

/** What all rows of a currency come to; play money apart. */
const Sum = ({ sum }: { sum: CashFlowSum }) => {
  const t = useText('order')
  const currency = `${currencyLabel(sum.currency)}$`
  return (
    <section className={css.sums}>
      <h2>{t(sum.isTest ? 'cashFlow.sumTest' : 'cashFlow.sum', { currency })}</h2>
      <dl>
        {figures.map((figure) => (
          <div key={figure}>
            <dt>{t(`cashFlow.${figure}`)}</dt>
            <dd>
              <CashText row={sum} figure={figure} />
            </dd>
          </div>
        ))}
      </dl>
      {sum.feesUnknown > 0 && <p className="caption">{t('cashFlow.feesUnknown', { count: sum.feesUnknown })}</p>}
    </section>
  )
}
