import { useState } from 'react'
import { lazyPart } from '../../../../lib/audience/lazy-part.tsx'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { Action } from '../../../../ui/audience/action.tsx'
import type { ShownProduct } from '../page-data.ts'
import { Adder } from './adder.tsx'
import { useBuy } from './buy-context.ts'
import { quantityOf } from './page-cart.ts'
import css from './product-buy.module.css'

const LazyChoiceSheet = lazyPart(async () => (await import('./choice-sheet.tsx')).ChoiceSheet)

/** A product in the list has one button; several variants are chosen in a sheet. */
export const TileBuy = ({ product }: { readonly product: ShownProduct }) => {
  const t = useText('sales-page')
  const buy = useBuy()
  const [isOpen, setOpen] = useState(false)
  const { variants, productName: name } = product
  const [only, ...others] = variants
  if (!buy || !only || product.left === 0) return null
  if (others.length === 0) {
    return (
      <div data-buy={product.productId}>
        <Adder product={product} variant={only} className={css.tile} />
      </div>
    )
  }
  const chosen = variants.reduce((sum, { variantId }) => sum + quantityOf(buy.items, variantId), 0)
  const words = chosen > 0 ? t('buy.chosen', { count: chosen }) : t('buy.choose')
  return (
    <div className={css.tile} data-buy={product.productId}>
      <Action kind="quiet" aria-label={t('buy.chooseNamed', { words, name })} onClick={() => setOpen(!buy.isPreview)}>
        {words}
      </Action>
      {isOpen && <LazyChoiceSheet product={product} onClose={() => setOpen(false)} />}
    </div>
  )
}
