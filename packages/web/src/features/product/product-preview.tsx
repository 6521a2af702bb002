import { type Currency, readPrice } from '@kaimai/contract/common/money.ts'
import { priceNow } from '@kaimai/contract/product/price.rules.ts'
import { clsx } from 'clsx'
import { instantOf } from '../../lib/i18n/wall-time.ts'
import { TagChip } from '../../ui/tag-chip.tsx'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { RichTextView } from '../../lib/rich-text/rich-text-view.tsx'
import { Thumb } from '../../ui/thumb.tsx'
import { maxLowStock } from '@kaimai/contract/product/stock.rules.ts'
import { type ProductTyped, readCount } from './product-form.rules.ts'
import css from './product-preview.module.css'

interface ProductPreviewProps {
  readonly values: ProductTyped
  readonly currency: Currency
}

const instant = (wall: string): string | null => {
  const ms = wall === '' ? Number.NaN : instantOf(wall, 'Asia/Taipei')
  return Number.isNaN(ms) ? null : new Date(ms).toISOString()
}

/** What a room would ask now, of what is typed so far. */
const typedPriceNow = (values: ProductTyped) => {
  const price = readPrice(values.price)
  if (price === undefined) return undefined
  return priceNow(
    {
      price,
      originalPrice: readPrice(values.originalPrice) ?? null,
      onSalePrice: readPrice(values.onSalePrice) ?? null,
      onSaleFrom: instant(values.onSaleFrom),
      onSaleUntil: instant(values.onSaleUntil),
      specialOfferPrice: readPrice(values.specialOfferPrice) ?? null,
    },
    { nowMs: Date.now(), place: 'room' },
  )
}

/** The product's card as the room shows it, while it is being typed. */
export const ProductPreview = ({ values, currency }: ProductPreviewProps) => {
  const t = useText('product')
  const f = useFormat()
  const { productName, images, description } = values
  const keyword = values.keyword.normalize('NFKC').trim().toUpperCase()
  const now = typedPriceNow(values)
  const stock = values.variants.reduce((sum, row) => sum + (readCount(row.stock) ?? 0), 0)
  const options = values.variants.map(({ name }) => name.trim()).filter((name) => name !== '')
  const isStockKnown = values.variants.some((row) => readCount(row.stock) !== undefined)
  const isSoldOut = isStockKnown && stock === 0
  return (
    <figure className={css.figure}>
      <figcaption className={css.caption}>
        <b>{t('preview.title')}</b>
        <span className="caption">{t('preview.text')}</span>
      </figcaption>
      <div className={css.room} data-theme="dark">
        <div className={css.card}>
          <Thumb src={images[0]} width={80} height={80} />
          <div className={css.words}>
            <p className={clsx('break-words', css.name)}>
              {keyword !== '' && <span className={css.keyword}>{keyword}</span>}
              {productName.trim() || t('preview.noName')}
            </p>
            <p className={css.price}>
              {now === undefined ? '—' : f.money({ amount: now.price, currency })}
              {now !== undefined && now.struck !== null && (
                <s className="caption">{f.money({ amount: now.struck, currency })}</s>
              )}
            </p>
            {now !== undefined && now.kind !== 'normal' && (
              <span>
                <TagChip colour="blue">{t(`priceKind.${now.kind}`)}</TagChip>
              </span>
            )}
            {isStockKnown && (
              <p className={clsx('caption', css.stock)} data-few={stock <= maxLowStock}>
                {isSoldOut ? t('list.soldOut') : t('preview.left', { count: stock })}
              </p>
            )}
          </div>
          <span className={css.button} data-off={isSoldOut}>
            {t(isSoldOut ? 'preview.notify' : 'preview.add')}
          </span>
        </div>
        {options.length > 0 && (
          <ul className={css.options}>
            {options.map((name, index) => (
              // oxlint-disable-next-line react/no-array-index-key
              <li key={`${index}-${name}`}>{name}</li>
            ))}
          </ul>
        )}
        {keyword !== '' && (
          <p className={css.chat}>
            <b>{t('preview.viewer')}</b> {keyword}
            {options[0] === undefined ? '' : ` ${options[0]}`} +1
          </p>
        )}
      </div>
      {description !== '' && <RichTextView html={description} className={css.description} />}
    </figure>
  )
}
