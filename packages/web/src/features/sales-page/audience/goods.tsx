import { useId } from 'react'
import { useText } from '../../../lib/i18n/use-text.tsx'
import css from './goods.module.css'
import type { ShownProduct } from './page-data.ts'
import { Price } from './price.tsx'

/** Everything the page sells that has no card of its own. */
export const Goods = ({ products, isAll }: { products: readonly ShownProduct[]; isAll: boolean }) => {
  const t = useText('sales-page')
  const title = useId()
  if (products.length === 0) return null
  return (
    <section className={css.block} aria-labelledby={title}>
      <h2 id={title}>{t(isAll ? 'goods.all' : 'goods.more')}</h2>
      <ul className={css.goods}>
        {products.map((product) => (
          <li key={product.productId} data-sold={product.left === 0}>
            {product.imageUrl === '' ? (
              <span className={css.none} aria-hidden="true" />
            ) : (
              <img src={product.imageUrl} alt="" loading="lazy" />
            )}
            <h3>{product.productName}</h3>
            <Price product={product} />
          </li>
        ))}
      </ul>
    </section>
  )
}
