import type { SignupUser } from '@kaimai/contract/signup-user/signup-user.schema.ts'
import { clsx } from 'clsx'
import { Link } from 'react-router'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { TagChip } from '../../ui/tag-chip.tsx'
import css from './person-drawer.module.css'

const orderColours = {
  pending: 'yellow',
  onDelivery: 'yellow',
  paid: 'green',
  partlyRefunded: 'grey',
  refunded: 'grey',
  expired: 'grey',
  cancelled: 'grey',
  refundDue: 'yellow',
} as const

export const PersonOrders = ({ orders }: Pick<SignupUser, 'orders'>) => {
  const t = useText('signup-user')
  const f = useFormat()
  if (orders.length === 0) return <p className={css.nothing}>{t('order.none')}</p>
  return (
    <ul className={css.rows}>
      {orders.map(({ id, orderNo, total, currency, paymentState, createdAt }) => (
        <li key={id}>
          <div className={css.seat}>
            <Link to={paths.manageOrders({ order: id })}>{orderNo}</Link>
            <span className={clsx('meta', css.meta)}>
              <time dateTime={createdAt}>{f.near(createdAt)}</time>
            </span>
          </div>
          <TagChip colour={orderColours[paymentState]}>{t(`order.${paymentState}`)}</TagChip>
          <span className={css.amount}>{f.money({ amount: total, currency })}</span>
        </li>
      ))}
    </ul>
  )
}

const lettersShown = 8

export const PersonLetters = ({ letters }: Pick<SignupUser, 'letters'>) => {
  const t = useText('signup-user')
  const f = useFormat()
  if (letters.length === 0) return <p className={css.nothing}>{t('letter.none')}</p>
  return (
    <ul className={css.rows}>
      {letters
        .slice(-lettersShown)
        .toReversed()
        .map(({ id, subject, state, createdAt, sentAt }) => (
          <li key={id}>
            <div className={css.seat}>
              <Link to={paths.manageSmsEmail({ letter: id })}>{subject}</Link>
              <span className={clsx('meta', css.meta)}>
                <time dateTime={sentAt ?? createdAt}>{f.near(sentAt ?? createdAt)}</time>
                <span data-bad={state === 'bounced' || state === 'failed'}>{t(`letter.${state}`)}</span>
              </span>
            </div>
          </li>
        ))}
    </ul>
  )
}
