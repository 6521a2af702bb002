import { clsx } from 'clsx'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { reportClicked } from '../entry/track-products.ts'
import { ProductPicture } from '../parts/picture.tsx'
import { Price } from '../parts/price.tsx'
import css from './shelf.module.css'
import { useShop } from './shop-context.ts'

const maxOnShelf = 4

/** Wide screens show the products under the video, the one shown now marked. A tap opens them all. */
export const Shelf = ({ onOpen }: { readonly onOpen: () => void }) => {
  const t = useText('room')
  const { listed: products, shown } = useShop()
  const current = shown.at(-1)
  const at = Math.max(
    0,
    products.findIndex(({ productId }) => productId === current),
  )
  const from = Math.max(0, Math.min(at, products.length - maxOnShelf))
  return (
    <ul className={css.shelf} aria-label={t('shop.title')}>
      {products.slice(from, from + maxOnShelf).map((product) => (
        <li key={product.productId}>
          <button
            type="button"
            className={clsx(css.item, product.productId === current && css.now, product.left === 0 && css.gone)}
            onClick={() => {
              reportClicked(product)
              onOpen()
            }}
          >
            <ProductPicture src={product.imageUrl} name={product.productName} size={56} />
            <span className={css.words}>
              <span className={css.name}>{product.productName}</span>
              {product.left === 0 ? (
                <span className={css.out}>{t('shop.soldOut')}</span>
              ) : (
                <Price amount={product.price} currency={product.currency} />
              )}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
