import { association } from '@kaimai/contract/association/association.resource.ts'
import { currencyLabel } from '@kaimai/contract/common/money.ts'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../lib/i18n/use-text.tsx'
import { useFirm } from '../../lib/session/use-session.tsx'
import type { RecordFormOptions } from '../../resource/record-form.tsx'
import { useFields } from '../../resource/use-fields.ts'
import { LabelledMultiSelect, LabelledNumber, LabelledSelect } from '../../ui/field.tsx'
import { availableForms, partnerChoices } from '../partner/partner.api.ts'

/** The form of a link. */
export interface LinkFormProps {
  readonly form: Parameters<NonNullable<RecordFormOptions<typeof association>['inputs']>[string]>[0]
}

/** Whose link it is: chosen once, since what was earned by it stays with that partner. */
export const PartnerInput = ({ form }: LinkFormProps) => {
  const t = useText('association')
  const { titleOf } = useFields(association)
  const { data = [] } = useQuery(partnerChoices())
  const isKept = form.clean.partnerId !== ''
  return (
    <LabelledSelect
      {...form.field('partnerId')}
      label={titleOf('partnerName')}
      description={isKept ? t('hint.partner') : undefined}
      placeholder={t('choose.partner')}
      required
      searchable
      disabled={isKept}
      choices={data.map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}

/** A part of what is sold, in percent with two decimals. */
export const RateInput = ({ form }: LinkFormProps) => {
  const t = useText('association')
  const { titleOf } = useFields(association)
  if (form.values.rateKind !== 'percent') return null
  const { value, onChange, ...field } = form.field('basisPoints')
  return (
    <LabelledNumber
      {...field}
      label={titleOf('basisPoints')}
      description={t('hint.basisPoints')}
      required
      unit="%"
      decimals={2}
      value={value === null ? undefined : value / 100}
      onChange={(typed) => onChange(typed === undefined ? null : Math.round(typed * 100))}
    />
  )
}

/** So much for each order, of the firm's currency. */
export const AmountInput = ({ form }: LinkFormProps) => {
  const t = useText('association')
  const { titleOf } = useFields(association)
  const { currency } = useFirm()
  if (form.values.rateKind !== 'amount') return null
  const { value, onChange, ...field } = form.field('amount')
  return (
    <LabelledNumber
      {...field}
      label={titleOf('amount')}
      description={t('hint.amount')}
      required
      prefix={`${currencyLabel(currency)}$ `}
      decimals={currency === 'TWD' ? 0 : 2}
      value={value === null ? undefined : value / 100}
      onChange={(typed) => onChange(typed === undefined ? null : Math.round(typed * 100))}
    />
  )
}

/** Forms that the link is for; the first is where it leads. */
export const FormsInput = ({ form }: LinkFormProps) => {
  const t = useText('association')
  const { data = [] } = useQuery(availableForms())
  const field = form.field('signupIds')
  const known = new Set(data.map(({ id }) => id))
  // A form that is not published any more stays chosen until somebody takes it off.
  const gone = form.clean.signupIds.filter((id) => !known.has(id))
  return (
    <LabelledMultiSelect
      {...field}
      onChange={(ids) => field.onChange([...ids])}
      label={t('form.signups')}
      description={t('hint.signups')}
      placeholder={t('choose.forms')}
      optional
      choices={[
        ...data.map(({ id, title }) => ({ value: id, label: title })),
        ...gone.map((id) => ({ value: id, label: t('choose.gone') })),
      ]}
    />
  )
}
