import type { Dashboard } from '@kaimai/contract/figure/figure.schema.ts'
import { shownShareOf } from '@kaimai/contract/figure/share.rules.ts'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { FilterSelect } from '../../ui/toolbar.tsx'
import { HelpTip } from '../../ui/help-tip.tsx'
import { type OpensRows, RowsButton } from './figure-rows.tsx'
import css from './figures.module.css'
import { stayChoices } from './use-figure-choice.ts'

interface FigureFunnelProps extends OpensRows {
  readonly funnel: Dashboard['funnel']
  /** Codes of partners' links that the funnel can be narrowed to. */
  readonly links: readonly string[]
  /** Empty: it is of all. */
  readonly link: string
  readonly onLink: (link: string) => void
  /** Minutes from which on a person has stayed. */
  readonly stayed: number
  readonly onStayed: (minutes: string) => void
}

/** How many persons came how far; a share only where there are enough of them to mean anything. */
export const FigureFunnel = ({ funnel, links, link, onLink, stayed, onStayed, onRows }: FigureFunnelProps) => {
  const t = useText('dashboard')
  const f = useFormat()
  const first = funnel[0]?.persons ?? 0
  const minutes = { minutes: stayed }
  const offered = link === '' || links.includes(link) ? links : [link, ...links]
  return (
    <section className={css.part}>
      <h3 className={css.title}>
        {t('figures.funnel')}
        <HelpTip text={t('figures.formula.funnel')} />
      </h3>
      <div className={css.narrow}>
        <span className="caption" aria-hidden="true">
          {t('figures.stayed')}
        </span>
        <Segmented
          label={t('figures.stayed')}
          value={String(stayed)}
          onChange={onStayed}
          options={stayChoices.map((each) => ({
            value: String(each),
            label: t('figures.stayedMinutes', { minutes: each }),
          }))}
        />
        {offered.length > 0 && (
          <FilterSelect
            label={t('figures.byLink')}
            value={link}
            onChange={onLink}
            choices={offered.map((value) => ({ value, label: value }))}
          />
        )}
      </div>
      <ol className={css.funnel}>
        {funnel.map(({ step, persons }, at) => {
          const before = funnel[at - 1]?.persons
          const share = before === undefined ? null : shownShareOf(persons, before)
          return (
            <li key={step}>
              <span className={css.stepName}>
                {t(`figures.step.${step}`, minutes)}
                <HelpTip text={t(`figures.stepFormula.${step}`, minutes)} />
              </span>
              <RowsButton
                value={t('figures.persons', { count: persons })}
                name={t(`figures.step.${step}`, minutes)}
                onOpen={onRows && persons > 0 ? () => onRows(step) : undefined}
              >
                <b>{t('figures.persons', { count: persons })}</b>
              </RowsButton>
              <span className="caption">
                {share !== null && t('figures.ofBefore', { share: f.percent(share) })}
                {share === null && before !== undefined && (
                  <>
                    <span aria-hidden="true">—</span>
                    <span className="sr-only">{t('figures.noShare')}</span>
                  </>
                )}
              </span>
              <span className={css.meter} aria-hidden="true">
                <i style={{ width: `${first === 0 ? 0 : (persons / first) * 100}%` }} />
              </span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
