import { useEffect, useRef } from 'react'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { Action } from '../../../../ui/audience/action.tsx'
import { Stepper } from '../../../../ui/audience/stepper.tsx'
import type { ShownProduct } from '../page-data.ts'
import { useBuy } from './buy-context.ts'
import { maxOf, itemName, quantityOf } from './page-cart.ts'

/** Puts a variant into the cart; once it is in, how many of it. */
export const Adder = ({
  product,
  variant,
  className,
}: {
  readonly product: ShownProduct
  readonly variant: ShownProduct['variants'][number]
  readonly className?: string | undefined
}) => {
  const t = useText('sales-page')
  const buy = useBuy()
  const place = useRef<HTMLDivElement>(null)
  const isPressed = useRef(false)
  const quantity = buy ? quantityOf(buy.items, variant.variantId) : 0
  const isIn = quantity > 0
  useEffect(() => {
    // What was pressed gives way to another control: the focus goes on there.
    if (isPressed.current) place.current?.querySelector<HTMLElement>('button:last-of-type')?.focus()
    isPressed.current = false
  })
  if (!buy) return null
  const max = maxOf(product, variant, buy.items)
  const name = itemName(product, variant)
  const set = (to: number) => {
    isPressed.current = isIn !== to > 0
    buy.set(variant.variantId, to)
  }
  return (
    <div ref={place} className={className}>
      {isIn ? (
        <Stepper
          labels={{
            group: t('buy.quantityOf', { name }),
            fewer: t('buy.fewer', { name }),
            more: t('buy.more', { name }),
          }}
          value={quantity}
          max={max}
          onChange={set}
        />
      ) : (
        <Action kind="quiet" disabled={max === 0} aria-label={t('buy.addNamed', { name })} onClick={() => set(1)}>
          {t('buy.add')}
        </Action>
      )}
    </div>
  )
}
