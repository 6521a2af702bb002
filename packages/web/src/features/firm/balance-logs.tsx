import { monthOf } from '@kaimai/contract/firm/firm.rules.ts'
import type { HoursEntry, PointEntry } from '@kaimai/contract/firm/firm-ledger.schema.ts'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { useList } from '../../lib/list/use-list.ts'
import { useFirm } from '../../lib/session/use-session.tsx'
import { useSheetDownload } from '../../lib/sheet/download-sheet.ts'
import { IconButton } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TimeText, TwoLines } from '../../ui/figure.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { ExportMenu } from '../../resource/export-menu.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import css from './balance.module.css'
import { firmKey, loadHoursLog, loadPointLog, logExports } from './firm.api.ts'

/** The month so many after another, as '2026-11'. */
export const monthAfter = (month: string, by: number): string => {
  const [year = 1970, at = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, at - 1 + by, 1)).toISOString().slice(0, 7)
}

const logs = ['hours', 'points'] as const

/** What came and went, by month; which log and month stand in the address. */
export const BalanceLogs = () => {
  const t = useText('firm')
  const f = useFormat()
  const [params, setParams] = useSearchParams()
  const [thisMonth] = useState(() => monthOf(Date.now()))
  const log = logs.find((each) => each === params.get('log')) ?? 'hours'
  const asked = params.get('month') ?? ''
  const month = /^20\d\d-(?:0[1-9]|1[0-2])$/.test(asked) ? asked : thisMonth
  const go = (patch: Readonly<Record<string, string>>) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        next.delete('page')
        for (const [name, value] of Object.entries(patch)) next.set(name, value)
        return next
      },
      { replace: true },
    )
  const sheet = useSheetDownload()
  const download = (format: 'xlsx' | 'csv') =>
    sheet.download({ route: logExports[log], query: { format, month }, name: `${t(`balance.logOf.${log}`)}-${month}` })
  const Log = log === 'hours' ? HoursLog : PointLog
  return (
    <section aria-label={t('balance.log')}>
      <div className={clsx('between', css.logHead)}>
        <h3>{t('balance.log')}</h3>
        <Segmented
          label={t('balance.log')}
          value={log}
          onChange={(to) => go({ log: to })}
          options={logs.map((value) => ({ value, label: t(`balance.logOf.${value}`) }))}
        />
      </div>
      <div className={clsx('row-xs', css.month)}>
        <IconButton
          label={t('balance.monthBefore')}
          icon={<IconChevronLeft {...icon16} />}
          onClick={() => go({ month: monthAfter(month, -1) })}
        />
        <b aria-live="polite">{f.month(month)}</b>
        <IconButton
          label={t('balance.monthAfter')}
          disabled={month >= thisMonth}
          icon={<IconChevronRight {...icon16} />}
          onClick={() => go({ month: monthAfter(month, 1) })}
        />
        <span className={css.export}>
          <ExportMenu size="s" kind="plain" label={t('balance.export')} busy={sheet.busy} onExport={download} />
        </span>
      </div>
      <Log key={`${log} ${month}`} month={month} />
    </section>
  )
}

const signed = (text: string, amount: number) => (
  <span className={amount > 0 ? css.plus : css.minus}>
    {amount > 0 ? '+' : amount < 0 ? '−' : ''}
    {text}
  </span>
)

const HoursLog = ({ month }: { month: string }) => {
  const t = useText('firm')
  const f = useFormat()
  const { firmId } = useFirm()
  const list = useList({
    key: [...firmKey, 'hours-log', firmId, month],
    load: ({ limit, cursor }, signal) =>
      loadHoursLog(firmId, { limit, month, ...(cursor === undefined ? {} : { cursor }) }, signal),
  })
  const words = (row: HoursEntry): string => {
    if (row.kind === 'charge') return row.liveName || t('balance.liveGone')
    return t(`balance.hoursKind.${row.kind}`)
  }
  const columns: Column<HoursEntry>[] = [
    {
      key: 'kind',
      title: t('balance.column.what'),
      card: 'main',
      render: (row) => (
        <TwoLines
          sub={
            row.until === null
              ? row.kind === 'charge'
                ? t('balance.hoursKind.charge')
                : undefined
              : t('balance.until', { date: f.date(row.until) })
          }
        >
          {words(row)}
        </TwoLines>
      ),
    },
    {
      key: 'at',
      title: t('balance.column.at'),
      width: 152,
      card: 'bare',
      render: ({ at }) => <TimeText iso={at}>{f.dayTime(at)}</TimeText>,
    },
    {
      key: 'seconds',
      title: t('balance.column.change'),
      align: 'right',
      width: 120,
      card: 'fact',
      render: ({ seconds }) => signed(f.duration(Math.abs(seconds)), seconds),
    },
    {
      key: 'balance',
      title: t('balance.column.balance'),
      align: 'right',
      width: 120,
      card: 'fact',
      render: ({ balance }) => `${balance < 0 ? '−' : ''}${f.duration(Math.abs(balance))}`,
    },
  ]
  return (
    <DataTable
      {...list.table}
      label={t('balance.logOf.hours')}
      columns={columns}
      rowId={({ id }) => id}
      rowName={words}
      empty={<EmptyState art="list" title={t('balance.noneHours')} />}
    />
  )
}

const PointLog = ({ month }: { month: string }) => {
  const t = useText('firm')
  const f = useFormat()
  const { firmId } = useFirm()
  const list = useList({
    key: [...firmKey, 'point-log', firmId, month],
    load: ({ limit, cursor }, signal) =>
      loadPointLog(firmId, { limit, month, ...(cursor === undefined ? {} : { cursor }) }, signal),
  })
  const columns: Column<PointEntry>[] = [
    {
      key: 'kind',
      title: t('balance.column.what'),
      card: 'main',
      render: ({ kind, note }) =>
        note === '' ? t(`balance.pointKind.${kind}`) : <TwoLines sub={t(`balance.pointKind.${kind}`)}>{note}</TwoLines>,
    },
    {
      key: 'at',
      title: t('balance.column.at'),
      width: 152,
      card: 'bare',
      render: ({ at }) => <TimeText iso={at}>{f.dayTime(at)}</TimeText>,
    },
    {
      key: 'points',
      title: t('balance.column.change'),
      align: 'right',
      width: 120,
      card: 'fact',
      render: ({ points }) => signed(f.number(Math.abs(points), 1), points),
    },
    {
      key: 'balance',
      title: t('balance.column.balance'),
      align: 'right',
      width: 120,
      card: 'fact',
      render: ({ balance }) => f.number(balance, 1),
    },
  ]
  return (
    <DataTable
      {...list.table}
      label={t('balance.logOf.points')}
      columns={columns}
      rowId={({ id }) => id}
      rowName={({ note, kind }) => note || t(`balance.pointKind.${kind}`)}
      empty={<EmptyState art="list" title={t('balance.nonePoints')} />}
    />
  )
}
