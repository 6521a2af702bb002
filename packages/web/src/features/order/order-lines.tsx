import type { StaffOrder } from '@kaimai/contract/order/order.schema.ts'
import { clsx } from 'clsx'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { TagChip } from '../../ui/tag-chip.tsx'
import { Thumb } from '../../ui/thumb.tsx'
import css from './order-drawer.module.css'

/** What was ordered, and how the total comes about. */
export const OrderLines = ({ order }: { order: StaffOrder }) => {
  const t = useText('order')
  const f = useFormat()
  const { lines, currency } = order
  const money = (amount: number) => f.money({ amount, currency })
  return (
    <>
      <ul className={css.lines}>
        {lines.map((line, index) => (
          // Lines never change their order; two of one variant differ in price.
          <li key={index}>
            <Thumb src={line.imageUrl} width={48} height={48} />
            <div className={clsx('grow', css.products)}>
              <b>{line.productName}</b>
              <p>
                {line.keyword !== '' && <TagChip>{line.keyword}</TagChip>}
                {line.variantName !== '' && <span>{line.variantName}</span>}
                {line.discount > 0 && <span>{t('amount.lineDiscount', { amount: money(-line.discount) })}</span>}
                {line.refundedQuantity > 0 && <span>{t('refund.linePieces', { count: line.refundedQuantity })}</span>}
                <span>
                  {line.price === 0 ? '' : `${money(line.price)} `}× {f.number(line.quantity)}
                </span>
              </p>
            </div>
            <span className={css.amount}>{line.price === 0 ? t('amount.included') : money(line.amount)}</span>
          </li>
        ))}
      </ul>
      <OrderSums order={order} />
    </>
  )
}

export type Sums = Pick<
  StaffOrder,
  'currency' | 'subtotal' | 'discount' | 'deliveryFee' | 'paymentFee' | 'rounding' | 'total' | 'refunded'
>

/** How a total comes about. */
export const OrderSums = ({ order }: { order: Sums }) => {
  const t = useText('order')
  const f = useFormat()
  const { currency, subtotal, discount, deliveryFee, paymentFee, rounding, total, refunded } = order
  const money = (amount: number) => f.money({ amount, currency })
  const sums = [
    { key: 'subtotal', amount: subtotal, always: true },
    { key: 'discount', amount: -discount, always: false },
    { key: 'deliveryFee', amount: deliveryFee, always: true },
    { key: 'paymentFee', amount: paymentFee, always: false },
    { key: 'rounding', amount: rounding, always: false },
  ].filter(({ amount, always }) => always || amount !== 0)
  return (
    <dl className={css.sums}>
      {sums.map(({ key, amount }) => (
        <div key={key}>
          <dt>{t(`amount.${key}`)}</dt>
          <dd>{money(amount)}</dd>
        </div>
      ))}
      <div className={css.grand}>
        <dt>{t('amount.total')}</dt>
        <dd>{money(total)}</dd>
      </div>
      {refunded > 0 && (
        <div>
          <dt>{t('amount.refunded')}</dt>
          <dd>{money(-refunded)}</dd>
        </div>
      )}
    </dl>
  )
}
