import { useText } from '../../../../lib/i18n/use-text.tsx'
import { stockWord } from '@kaimai/contract/sales-page/sales-page.rules.ts'
import { Action } from '../../../../ui/audience/action.tsx'
import { Sheet } from '../../../../ui/audience/sheet.tsx'
import type { ShownProduct } from '../page-data.ts'
import { Price } from '../price.tsx'
import { Adder } from './adder.tsx'
import css from './choice-sheet.module.css'

/** The kinds of a product, each with what is left of it: how many of which. */
export const ChoiceSheet = ({ product, onClose }: { readonly product: ShownProduct; readonly onClose: () => void }) => {
  const t = useText('sales-page')
  const { productName, variants } = product
  return (
    <Sheet
      title={productName}
      closeLabel={t('buy.close')}
      onClose={onClose}
      foot={
        <Action big onClick={onClose}>
          {t('buy.done')}
        </Action>
      }
    >
      <Price product={product} />
      <ul className={css.list}>
        {variants.map((variant) => {
          const word = stockWord(variant.left)
          return (
            <li key={variant.variantId}>
              <span className={css.words}>
                <b>{variant.name}</b>
                <small className="small" data-stock={word}>
                  {t(`stock.${word}`, { count: variant.left })}
                </small>
              </span>
              {variant.left > 0 && <Adder product={product} variant={variant} />}
            </li>
          )
        })}
      </ul>
    </Sheet>
  )
}
