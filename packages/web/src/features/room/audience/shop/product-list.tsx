import { clsx } from 'clsx'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { ProductPicture } from '../parts/picture.tsx'
import { Price } from '../parts/price.tsx'
import { Keyword, OfferButton } from './offer.tsx'
import { lastFew, offerStateOf, type ShelfProduct } from './offer-state.ts'
import { LazyRemindButton } from '../remind/lazy-remind.ts'
import css from './product-list.module.css'
import { useShop } from './shop-context.ts'

const Note = ({ product, isShown }: { product: ShelfProduct; isShown: boolean }) => {
  const t = useText('room')
  const isFew = product.showLeft && product.left > 0 && product.left <= lastFew
  if (!isShown && !isFew) return null
  const left =
    product.left === 0 || !product.showLeft ? undefined : t(isFew ? 'shop.only' : 'shop.left', { count: product.left })
  const words = isShown ? [t('shop.nowShown'), left].filter((word) => word !== undefined).join(t('page.dot')) : left
  return <span className={clsx(isShown ? css.now : 'soft-yellow', css.note)}>{words}</span>
}

/** A product in a list: picture, name, price, its one button. */
export const ProductRow = ({
  product,
  plain,
  remind,
}: {
  readonly product: ShelfProduct
  readonly plain?: boolean
  /** The product can't be bought yet: a viewer may ask for a reminder. */
  readonly remind?: boolean
}) => {
  const t = useText('room')
  const shop = useShop()
  const state = offerStateOf(product, shop.cart)
  const isShown = shop.shown.includes(product.productId)
  return (
    <li className={clsx('row', css.row, state.kind === 'soldOut' && css.gone)}>
      <ProductPicture src={product.imageUrl} name={product.productName} size={64} />
      <div className={clsx('words', css.words)}>
        <h3>
          <Keyword word={product.keyword} />
          <span>{product.productName}</span>
        </h3>
        {!plain && <Note product={product} isShown={isShown} />}
        <Price
          amount={product.price}
          was={product.originalPrice}
          currency={product.currency}
          kind={product.priceKind}
        />
        {product.described && (
          <button type="button" className={css.about} onClick={() => shop.openVariants(product.productId)}>
            {t('shop.about')}
            <span className="sr-only"> {product.productName}</span>
          </button>
        )}
      </div>
      {!plain && <OfferButton product={product} state={state} kind={isShown ? 'main' : 'quiet'} short />}
      {remind && <LazyRemindButton reminder={`shown:${product.productId}`} name={product.productName} />}
    </li>
  )
}

/** The products shown now come first, then the shop's own order, each with its picture. */
export const ProductRows = ({ plain, remind }: { readonly plain?: boolean; readonly remind?: boolean }) => {
  const t = useText('room')
  const { listed: products, shown, infoImages } = useShop()
  const now = products.filter(({ productId }) => shown.includes(productId))
  const others = products.filter(({ productId }) => !shown.includes(productId))
  return (
    <>
      <ul className={css.list}>
        {[...now, ...others].map((product) => (
          <ProductRow key={product.productId} product={product} plain={plain ?? false} remind={remind ?? false} />
        ))}
      </ul>
      {infoImages.map((url) => (
        <img key={url} className={css.info} src={url} alt={t('shop.info')} loading="lazy" decoding="async" />
      ))}
    </>
  )
}
