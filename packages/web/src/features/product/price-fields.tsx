import { type Currency, currencyLabel, readPrice } from '@kaimai/contract/common/money.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import type { SchemaForm } from '../../lib/form/use-schema-form.ts'
import { LabelledDateTime } from '../../ui/date-time-field.tsx'
import { LabelledInput } from '../../ui/field.tsx'
import { TwoColumns } from '../../ui/form-section.tsx'
import { priceText, type ProductTyped } from './product-form.rules.ts'
import css from './price-fields.module.css'

const priceNames = ['price', 'originalPrice', 'onSalePrice', 'specialOfferPrice'] as const
type PriceName = (typeof priceNames)[number]

export interface PriceFieldsProps {
  readonly form: SchemaForm<ProductTyped>
  readonly currency: Currency
  readonly disabled: boolean
}

/** What it costs, what is struck through, and the two prices that are lower in their time or place. */
export const PriceFields = ({ form, currency, disabled }: PriceFieldsProps) => {
  const t = useText('product')
  const { values } = form
  const leave = (name: PriceName) => {
    const read = readPrice(values[name])
    if (read !== undefined) form.set({ [name]: priceText(read) })
    form.check(name)
    // The others stand above or below the price.
    if (name === 'price') for (const other of priceNames.slice(1)) if (values[other].trim() !== '') form.check(other)
  }
  const props = (name: PriceName) => ({
    ...form.field(name),
    onBlur: () => leave(name),
    prefix: `${currencyLabel(currency)}$`,
    inputMode: 'decimal' as const,
    disabled,
  })
  const hasSale = values.onSalePrice.trim() !== ''
  return (
    <>
      <TwoColumns>
        <LabelledInput {...props('price')} label={t('field.price')} required />
        <LabelledInput
          {...props('originalPrice')}
          label={t('field.originalPrice')}
          description={t('field.originalPriceHint')}
          optional
        />
      </TwoColumns>
      <TwoColumns>
        <LabelledInput
          {...props('specialOfferPrice')}
          label={t('field.specialOfferPrice')}
          description={t('field.specialOfferPriceHint')}
          optional
        />
        <LabelledInput
          {...props('onSalePrice')}
          label={t('field.onSalePrice')}
          description={t('field.onSalePriceHint')}
          optional
        />
      </TwoColumns>
      {(hasSale || values.onSaleFrom !== '' || values.onSaleUntil !== '') && (
        <div className={css.period}>
          <TwoColumns>
            <LabelledDateTime
              {...form.field('onSaleFrom')}
              label={t('field.onSaleFrom')}
              placeholder={t('field.onSaleFromNone')}
              optional
              clearable
              disabled={disabled}
            />
            <LabelledDateTime
              {...form.field('onSaleUntil')}
              label={t('field.onSaleUntil')}
              placeholder={t('field.onSaleUntilNone')}
              optional
              clearable
              disabled={disabled}
            />
          </TwoColumns>
        </div>
      )}
    </>
  )
}
