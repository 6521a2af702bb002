import type { Dashboard } from '@kaimai/contract/figure/figure.schema.ts'
import { shownShareOf } from '@kaimai/contract/figure/share.rules.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { HelpTip } from '../../ui/help-tip.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { FigureRetention } from './figure-retention.tsx'
import { dashboardFigures, type FigureChoice } from './figures.api.ts'
import css from './figures.module.css'
import { Nothing, TextTable } from './text-table.tsx'

interface ComparisonProps {
  readonly data: Dashboard
  readonly choice: FigureChoice
  /** Another live. */
  readonly other: string
}

/** Two lives side by side: the same figures of each, and by how much they differ. */
export const FigureComparison = ({ data, choice, other }: ComparisonProps) => {
  const t = useText('dashboard')
  const compared = useQuery(dashboardFigures({ ...choice, live: other, withSimulated: false }, false))
  const isOther = compared.data?.live?.id === other
  return (
    <section className={css.part}>
      <h3 className={css.title}>
        {t('figures.compare.title')}
        <HelpTip text={t('figures.formula.compare')} />
      </h3>
      {compared.isError && !isOther && (
        <ErrorState title={t('figures.failed')} text={compared.error.message} onRetry={() => void compared.refetch()} />
      )}
      {!compared.isError && !isOther && <SkeletonList rows={3} />}
      {isOther && compared.data !== undefined && <SideBySide one={data} other={compared.data} stayed={choice.stayed} />}
    </section>
  )
}

interface SideBySideProps {
  readonly one: Dashboard
  readonly other: Dashboard
  /** Minutes from which on a person has stayed. */
  readonly stayed: number
}

const SideBySide = ({ one, other, stayed }: SideBySideProps) => {
  const t = useText('dashboard')
  const f = useFormat()
  const signed = (difference: number, format: (value: number) => string): string =>
    `${difference > 0 ? '+' : difference < 0 ? '−' : ''}${format(Math.abs(difference))}`
  const row = (name: string, of: (data: Dashboard) => number, format = f.number): ReactNode[] => [
    name,
    format(of(one)),
    format(of(other)),
    signed(of(one) - of(other), format),
  ]
  const personsAt = (data: Dashboard, at: number): number => data.funnel[at]?.persons ?? 0
  const shareText = (data: Dashboard, part: number, whole: number) => {
    const share = shownShareOf(personsAt(data, part), personsAt(data, whole))
    return share === null ? <Nothing why={t('figures.noShare')} /> : f.percent(share)
  }
  const steps = one.funnel.map(({ step }, at) =>
    row(t(`figures.step.${step}`, { minutes: stayed }), (data) => personsAt(data, at)),
  )
  const [joined, paid] = ['joined', 'paid'].map((name) => one.funnel.findIndex(({ step }) => step === name))
  const money = (amount: number) => f.money({ amount, currency: one.currency })
  const nameOf = ({ live }: Dashboard) => (live === null ? '' : `${live.liveName} · ${f.day(live.beginAt)}`)
  return (
    <>
      <TextTable
        label={t('figures.compare.title')}
        heads={[t('figures.compare.figure'), nameOf(one), nameOf(other), t('figures.compare.difference')]}
        rows={[
          row(t('figures.watched'), ({ liveWatchTimes }) => liveWatchTimes),
          ...steps,
          [
            t('figures.compare.paidShare'),
            shareText(one, paid ?? 0, joined ?? 0),
            shareText(other, paid ?? 0, joined ?? 0),
            '',
          ],
          row(t('figures.paid'), (data) => data.money[0]?.paid ?? 0, money),
          row(t('figures.compare.refunded'), (data) => data.money[0]?.refunded ?? 0, money),
        ]}
      />
      {other.live !== null && (
        <FigureRetention
          liveId={other.live.id}
          isRunning={other.live.status === 'live'}
          of={nameOf(other)}
          onRows={undefined}
        />
      )}
    </>
  )
}
