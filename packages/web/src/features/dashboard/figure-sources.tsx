import { noonOf } from '@kaimai/contract/common/taipei.ts'
import { funnelSteps } from '@kaimai/contract/figure/figure.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { HelpTip } from '../../ui/help-tip.tsx'
import { type FigureChoice, figureSources } from './figures.api.ts'
import css from './figures.module.css'
import { TextTable } from './text-table.tsx'

interface FigureSourcesProps {
  readonly choice: FigureChoice
  /** Whether a live that they are of runs. */
  readonly isRunning: boolean
}

/** How far people came by each source that they came by. */
export const FigureSources = ({ choice, isRunning }: FigureSourcesProps) => {
  const t = useText('dashboard')
  const f = useFormat()
  const { data } = useQuery(figureSources(choice, isRunning))
  if (data === undefined) return null
  return (
    <section className={css.part}>
      <h3 className={css.title}>
        {t('figures.sources.title')}
        <HelpTip text={t('figures.formula.sources')} />
      </h3>
      {data.goneBefore !== null && (
        <p className="caption">{t('figures.sources.gone', { day: f.day(noonOf(data.goneBefore)) })}</p>
      )}
      {data.sources.length === 0 ? (
        data.goneBefore === null && <p className="empty-line">{t('figures.none.sources')}</p>
      ) : (
        <TextTable
          label={t('figures.sources.title')}
          heads={[
            t('figures.sources.name'),
            ...funnelSteps.map((step) => t(`figures.step.${step}`, { minutes: choice.stayed })),
          ]}
          rows={data.sources.map(({ source, funnel }) => [source, ...funnel.map(({ persons }) => f.number(persons))])}
        />
      )}
    </section>
  )
}
