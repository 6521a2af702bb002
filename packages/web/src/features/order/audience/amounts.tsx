import type { ShopperOrder } from '@kaimai/contract/order/order.schema.ts'
import { clsx } from 'clsx'
import { Picture } from '../../../lib/audience/picture.tsx'
import type { Format } from '../../../lib/i18n/format.ts'
import { useText } from '../../../lib/i18n/use-text.tsx'
import parts from './order-parts.module.css'
import css from './amounts.module.css'

/** What was ordered, and what it comes to. */
export const Amounts = ({ order, format }: { order: ShopperOrder; format: Format }) => {
  const t = useText('order')
  const { currency, subtotal, discount, deliveryFee, paymentFee, rounding, total, refunded } = order
  const money = (amount: number) => format.money({ amount, currency })
  const rows = [
    ['subtotal', subtotal],
    ...(discount === 0 ? [] : [['discount', -discount] as const]),
    ...(order.deliveryType === 'none' ? [] : [['deliveryFee', deliveryFee] as const]),
    ...(paymentFee === 0 ? [] : [['paymentFee', paymentFee] as const]),
    ...(rounding === 0 ? [] : [['rounding', rounding] as const]),
  ] as const
  return (
    <section className={clsx(parts.card, css.card)} aria-labelledby="items-title">
      <h2 id="items-title">{t('items')}</h2>
      <ul>
        {order.lines.map(({ productName, variantName, imageUrl, quantity, amount }, place) => (
          <li key={place} className={clsx('row', css.item)}>
            {imageUrl === '' ? (
              <span className={css.none} aria-hidden="true" />
            ) : (
              <Picture src={imageUrl} alt="" sizes="72px" width={72} height={72} />
            )}
            <div className={clsx('grow', css.name)}>
              <h3 className={parts.name}>{productName}</h3>
              <p>
                {variantName !== '' && <span>{variantName}</span>}
                <span>× {format.number(quantity)}</span>
              </p>
            </div>
            <b>{money(amount)}</b>
          </li>
        ))}
      </ul>
      <dl className={css.sums}>
        {rows.map(([name, amount]) => (
          <div className={parts.line} key={name}>
            <dt>{t(`amount.${name}`)}</dt>
            <dd>{money(amount)}</dd>
          </div>
        ))}
        <div className={clsx(parts.line, css.total)}>
          <dt>{t('amount.total')}</dt>
          <dd>{money(total)}</dd>
        </div>
        {refunded > 0 && (
          <div className={parts.line}>
            <dt>{t('amount.refunded')}</dt>
            <dd>{money(-refunded)}</dd>
          </div>
        )}
      </dl>
    </section>
  )
}
