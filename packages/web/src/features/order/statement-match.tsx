import type { StatementRow } from '@kaimai/contract/payment/statement.routes.ts'
import { Checkbox } from '@mantine/core'
import { Link } from 'react-router'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import css from './statement.module.css'

const currency = 'TWD'

/** Whether nothing about the proposal needs to be decided: it is ticked from the start. */
export const isPlain = ({ proposal }: StatementRow): boolean =>
  proposal !== null && proposal.by !== 'amount' && proposal.short === 0 && proposal.over === 0

export interface StatementMatchProps {
  readonly row: StatementRow
  readonly isTicked: boolean
  readonly failure: string | undefined
  readonly onTick: (isTicked: boolean) => void
}

/** Which orders a transfer may be for, or was booked for. */
export const StatementMatch = ({ row, isTicked, failure, onTick }: StatementMatchProps) => {
  const t = useText('order')
  const f = useFormat()
  const money = (amount: number) => f.money({ amount, currency })
  const { state, proposal, booked, settledBy } = row
  const orders = state === 'open' ? (proposal?.orders ?? []) : booked
  if (orders.length === 0)
    return (
      <span className="caption">
        {state === 'open' ? t('statement.noMatch') : t('statement.asideBy', { who: settledBy })}
      </span>
    )
  const links = (
    <ul className={css.orders}>
      {orders.map(({ id, orderNo, received }) => (
        <li key={id}>
          <Link to={paths.manageOrders({ order: id })}>{orderNo}</Link> {money(received)}
        </li>
      ))}
    </ul>
  )
  if (state !== 'open' || !proposal)
    return (
      <div>
        {links}
        <span className="caption">{t('statement.bookedBy', { who: settledBy })}</span>
      </div>
    )
  const { by, short, over } = proposal
  const label =
    short > 0
      ? t('statement.acceptShort', { short: money(short) })
      : over === row.amount
        ? t('statement.acceptExtra')
        : over > 0
          ? t('statement.acceptOver', { over: money(over) })
          : t('statement.accept')
  return (
    <div className="stack-s">
      {links}
      <span className="caption">{t(`statement.by.${by}`)}</span>
      <Checkbox
        label={label}
        aria-label={`${label} ${orders.map(({ orderNo }) => orderNo).join('、')}`}
        checked={isTicked}
        onChange={(event) => onTick(event.currentTarget.checked)}
      />
      {failure !== undefined && (
        <p className={css.problem} role="alert">
          {failure}
        </p>
      )}
    </div>
  )
}
