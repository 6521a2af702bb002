import type { ShopperOrder } from '@kaimai/contract/order/order.schema.ts'
import { Picture } from '../../../lib/audience/picture.tsx'
import type { Format } from '../../../lib/i18n/format.ts'
import { useText } from '../../../lib/i18n/use-text.tsx'
import css from './amounts.module.css'

/** What was ordered, and what it comes to. */
export const Amounts = ({ order, format }: { order: ShopperOrder; format: Format }) => {
  const t = useText('order')
  const { currency, subtotal, deliveryFee, paymentFee, rounding, total } = order
  const money = (amount: number) => format.money({ amount, currency })
  const rows = [
    ['subtotal', subtotal],
    ...(order.deliveryType === 'none' ? [] : [['deliveryFee', deliveryFee] as const]),
    ...(paymentFee === 0 ? [] : [['paymentFee', paymentFee] as const]),
    ...(rounding === 0 ? [] : [['rounding', rounding] as const]),
  ] as const
  return (
    <section className={css.card} aria-labelledby="items-title">
      <h2 id="items-title">{t('items')}</h2>
      <ul>
        {order.lines.map(({ variantId, productName, variantName, imageUrl, quantity, amount }) => (
          <li key={variantId ?? productName} className={css.item}>
            {imageUrl === '' ? (
              <span className={css.none} aria-hidden="true" />
            ) : (
              <Picture src={imageUrl} alt="" sizes="72px" width={72} height={72} />
            )}
            <div className={css.name}>
              <h3>{productName}</h3>
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
          <div key={name}>
            <dt>{t(`amount.${name}`)}</dt>
            <dd>{money(amount)}</dd>
          </div>
        ))}
        <div className={css.total}>
          <dt>{t('amount.total')}</dt>
          <dd>{money(total)}</dd>
        </div>
      </dl>
    </section>
  )
}
