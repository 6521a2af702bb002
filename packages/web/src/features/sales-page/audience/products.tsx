import { useId } from 'react'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { Picture } from '../../../lib/audience/picture.tsx'
import { TileBuy } from './buy/tile-buy.tsx'
import css from './products.module.css'
import type { ShownProduct } from './page-data.ts'
import { ProductBlock } from './product-block.tsx'
import column from './sales-view.module.css'
import { Price } from './price.tsx'

/** Four in a row on wide screens, three on smaller ones, two on phones. */
const tileSizes = '(min-width: 1120px) 249px, (min-width: 980px) 23vw, (min-width: 640px) 31vw, 46vw'

/** Everything the page sells that has no card of its own. */
export const Goods = ({ products, isAll }: { products: readonly ShownProduct[]; isAll: boolean }) => {
  const t = useText('sales-page')
  const title = useId()
  const [product, ...others] = products
  if (product === undefined) return null
  // The only one is what the page is about: in full, not as a tile beside nothing.
  if (isAll && others.length === 0)
    return (
      <div className={column.column}>
        <ProductBlock block={{ kind: 'product', id: product.productId, product, note: '' }} />
      </div>
    )
  return (
    <section className={css.block} aria-labelledby={title}>
      <h2 id={title}>{t(isAll ? 'products.all' : 'products.more')}</h2>
      <ul className={css.products}>
        {products.map((product) => (
          <li
            className="column"
            key={product.productId}
            data-sold={product.left === 0}
            data-product={product.productId}
          >
            {product.imageUrl === '' ? (
              <span className={css.none} aria-hidden="true" />
            ) : (
              <Picture src={product.imageUrl} alt="" sizes={tileSizes} />
            )}
            <h3>{product.productName}</h3>
            <Price product={product} />
            <TileBuy product={product} />
          </li>
        ))}
      </ul>
    </section>
  )
}
