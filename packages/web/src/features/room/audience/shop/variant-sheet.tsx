import { returnExceptionNotices } from '@kaimai/contract/product/return-exception.ts'
import { useLanguage, useText } from '../../../../lib/i18n/use-text.tsx'
import { Action } from '../parts/action.tsx'
import { ProductPicture } from '../parts/picture.tsx'
import { Price } from '../parts/price.tsx'
import { Sheet } from '../parts/sheet.tsx'
import { Stepper } from '../parts/stepper.tsx'
import { totalQuantityIn, quantityIn } from './cart-state.ts'
import { lastFew, maxOf, type ShelfProduct } from './offer-state.ts'
import { useShop } from './shop-context.ts'
import css from './variant-sheet.module.css'

/** The variants of a product, each with what is left of it: how many of which. */
export const VariantSheet = ({
  product,
  onClose,
}: {
  readonly product: ShelfProduct
  readonly onClose: () => void
}) => {
  const t = useText('room')
  const language = useLanguage()
  const shop = useShop()
  return (
    <Sheet
      title={t('shop.chooseTitle')}
      onClose={onClose}
      foot={
        <Action big onClick={totalQuantityIn(shop.cart) > 0 ? shop.openCart : onClose}>
          {totalQuantityIn(shop.cart) > 0
            ? t('shop.seeCartCount', { count: totalQuantityIn(shop.cart) })
            : t('shop.backToLive')}
        </Action>
      }
    >
      <div className={css.product}>
        <ProductPicture src={product.imageUrl} name={product.productName} size={64} />
        <div>
          <b>{product.productName}</b>
          <Price
            amount={product.price}
            was={product.originalPrice}
            currency={product.currency}
            kind={product.priceKind}
          />
          {product.perPersonLimit !== null && <small>{t('shop.limit', { count: product.perPersonLimit })}</small>}
          {product.returnException !== null && (
            <small>{returnExceptionNotices[product.returnException][language]}</small>
          )}
        </div>
      </div>
      <ul className={css.list}>
        {product.variants.map(({ variantId, name, left }) => {
          const quantity = quantityIn(shop.cart, variantId)
          const max = maxOf(product, variantId, shop.cart)
          return (
            <li key={variantId}>
              <span className={css.words}>
                <b>{name}</b>
                {(left === 0 || product.showLeft) && (
                  <small className={left > 0 && left <= lastFew ? css.few : undefined}>
                    {left === 0 ? t('shop.soldOut') : t(left <= lastFew ? 'shop.only' : 'shop.left', { count: left })}
                  </small>
                )}
              </span>
              {quantity > 0 ? (
                <Stepper
                  name={name}
                  value={quantity}
                  max={max}
                  busy={shop.isBusy(variantId)}
                  onChange={(next) => shop.setQuantity(product, variantId, next)}
                />
              ) : (
                <Action
                  kind="quiet"
                  disabled={max === 0 || !shop.isOpen}
                  aria-label={t('shop.addNamed', { name })}
                  onClick={() => shop.setQuantity(product, variantId, 1)}
                >
                  {t('shop.addShort')}
                </Action>
              )}
            </li>
          )
        })}
      </ul>
    </Sheet>
  )
}
