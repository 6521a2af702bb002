import { clsx } from 'clsx'
import { useText } from '../../../lib/i18n/use-text.tsx'
import type { BlockOf } from './page-data.ts'
import { Words } from './plain-blocks.tsx'
import { Picture } from '../../../lib/audience/picture.tsx'
import { useBuy } from './buy/buy-context.ts'
import { ProductBuy } from './buy/product-buy.tsx'
import { Price } from './price.tsx'
import words from './blocks.module.css'
import css from './product-block.module.css'

/** A card is half of the column where there is room, else all of it. */
const cardSizes = '(min-width: 720px) 324px, calc(100vw - 40px)'

/** One product in full: picture, why this one, price, what is left of each kind. */
export const ProductBlock = ({ block }: { block: BlockOf<'product'> }) => {
  const t = useText('sales-page')
  const { product, note } = block
  const { productName, imageUrl, description } = product
  const isBought = useBuy() !== undefined && product.left > 0
  const variants = product.variants.filter(({ name }) => name !== '')
  return (
    <article className={css.product} data-sold={product.left === 0} data-product={product.productId}>
      <div className={css.picture}>
        {imageUrl === '' ? <span aria-hidden="true" /> : <Picture src={imageUrl} alt={productName} sizes={cardSizes} />}
        {product.left === 0 && (
          <span className={css.flag} aria-hidden="true">
            {t('stock.soldOut')}
          </span>
        )}
      </div>
      <div className={css.facts}>
        <h2>{productName}</h2>
        {note === '' ? (
          <div className={clsx(words.words, css.rich)} dangerouslySetInnerHTML={{ __html: description }} />
        ) : (
          <div className={css.note}>
            <Words text={note} />
          </div>
        )}
        <Price product={product} large />
        {isBought ? (
          <ProductBuy product={product} />
        ) : variants.length > 0 ? (
          <ul className={css.kinds} aria-label={t('kinds')}>
            {variants.map(({ name, left }) => (
              <li key={name} className={clsx(left === 0 && css.gone)}>
                {name}
                {left === 0 && <span className="sr-only">{t('stock.soldOut')}</span>}
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </article>
  )
}
