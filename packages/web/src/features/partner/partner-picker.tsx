import { useQuery } from '@tanstack/react-query'
import { useText } from '../../lib/i18n/use-text.tsx'
import { FilterSelect } from '../../ui/toolbar.tsx'
import { partnerChoices } from './partner.api.ts'

interface PartnerFilterProps {
  /** Id; empty: of all. */
  readonly value: string
  readonly onChange: (partnerId: string) => void
}

/** Narrows a list to one partner. */
export const PartnerFilter = ({ value, onChange }: PartnerFilterProps) => {
  const t = useText('partner')
  const { data = [] } = useQuery(partnerChoices())
  return (
    <FilterSelect
      label={t('filter')}
      value={value}
      onChange={onChange}
      choices={data.map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}
