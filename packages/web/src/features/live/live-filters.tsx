import { type LivePeriod, livePeriods } from '@kaimai/contract/live/live.routes.ts'
import { type PlatformType, platformTypes } from '@kaimai/contract/live/live.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../lib/i18n/use-text.tsx'
import { useMay } from '../../lib/session/use-session.tsx'
import { FilterSelect } from '../../ui/toolbar.tsx'
import { productShown, productsFound } from '../product/product.api.ts'
import { newestSignups } from '../signup/signup.api.ts'

/** So many of the newest forms and products are offered. */
const maxChoices = 50

interface LiveFiltersProps {
  /** The list stands: what may be chosen is asked for after it. */
  readonly isListed: boolean
  readonly begins: LivePeriod | ''
  readonly platformType: PlatformType | ''
  readonly signupId: string
  readonly productId: string
  readonly onChange: (name: 'begins' | 'platformType' | 'signupId' | 'productId', value: string) => void
}

/** What narrows the list of lives beside its tabs: when, of which kind, offered by which form, selling what. */
export const LiveFilters = (props: LiveFiltersProps) => {
  const { isListed, begins, platformType, signupId, productId, onChange } = props
  const t = useText('live')
  const mayForms = useMay('form')
  const forms = useQuery({ ...newestSignups(maxChoices), enabled: isListed && mayForms }).data?.items ?? []
  const products = useQuery({ ...productsFound('', maxChoices), enabled: isListed }).data?.items ?? []
  // One that came by a link, and is not among the newest.
  const isOther = productId !== '' && !products.some(({ id }) => id === productId)
  const other = useQuery({ ...productShown(productId), enabled: isListed && isOther }).data
  const sold = isOther
    ? [...products, { id: productId, productName: other?.productName ?? t('filter.oneProduct') }]
    : products
  const offered = forms.some(({ id }) => id === signupId)
    ? forms
    : [...forms, ...(signupId === '' ? [] : [{ id: signupId, signupName: t('filter.oneForm') }])]
  return (
    <>
      <FilterSelect
        label={t('filter.begins')}
        value={begins}
        onChange={(value) => onChange('begins', value)}
        choices={livePeriods.map((value) => ({ value, label: t(`filter.period.${value}`) }))}
      />
      <FilterSelect
        label={t('filter.type')}
        value={platformType}
        onChange={(value) => onChange('platformType', value)}
        choices={platformTypes.map((value) => ({ value, label: t(`platform.${value}`) }))}
      />
      {mayForms && offered.length > 0 && (
        <FilterSelect
          label={t('filter.form')}
          value={signupId}
          onChange={(value) => onChange('signupId', value)}
          choices={offered.map(({ id, signupName }) => ({ value: id, label: signupName }))}
        />
      )}
      {sold.length > 0 && (
        <FilterSelect
          label={t('filter.product')}
          value={productId}
          onChange={(value) => onChange('productId', value)}
          choices={sold.map(({ id, productName }) => ({ value: id, label: productName }))}
        />
      )}
    </>
  )
}
