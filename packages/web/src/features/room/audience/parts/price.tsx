import type { Currency } from '@kaimai/contract/common/money.ts'
import type { PriceKind } from '@kaimai/contract/product/price.rules.ts'
import { useFormat, useText } from '../../../../lib/i18n/use-text.tsx'
import { Price as PriceText } from '../../../../ui/audience/price.tsx'

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
  const isDearer = typeof was === 'number' && was > amount
  return (
    <PriceText
      price={format.money({ amount, currency })}
      was={isDearer ? format.money({ amount: was, currency }) : undefined}
      wasLabel={t('shop.priceBefore')}
      size={size}
      tag={kind === 'normal' ? undefined : t(`shop.${kind}`)}
    />
  )
}
