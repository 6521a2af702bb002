import { clsx } from 'clsx'
import { useId, useState } from 'react'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import type { ShownProduct } from '../page-data.ts'
import { Adder } from './adder.tsx'
import { useBuy } from './buy-context.ts'
import css from './product-buy.module.css'

/** In the card of a product: which one, and into the cart. */
export const ProductBuy = ({ product }: { readonly product: ShownProduct }) => {
  const t = useText('sales-page')
  const group = useId()
  const buy = useBuy()
  const { variants } = product
  const [chosenId, setChosenId] = useState<string>()
  const chosen =
    variants.find(({ variantId, left }) => variantId === chosenId && left > 0) ?? variants.find(({ left }) => left > 0)
  if (!buy || !chosen) return null
  return (
    <div className={css.buy} data-buy={product.productId}>
      {variants.length > 1 && (
        <fieldset className={css.kinds}>
          <legend className="sr-only">{t('kinds')}</legend>
          {variants.map(({ variantId, name, left }) => (
            <label key={variantId} className={clsx(variantId === chosen.variantId && css.on, left === 0 && css.gone)}>
              <input
                type="radio"
                name={group}
                checked={variantId === chosen.variantId}
                disabled={left === 0}
                onChange={() => setChosenId(variantId)}
              />
              {name}
              {left === 0 && <span className="sr-only">{t('stock.soldOut')}</span>}
            </label>
          ))}
        </fieldset>
      )}
      <Adder key={chosen.variantId} product={product} variant={chosen} className={css.adder} />
    </div>
  )
}
