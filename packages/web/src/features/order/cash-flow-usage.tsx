import { noonOf } from '@kaimai/contract/common/taipei.ts'
import type { UsageRow } from '@kaimai/contract/payment/cash-flow.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { useSheetDownload } from '../../lib/sheet/download-sheet.ts'
import { ExportMenu } from '../../resource/export-menu.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { hoursAndPoints, usageExport } from './cash-flow.api.ts'
import css from './cash-flow.module.css'

const kinds = ['hoursBought', 'hoursUsed', 'pointsBought', 'pointsUsed'] as const

/** Noon in Taipei, so that the day reads the same in all zones near it. */
/** Live hours and points of the same days as the money above. */
export const CashFlowUsage = ({ from, to }: { readonly from: string; readonly to: string }) => {
  const t = useText('order')
  const f = useFormat()
  const { data, isPending, isError, isPlaceholderData, refetch } = useQuery(hoursAndPoints({ from, to }))
  const sheet = useSheetDownload()
  const rows = data ?? []
  const textOf = (row: UsageRow, kind: (typeof kinds)[number]): string =>
    kind === 'hoursBought' || kind === 'hoursUsed' ? f.duration(row[kind]) : f.number(row[kind], 1)
  const columns: Column<UsageRow>[] = [
    {
      key: 'day',
      title: t('cashFlow.day'),
      card: 'main',
      width: 136,
      render: ({ day }) => <b>{f.day(noonOf(day))}</b>,
    },
    ...kinds.map(
      (kind): Column<UsageRow> => ({
        key: kind,
        title: t(`cashFlow.usage.${kind}`),
        align: 'right',
        card: 'fact',
        render: (row) => textOf(row, kind),
      }),
    ),
  ]
  const whole = rows.reduce<UsageRow>(
    (sum, row) => ({
      day: '',
      hoursBought: sum.hoursBought + row.hoursBought,
      hoursUsed: sum.hoursUsed + row.hoursUsed,
      pointsBought: sum.pointsBought + row.pointsBought,
      pointsUsed: sum.pointsUsed + row.pointsUsed,
    }),
    { day: '', hoursBought: 0, hoursUsed: 0, pointsBought: 0, pointsUsed: 0 },
  )
  const download = (format: 'xlsx' | 'csv') =>
    sheet.download({
      route: usageExport,
      query: { format, from, to },
      name: `${t('cashFlow.usage.title')}-${from}-${to}`,
    })
  return (
    <section className={css.sums}>
      <div className="between">
        <h2>{t('cashFlow.usage.title')}</h2>
        {rows.length > 0 && (
          <ExportMenu size="s" kind="plain" label={t('cashFlow.usage.export')} busy={sheet.busy} onExport={download} />
        )}
      </div>
      <DataTable
        label={t('cashFlow.usage.title')}
        columns={columns}
        rows={rows}
        rowId={({ day }) => day}
        rowName={({ day }) => f.day(noonOf(day))}
        state={isPending ? 'loading' : isError ? 'failed' : 'ready'}
        refreshing={isPlaceholderData}
        failure={{ title: t('cashFlow.failed') }}
        onRetry={() => void refetch()}
        empty={<p className="empty-line">{t('cashFlow.usage.none')}</p>}
        total={rows.length}
        page={1}
        pageSize={Math.max(1, rows.length)}
        onPage={() => {}}
      />
      {rows.length > 1 && (
        <dl>
          {kinds.map((kind) => (
            <div key={kind}>
              <dt>{t(`cashFlow.usage.${kind}`)}</dt>
              <dd>{textOf(whole, kind)}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
