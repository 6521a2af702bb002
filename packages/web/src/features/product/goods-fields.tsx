import type { Language, Texts } from '@kaimai/contract/common/language.ts'
import { taxTypeNames, taxTypes, temperatureNames, temperatures } from '@kaimai/contract/product/goods-terms.ts'
import { returnExceptionNames } from '@kaimai/contract/product/return-exception.ts'
import type { SchemaForm } from '../../lib/form/use-schema-form.ts'
import { useLanguage, useText } from '../../lib/i18n/use-text.tsx'
import { LabelledInput, LabelledSelect } from '../../ui/field.tsx'
import { FormSection, TwoColumns } from '../../ui/form-section.tsx'
import type { ProductTyped } from './product-form.rules.ts'

/** How a choice of the form reads, where it is one. */
export const choiceName = (field: PropertyKey | undefined, value: unknown, language: Language): string | undefined => {
  const names: Readonly<Record<string, Texts>> | undefined =
    field === 'taxType'
      ? taxTypeNames
      : field === 'temperature'
        ? temperatureNames
        : field === 'returnException'
          ? returnExceptionNames
          : undefined
  return typeof value === 'string' ? names?.[value]?.[language] : undefined
}

/** How a product is taxed, how cold it travels, and what it weighs. */
export const GoodsSection = ({
  form,
  disabled,
}: {
  readonly form: SchemaForm<ProductTyped>
  readonly disabled: boolean
}) => {
  const t = useText('product')
  const language = useLanguage()
  return (
    <FormSection title={t('section.goods')} why={t('section.goodsWhy')}>
      <LabelledSelect
        {...form.field('taxType')}
        onChange={(taxType) => taxType !== '' && form.set({ taxType })}
        label={t('field.taxType')}
        description={t('field.taxTypeHint')}
        choices={taxTypes.map((name) => ({ value: name, label: taxTypeNames[name][language] }))}
        disabled={disabled}
      />
      <TwoColumns>
        <LabelledSelect
          {...form.field('temperature')}
          onChange={(temperature) => temperature !== '' && form.set({ temperature })}
          label={t('field.temperature')}
          choices={temperatures.map((name) => ({ value: name, label: temperatureNames[name][language] }))}
          disabled={disabled}
        />
        <LabelledInput
          {...form.field('weight')}
          label={t('field.weight')}
          description={t('field.weightHint')}
          optional
          inputMode="numeric"
          disabled={disabled}
        />
      </TwoColumns>
    </FormSection>
  )
}
