import { Picture } from '../../../lib/audience/picture.tsx'
import { useFormat, useText } from '../../../lib/i18n/use-text.tsx'
import css from './products.module.css'
import type { ShownProduct } from './page-data.ts'

/** What the live sells, to swipe through. */
export const Goods = ({ products }: { products: readonly ShownProduct[] }) => {
  const t = useText('signup')
  const format = useFormat()
  if (products.length === 0) return null
  return (
    <section className={css.block} aria-labelledby="products-title">
      <h2 id="products-title">{t('products.heading')}</h2>
      <ul className={css.products} tabIndex={0} aria-labelledby="products-title">
        {products.map(({ productId, productName, price, originalPrice, currency, imageUrl }) => (
          <li key={productId}>
            {imageUrl === '' ? (
              <span className={css.none} aria-hidden="true" />
            ) : (
              <Picture src={imageUrl} alt="" sizes="132px" widths={[320, 480]} width={132} height={132} />
            )}
            <p>{productName}</p>
            <span className={css.price}>{format.money({ amount: price, currency })}</span>
            {originalPrice !== null && originalPrice > price && (
              <s className={css.was}>
                <span className="sr-only">{t('products.was')} </span>
                {format.money({ amount: originalPrice, currency })}
              </s>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
