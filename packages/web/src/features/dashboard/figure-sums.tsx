import { daysFrom } from '@kaimai/contract/figure/figure-grid.rules.ts'
import type { Dashboard } from '@kaimai/contract/figure/figure.schema.ts'
import type { RowFigure } from '@kaimai/contract/figure/figure-rows.schema.ts'
import type { ReactNode } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { HelpTip } from '../../ui/help-tip.tsx'
import { Change } from './figure-change.tsx'
import { type OpensRows, RowsButton } from './figure-rows.tsx'
import css from './figures.module.css'

interface SumProps {
  readonly label: string
  /** How it is counted. */
  readonly formula: string
  readonly value: string
  readonly unit?: string
  readonly change?: ReactNode
  readonly note?: ReactNode
  /** Opens what it was counted from. */
  readonly onRows?: (() => void) | undefined
}

const Sum = ({ label, formula, value, unit, change, note, onRows }: SumProps) => (
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
      {change}
      {note !== undefined && <small className="caption-line">{note}</small>}
    </dd>
  </div>
)

interface FigureSumsProps extends OpensRows {
  readonly data: Dashboard
  /** Of the live or the days before; undefined: they are compared with nothing. */
  readonly before: Dashboard | undefined
}

/** What is read first: visits, people and money, and how they were before. */
export const FigureSums = ({ data, before, onRows }: FigureSumsProps) => {
  const t = useText('dashboard')
  const f = useFormat()
  const [own, ...others] = data.money
  const ownBefore = before?.money.find(({ currency }) => currency === own?.currency)
  const people = { unit: t('figures.people') }
  const opening = (figure: RowFigure) => ({ onRows: onRows && (() => onRows(figure)) })
  const days = data.days === null ? 0 : daysFrom(data.days.from, data.days.to).length
  const than = data.live === null ? t('figures.change.thanDays', { count: days }) : t('figures.change.thanLive')
  const change = (of: (figures: Dashboard) => number) =>
    before && <Change now={of(data)} before={of(before)} counted={of(before)} format={f.number} than={than} />
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
        change={change(({ liveWatchTimes }) => liveWatchTimes)}
        {...opening('views')}
      />
      <Sum
        label={t('figures.signedUp')}
        formula={t('figures.formula.signedUp')}
        value={f.number(data.liveSignupTimes)}
        {...people}
        change={change(({ liveSignupTimes }) => liveSignupTimes)}
        note={byLink(data.associationSignupTimes, 'associationSignups', t('figures.signedUp'))}
        {...opening('signups')}
      />
      <Sum
        label={t('figures.joined')}
        formula={t('figures.formula.joined')}
        value={f.number(data.liveJoinTimes)}
        {...people}
        change={change(({ liveJoinTimes }) => liveJoinTimes)}
        note={byLink(data.associationJoinTimes, 'associationAttendees', t('figures.joined'))}
        {...opening('attendees')}
      />
      {own !== undefined && (
        <Sum
          label={t('figures.paid')}
          formula={t('figures.formula.paid')}
          value={f.money({ amount: own.paid, currency: own.currency })}
          change={
            ownBefore && (
              <Change
                now={own.paid}
                before={ownBefore.paid}
                counted={ownBefore.payments}
                format={(amount) => f.money({ amount, currency: own.currency })}
                than={than}
              />
            )
          }
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
