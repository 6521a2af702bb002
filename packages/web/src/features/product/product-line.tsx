import type { Product } from '@kaimai/contract/product/product.routes.ts'
import { useFormat, useLanguage, useText } from '../../lib/i18n/use-text.tsx'
import { MoneyText } from '../../ui/figure.tsx'
import { Thumb } from '../../ui/thumb.tsx'
import css from './product-list.module.css'

/** Variants named in one cell. */
const namedVariants = 3

/** Picture and name of a product, and its variants below. */
export const ProductLine = ({ product: { productName, images, variants, unit } }: { product: Product }) => {
  const t = useText('product')
  const comma = useLanguage() === 'en' ? ', ' : '、'
  const names = variants.map(({ name }) => name).filter((name) => name !== '')
  const note =
    names.length === 0
      ? unit && t('list.unit', { unit })
      : names.length > namedVariants
        ? t('list.variants', { names: names.slice(0, namedVariants).join(comma), count: names.length })
        : names.join(comma)
  return (
    <span className={css.line}>
      <Thumb src={images[0]} width={48} height={48} />
      <span className={css.words}>
        <b className={css.name}>{productName}</b>
        {note !== '' && <span className={css.note}>{note}</span>}
      </span>
    </span>
  )
}

/** A price in a phone's card, where no header names the currency. */
export const NarrowPrice = ({
  price,
  originalPrice,
  currency,
}: Pick<Product, 'price' | 'originalPrice' | 'currency'>) => {
  const f = useFormat()
  return (
    <>
      <b>{f.money({ amount: price, currency })}</b>
      {originalPrice !== null && originalPrice > price && (
        <>
          {' '}
          <MoneyText value={f.amount(originalPrice)} struck />
        </>
      )}
    </>
  )
}

/** Fewer pieces than this are said to be running out. */
export const fewPieces = 6

/** Pieces on sale: sold out and nearly so stand out. */
export const StockText = ({ stock }: { stock: number }) => {
  const t = useText('product')
  const f = useFormat()
  if (stock === 0) return <span className={css.few}>{t('list.soldOut')}</span>
  if (stock < fewPieces) return <span className={css.few}>{t('list.left', { count: stock })}</span>
  return <>{f.number(stock)}</>
}
