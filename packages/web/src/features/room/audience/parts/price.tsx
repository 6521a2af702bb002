import type { Currency } from '@kaimai/contract/common/money.ts'
import type { PriceKind } from '@kaimai/contract/product/price.rules.ts'
import { clsx } from 'clsx'
import { useFormat, useText } from '../../../../lib/i18n/use-text.tsx'
import css from './price.module.css'

/** A price in minor units, and the one before it struck through when that is higher. */
export const Price = ({
  amount,
  was,
  currency,
  size = 'm',
  kind = 'normal',
}: {
  readonly amount: number
  readonly was?: number | null
  readonly currency: Currency
  readonly size?: 's' | 'm' | 'l'
  /** Said beside it where there is room. */
  readonly kind?: PriceKind
}) => {
  const t = useText('room')
  const format = useFormat()
  return (
    <span className={css.money}>
      <span className={clsx(css.price, css[size])}>{format.money({ amount, currency })}</span>
      {typeof was === 'number' && was > amount && (
        <s className={css.was}>
          <span className="sr-only">{t('shop.priceBefore')} </span>
          {format.money({ amount: was, currency })}
        </s>
      )}
      {kind !== 'normal' && <span className={css.kind}>{t(`shop.${kind}`)}</span>}
    </span>
  )
}
