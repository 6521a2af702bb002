import type { StaffOrder } from '@kaimai/contract/order/order.schema.ts'
import { clsx } from 'clsx'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import type { ChipColour } from '../../ui/tag-chip.tsx'
import css from './order-drawer.module.css'
import { methodText, tryStateText } from './order-labels.ts'

const colours = new Map<string, ChipColour>([
  ['created', 'grey'],
  ['waiting', 'yellow'],
  ['paid', 'green'],
  ['failed', 'yellow'],
])

/** Every try to pay the order, the newest first. */
export const PaymentTries = ({ order: { payments, paymentMethod, currency } }: { order: StaffOrder }) => {
  const t = useText('order')
  const f = useFormat()
  if (payments.length === 0)
    return <p className={css.quiet}>{t('payment.none', { method: methodText(t, paymentMethod) })}</p>
  return (
    <ul className={css.tries}>
      {payments.toReversed().map(({ id, method, state, amount, createdAt, paidAt, reference }) => (
        <li key={id}>
          <div className={clsx('grow', css.products)}>
            <p className={css.method}>
              <b>{methodText(t, method)}</b>
              <StatusChip colour={colours.get(state) ?? 'grey'}>{tryStateText(t, state)}</StatusChip>
            </p>
            <p>
              <span>{paidAt === null ? f.near(createdAt) : t('payment.paidAt', { time: f.near(paidAt) })}</span>
              <span className={css.reference}>{t('payment.reference', { reference })}</span>
            </p>
          </div>
          <span className={css.amount}>{f.money({ amount, currency })}</span>
        </li>
      ))}
    </ul>
  )
}
