import type { Dashboard } from '@kaimai/contract/figure/figure.schema.ts'
import type { RowFigure } from '@kaimai/contract/figure/figure-rows.schema.ts'
import type { ReactNode } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { HelpTip } from '../../ui/help-tip.tsx'
import { type OpensRows, RowsButton } from './figure-rows.tsx'
import css from './figures.module.css'

interface SumProps {
  readonly label: string
  /** How it is counted. */
  readonly formula: string
  readonly value: string
  readonly unit?: string
  readonly note?: ReactNode
  /** Opens what it was counted from. */
  readonly onRows?: (() => void) | undefined
}

const Sum = ({ label, formula, value, unit, note, onRows }: SumProps) => (
  <div className={css.sum}>
    <dt>
      {label}
      <HelpTip text={formula} />
    </dt>
    <dd>
      <RowsButton value={value} name={label} onOpen={onRows}>
        <b>{value}</b>
      </RowsButton>
      {unit !== undefined && <span className={css.unit}>{unit}</span>}
      {note !== undefined && <small className="caption-line">{note}</small>}
    </dd>
  </div>
)

/** What is read first: visits, people and money. */
export const FigureSums = ({ data, onRows }: { readonly data: Dashboard } & OpensRows) => {
  const t = useText('dashboard')
  const f = useFormat()
  const [own, ...others] = data.money
  const people = { unit: t('figures.people') }
  const opening = (figure: RowFigure) => ({ onRows: onRows && (() => onRows(figure)) })
  const byLink = (count: number, figure: RowFigure, name: string) => {
    const text = t('figures.byAssociation', { count })
    return (
      <RowsButton value={text} name={name} onOpen={onRows && count > 0 ? () => onRows(figure) : undefined}>
        {text}
      </RowsButton>
    )
  }
  return (
    <dl className={css.sums}>
      <Sum
        label={t('figures.watched')}
        formula={t('figures.formula.watched')}
        value={f.number(data.liveWatchTimes)}
        unit={t('figures.visits')}
        {...opening('views')}
      />
      <Sum
        label={t('figures.signedUp')}
        formula={t('figures.formula.signedUp')}
        value={f.number(data.liveSignupTimes)}
        {...people}
        note={byLink(data.associationSignupTimes, 'associationSignups', t('figures.signedUp'))}
        {...opening('signups')}
      />
      <Sum
        label={t('figures.joined')}
        formula={t('figures.formula.joined')}
        value={f.number(data.liveJoinTimes)}
        {...people}
        note={byLink(data.associationJoinTimes, 'associationAttendees', t('figures.joined'))}
        {...opening('attendees')}
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
          {...opening('payments')}
        />
      )}
      {own !== undefined && own.refunded !== 0 && (
        <Sum
          label={t('figures.compare.refunded')}
          formula={t('figures.formula.refunded')}
          value={f.money({ amount: own.refunded, currency: own.currency })}
          {...opening('refunds')}
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
