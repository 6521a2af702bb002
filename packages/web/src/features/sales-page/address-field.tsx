import { SalesUrl } from '@kaimai/contract/sales-page/sales-page.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { SchemaForm } from '../../lib/form/use-schema-form.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { LabelledInput } from '../../ui/field.tsx'
import type { SalesPageFields } from './page-values.ts'
import { addressPrefix } from '../../lib/paths/address-prefix.ts'
import { salePath } from './public-address.ts'
import { urlChecked } from './sales-page.api.ts'

/** Between the last key and the question whether it is free. */
const restMs = 400

const useRested = (typed: string): string => {
  const [rested, setRested] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), restMs)
    return () => clearTimeout(timer)
  }, [typed])
  return rested
}

/** The address below /s/, checked while it is typed. */
export const AddressField = ({ form, id }: { form: SchemaForm<SalesPageFields>; id: string | undefined }) => {
  const t = useText('sales-page')
  const field = form.field('customUrl')
  const rested = useRested(field.value)
  const isRested = rested === field.value
  const checked = useQuery({ ...urlChecked(rested, id), enabled: isRested && SalesUrl.safeParse(rested).success })
  const answer = isRested ? checked.data : undefined
  const problem = answer?.free === false ? answer.problem : undefined
  return (
    <LabelledInput
      {...field}
      onChange={(typed) => form.set({ customUrl: typed.toLowerCase() })}
      label={t('form.customUrl')}
      description={t('form.customUrlHint')}
      prefix={addressPrefix(salePath(''))}
      inputMode="url"
      required
      error={field.error ?? problem}
      good={answer?.free ? t('form.urlFree') : undefined}
    />
  )
}
