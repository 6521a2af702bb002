import type { Product } from '@kaimai/contract/product/product.routes.ts'
import { shelfStateOf } from '@kaimai/contract/product/stock.rules.ts'
import { useFormat, useLanguage, useText } from '../../lib/i18n/use-text.tsx'
import { MoneyText, TwoLines } from '../../ui/figure.tsx'
import { TagChip } from '../../ui/tag-chip.tsx'
import { Thumb } from '../../ui/thumb.tsx'
import { priceHere } from '../../lib/clock/price-here.ts'
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
    <span className="row">
      <Thumb src={images[0]} width={48} height={48} />
      <span className={css.words}>
        <b className={css.name}>{productName}</b>
        {note !== '' && <span className={css.note}>{note}</span>}
      </span>
    </span>
  )
}

/** What it costs outside of rooms now; what is struck, and the other prices it has, in small. */
export const ProductPrice = ({ product, narrow }: { product: Product; narrow: boolean }) => {
  const t = useText('product')
  const f = useFormat()
  const { currency, specialOfferPrice, onSalePrice } = product
  const { price, struck, kind } = priceHere(product)
  const money = (amount: number) => f.money({ amount, currency })
  if (narrow) {
    return (
      <>
        <b>{money(price)}</b>
        {struck !== null && (
          <>
            {' '}
            <MoneyText value={f.amount(struck)} struck />
          </>
        )}
        {specialOfferPrice !== null && ` ${t('list.liveOffer', { amount: money(specialOfferPrice) })}`}
      </>
    )
  }
  const notes = [
    ...(kind === 'onSale' ? [t('list.onSale')] : []),
    ...(kind !== 'onSale' && onSalePrice !== null ? [t('list.saleLater', { amount: f.amount(onSalePrice) })] : []),
    ...(specialOfferPrice === null ? [] : [t('list.liveOffer', { amount: f.amount(specialOfferPrice) })]),
  ]
  return (
    <TwoLines sub={notes.length === 0 ? undefined : notes.join('・')}>
      {struck !== null && (
        <span className={css.struck}>
          <MoneyText value={f.amount(struck)} struck />
        </span>
      )}
      <MoneyText value={f.amount(price)} />
    </TwoLines>
  )
}

interface StockTextProps {
  readonly product: Pick<Product, 'stock' | 'offSale'>
  /** People who get a letter when it can be had again. */
  readonly waiting: number
}

/** Pieces on sale: sold out, nearly so and off sale stand out; and how many wait for more. */
export const StockText = ({ product, waiting }: StockTextProps) => {
  const t = useText('product')
  const f = useFormat()
  const { stock } = product
  switch (shelfStateOf(product)) {
    case 'offSale':
      return <TagChip>{t('status.offSale')}</TagChip>
    case 'soldOut':
      return (
        <TwoLines sub={waiting === 0 ? undefined : t('list.waiting', { count: waiting })}>
          <span className={css.few}>{t('list.soldOut')}</span>
        </TwoLines>
      )
    case 'lowStock':
      return <span className={css.few}>{t('list.left', { count: stock })}</span>
    case 'onSale':
      return <>{f.number(stock)}</>
  }
}
