import { returnExceptionNotices } from '@kaimai/contract/product/return-exception.ts'
import { clsx } from 'clsx'
import { useLanguage, useText } from '../../../../lib/i18n/use-text.tsx'
import { Action } from '../parts/action.tsx'
import { ProductPicture } from '../parts/picture.tsx'
import { Price } from '../parts/price.tsx'
import { Sheet } from '../parts/sheet.tsx'
import { Stepper } from '../parts/stepper.tsx'
import { totalQuantityIn, quantityIn } from './cart-state.ts'
import { lastFew, maxOf, type ShelfProduct } from './offer-state.ts'
import { ProductDescription } from './product-description.tsx'
import { useShop } from './shop-context.ts'
import css from './variant-sheet.module.css'

/** A product in full: its variants, each with what is left of it (how many of which), and what is written of it. */
export const VariantSheet = ({
  product,
  streamId,
  onClose,
}: {
  readonly product: ShelfProduct
  readonly streamId: string
  readonly onClose: () => void
}) => {
  const t = useText('room')
  const language = useLanguage()
  const shop = useShop()
  const hasChoice = product.variants.length > 1
  return (
    <Sheet
      title={t(hasChoice ? 'shop.chooseTitle' : 'shop.about')}
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
          {product.perPersonLimit !== null && (
            <small className="small">{t('shop.limit', { count: product.perPersonLimit })}</small>
          )}
          {product.returnException !== null && (
            <small className="small">{returnExceptionNotices[product.returnException][language]}</small>
          )}
        </div>
      </div>
      <ul className={css.list}>
        {product.variants.map(({ variantId, name: variantName, left }) => {
          // One that is the only one needs no name of its own.
          const name = variantName || product.productName
          const quantity = quantityIn(shop.cart, variantId)
          const max = maxOf(product, variantId, shop.cart)
          return (
            <li key={variantId}>
              <span className={clsx('grow', css.words)}>
                {(variantName !== '' || !product.showLeft) && <b>{name}</b>}
                {(left === 0 || product.showLeft) && (
                  <small className={clsx('small', left > 0 && left <= lastFew ? css.few : undefined)}>
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
      {product.described && (
        <ProductDescription streamId={streamId} productId={product.productId} isAlone={!hasChoice} />
      )}
    </Sheet>
  )
}
