import type { Dashboard } from '@kaimai/contract/figure/figure.schema.ts'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { HelpTip } from '../../ui/help-tip.tsx'
import css from './figures.module.css'

interface SumProps {
  readonly label: string
  /** How it is counted. */
  readonly formula: string
  readonly value: string
  readonly unit?: string
  readonly note?: string
}

const Sum = ({ label, formula, value, unit, note }: SumProps) => (
  <div className={css.sum}>
    <dt>
      {label}
      <HelpTip text={formula} />
    </dt>
    <dd>
      <b>{value}</b>
      {unit !== undefined && <span className={css.unit}>{unit}</span>}
      {note !== undefined && <small className="caption-line">{note}</small>}
    </dd>
  </div>
)

/** What is read first: visits, people and money. */
export const FigureSums = ({ data }: { readonly data: Dashboard }) => {
  const t = useText('dashboard')
  const f = useFormat()
  const [own, ...others] = data.money
  const people = { unit: t('figures.people') }
  return (
    <dl className={css.sums}>
      <Sum
        label={t('figures.watched')}
        formula={t('figures.formula.watched')}
        value={f.number(data.liveWatchTimes)}
        unit={t('figures.visits')}
      />
      <Sum
        label={t('figures.signedUp')}
        formula={t('figures.formula.signedUp')}
        value={f.number(data.liveSignupTimes)}
        {...people}
        note={t('figures.byAssociation', { count: data.associationSignupTimes })}
      />
      <Sum
        label={t('figures.joined')}
        formula={t('figures.formula.joined')}
        value={f.number(data.liveJoinTimes)}
        {...people}
        note={t('figures.byAssociation', { count: data.associationJoinTimes })}
      />
      {own !== undefined && (
        <Sum
          label={t('figures.paid')}
          formula={t('figures.formula.paid')}
          value={f.money({ amount: own.paid, currency: own.currency })}
          note={t('figures.paidNote', {
            count: own.payments,
            refunded: f.money({ amount: own.refunded, currency: own.currency }),
          })}
        />
      )}
      {others.map(({ currency, paid, refunded, payments }) => (
        <Sum
          key={currency}
          label={t('figures.paidIn', { currency })}
          formula={t('figures.formula.paid')}
          value={f.money({ amount: paid, currency })}
          note={t('figures.paidNote', { count: payments, refunded: f.money({ amount: refunded, currency }) })}
        />
      ))}
    </dl>
  )
}
