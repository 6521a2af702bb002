import { type FunnelStep, funnelSteps } from '@kaimai/contract/figure/figure.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { HelpTip } from '../../ui/help-tip.tsx'
import { type OpensRows, RowsButton } from './figure-rows.tsx'
import { type FigureChoice, figureSources } from './figures.api.ts'
import css from './figures.module.css'
import { TextTable } from './text-table.tsx'

interface FigureSourcesProps extends OpensRows {
  readonly choice: FigureChoice
  /** Whether a live that they are of runs. */
  readonly isRunning: boolean
}

/** How far people came by each source that they came by. */
export const FigureSources = ({ choice, isRunning, onRows }: FigureSourcesProps) => {
  const t = useText('dashboard')
  const f = useFormat()
  const { data } = useQuery(figureSources(choice, isRunning))
  if (data === undefined) return null
  const stepName = (step: FunnelStep) => t(`figures.step.${step}`, { minutes: choice.stayed })
  return (
    <section className={css.part}>
      <h3 className={css.title}>
        {t('figures.sources.title')}
        <HelpTip text={t('figures.formula.sources')} />
      </h3>
      {data.sources.length === 0 ? (
        <p className="empty-line">{t('figures.none.sources')}</p>
      ) : (
        <TextTable
          label={t('figures.sources.title')}
          heads={[t('figures.sources.name'), ...funnelSteps.map(stepName)]}
          rows={data.sources.map(({ source, funnel }) => [
            source,
            ...funnel.map(({ step, persons }) => (
              <RowsButton
                key={step}
                value={f.number(persons)}
                name={`${stepName(step)} · ${source}`}
                onOpen={onRows && persons > 0 ? () => onRows(step, { source }, source) : undefined}
              >
                {f.number(persons)}
              </RowsButton>
            )),
          ])}
        />
      )}
    </section>
  )
}
