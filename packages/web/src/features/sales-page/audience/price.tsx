import { returnExceptionNotices } from '@kaimai/contract/product/return-exception.ts'
import { stockWord } from '@kaimai/contract/sales-page/sales-page.rules.ts'
import { clsx } from 'clsx'
import { useFormat, useLanguage, useText } from '../../../lib/i18n/use-text.tsx'
import { useBuy } from './buy/buy-context.ts'
import type { ShownProduct } from './page-data.ts'
import css from './price.module.css'

/** What it costs, what it cost, and how many there are. */
export const Price = ({ product, large }: { product: ShownProduct; large?: boolean }) => {
  const t = useText('sales-page')
  const format = useFormat()
  const language = useLanguage()
  const isBought = useBuy() !== undefined
  const { price, originalPrice, currency, unit, left, perPersonLimit, returnException } = product
  const word = stockWord(left)
  return (
    <div className={clsx(css.price, large && css.large)} data-sold={word === 'soldOut'}>
      <p>
        <b>{format.money({ amount: price, currency })}</b>
        {unit !== '' && <small>{t('perUnit', { unit })}</small>}
        {originalPrice !== null && originalPrice > price && (
          <s>
            <span className="sr-only">{t('was')} </span>
            {format.money({ amount: originalPrice, currency })}
          </s>
        )}
      </p>
      <p>
        <span className={css.left} data-stock={word}>
          {t(`stock.${word}`, { count: left })}
        </span>
        {isBought && left > 0 && perPersonLimit !== null && (
          <span className={css.left}>{t('buy.limit', { count: perPersonLimit })}</span>
        )}
      </p>
      {returnException !== null && <p className={css.exception}>{returnExceptionNotices[returnException][language]}</p>}
    </div>
  )
}
