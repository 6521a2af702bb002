import type { BulkChange } from '@kaimai/contract/product/bulk.rules.ts'
import type { SalesChannel, Prices } from '@kaimai/contract/product/price.rules.ts'
import type { Product } from '@kaimai/contract/product/product.routes.ts'
import { IconArrowRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useFormat, useLanguage, useText } from '../../lib/i18n/use-text.tsx'
import { LabelledCheckbox } from '../../ui/field.tsx'
import { priceHere } from '../../lib/clock/price-here.ts'
import css from './bulk-dialog.module.css'
import { afterBulk } from './bulk-edit.rules.ts'

interface PartRowProps {
  readonly label: string
  readonly ticked: boolean
  readonly onTick: (on: boolean) => void
  readonly children: ReactNode
}

/** One thing that can be changed, with its fields once it is ticked. */
export const BulkPartRow = ({ label, ticked, onTick, children }: PartRowProps) => (
  <li className={css.part} data-on={ticked}>
    <LabelledCheckbox label={label} value={ticked} onChange={onTick} />
    {ticked && <div className={css.fields}>{children}</div>}
  </li>
)

/** Products shown before and after. */
const shownProducts = 4

/** The first of the changes; one that can't be made so stands first, with its error. */
export const BulkPreview = ({ products, change }: { products: readonly Product[]; change: BulkChange }) => {
  const t = useText('product')
  const f = useFormat()
  const language = useLanguage()
  const outcomes = products.map((product) => ({ product, after: afterBulk(product, change) }))
  const isBad = ({ after }: (typeof outcomes)[number]) => 'reason' in after || after.isShort
  const sorted = [...outcomes.filter(isBad), ...outcomes.filter((outcome) => !isBad(outcome))]
  const priceOf = (of: Prices, place: SalesChannel, currency: Product['currency']) =>
    f.money({ amount: priceHere(of, place).price, currency })
  return (
    <section className={css.preview} aria-label={t('bulk.preview')}>
      <h3>{t('bulk.preview')}</h3>
      <ul>
        {sorted.slice(0, shownProducts).map(({ product, after }) => {
          const { currency } = product
          if ('reason' in after) {
            return (
              <li key={product.id}>
                <b>{product.productName}</b>
                <span className={css.bad}>{after.reason[language]}</span>
              </li>
            )
          }
          const place = after.fields.specialOfferPrice === product.specialOfferPrice ? 'page' : 'room'
          const before = priceOf(product, place, currency)
          const next = priceOf(after.fields, place, currency)
          return (
            <li key={product.id}>
              <b>{product.productName}</b>
              <span className={css.steps}>
                <Step from={before} to={next} />
                <Step
                  from={t('picker.stock', { count: product.stock })}
                  to={t('picker.stock', { count: after.stock })}
                  bad={after.isShort}
                />
              </span>
            </li>
          )
        })}
      </ul>
      {products.length > shownProducts && (
        <p className={css.more}>{t('bulk.andMore', { count: products.length - shownProducts })}</p>
      )}
    </section>
  )
}

const Step = ({ from, to, bad = false }: { from: string; to: string; bad?: boolean }) =>
  from === to ? (
    <span className={css.same}>{to}</span>
  ) : (
    <span className={bad ? css.bad : undefined}>
      <span className={css.same}>{from}</span>
      <IconArrowRight size={12} stroke={2} aria-hidden="true" />
      {to}
    </span>
  )
