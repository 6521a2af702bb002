import { monthsAfter } from '@kaimai/contract/figure/cohort.rules.ts'
import { shownShareOf } from '@kaimai/contract/figure/share.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { HelpTip } from '../../ui/help-tip.tsx'
import { type OpensRows, RowsButton } from './figure-rows.tsx'
import { buyerCohorts } from './figures.api.ts'
import css from './figures.module.css'
import { Nothing, TextTable } from './text-table.tsx'

/** The middle of the month in Taipei, so that it reads the same in all zones. */
const middleOf = (month: string): string => `${month}-15T12:00:00+08:00`

/** Who bought for the first time in which month, and how many of them came back. */
export const FigureCohorts = ({ onRows }: OpensRows) => {
  const t = useText('dashboard')
  const f = useFormat()
  const { data } = useQuery(buyerCohorts())
  if (data === undefined) return null
  // Months before the first order say nothing.
  const first = data.cohorts.findIndex(({ persons }) => persons > 0)
  const shown = first === -1 ? [] : data.cohorts.slice(first)
  const everybody = shown.reduce((sum, { persons }) => sum + persons, 0)
  const later = shown.slice(1).map((_, at) => at + 1)
  const cell = (back: number | null | undefined, persons: number, months: number, cohort?: string) => {
    if (back === null || back === undefined || persons === 0) return <Nothing why={t('figures.cohorts.notYet')} />
    const share = shownShareOf(back, persons)
    const value = share === null ? t('figures.persons', { count: back }) : f.percent(share)
    return opening(value, back, months, cohort)
  }
  /** Who first bought in a month, or in any, and bought again so many months later. */
  const opening = (value: string, persons: number, months: number, cohort?: string) => {
    const first = cohort === undefined ? t('figures.cohorts.all') : f.month(middleOf(cohort))
    const name = months === 0 ? first : `${first} · ${t('figures.cohorts.after', { count: months })}`
    const of = cohort === undefined ? { monthsLater: months } : { cohort, month: monthsAfter(cohort, months) }
    return (
      <RowsButton
        value={value}
        name={`${t('figures.rows.title.cohort')} · ${name}`}
        onOpen={onRows && persons > 0 ? () => onRows('cohort', of, name) : undefined}
      >
        {value}
      </RowsButton>
    )
  }
  return (
    <section className={css.part}>
      <h3 className={css.title}>
        {t('figures.cohorts.title')}
        <HelpTip text={t('figures.formula.cohorts')} />
      </h3>
      {shown.length === 0 ? (
        <p className="empty-line">{t('figures.none.cohorts')}</p>
      ) : (
        <TextTable
          label={t('figures.cohorts.title')}
          heads={[
            t('figures.cohorts.month'),
            t('figures.cohorts.buyers'),
            ...later.map((months) => t('figures.cohorts.after', { count: months })),
          ]}
          rows={[
            ...shown.map(({ month, persons, back }) => [
              f.month(middleOf(month)),
              opening(t('figures.persons', { count: persons }), persons, 0, month),
              ...later.map((months) => cell(back[months], persons, months, month)),
            ]),
            [
              t('figures.cohorts.all'),
              opening(t('figures.persons', { count: everybody }), everybody, 0),
              ...later.map((months) => cell(data.all[months]?.back, data.all[months]?.persons ?? 0, months)),
            ],
          ]}
        />
      )}
    </section>
  )
}
