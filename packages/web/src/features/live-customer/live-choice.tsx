import { liveCustomer } from '@kaimai/contract/live-customer/live-customer.resource.ts'
import { useQuery } from '@tanstack/react-query'
import type { FieldProps } from '../../lib/form/use-schema-form.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { useFields } from '../../resource/use-fields.ts'
import { LabelledSelect } from '../../ui/field.tsx'
import { FilterSelect } from '../../ui/toolbar.tsx'
import { newestLives } from '../live/live.api.ts'

const offered = 100

const useLives = () => {
  const { data } = useQuery(newestLives(offered))
  return (data?.items ?? []).map(({ id, liveName }) => ({ value: id, label: liveName }))
}

/** The live that somebody is invited to. */
export const LiveChoice = ({ field, disabled = false }: { field: FieldProps<string>; disabled?: boolean }) => {
  const { titleOf } = useFields(liveCustomer)
  return (
    <LabelledSelect {...field} label={titleOf('liveId')} choices={useLives()} disabled={disabled} searchable required />
  )
}

/** Narrows the list to one live. */
export const LiveFilter = ({ value, onChange }: { value: string; onChange: (liveId: string) => void }) => {
  const t = useText('live-customer')
  return <FilterSelect label={t('filter')} value={value} onChange={onChange} choices={useLives()} />
}
