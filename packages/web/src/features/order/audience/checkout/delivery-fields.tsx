import { deliveryFeeOf } from '@kaimai/contract/order/order.rules.ts'
import type { Currency } from '@kaimai/contract/common/money.ts'
import { clsx } from 'clsx'
import { useFormat, useText } from '../../../../lib/i18n/use-text.tsx'
import { Action } from '../../../../ui/audience/action.tsx'
import type { Methods } from './checkout-shop.ts'
import { countiesOf, useDistricts } from '../../../../lib/address/districts.ts'
import { Choices, DraftSelect, DraftText } from './fields.tsx'
import { useForm } from './form-context.ts'
import css from './section-fields.module.css'
import { StorePicker } from './store-picker.tsx'

const AddressFields = () => {
  const t = useText('checkout')
  const { draft, change } = useForm()
  const { districts: all, hasFailed, load } = useDistricts()
  if (hasFailed) {
    return (
      <p className={clsx('text-m row-s', css.row)}>
        {t('checkout.noDistricts')}
        <Action kind="plain" onClick={load}>
          {t('checkout.again')}
        </Action>
      </p>
    )
  }
  const same = (all ?? []).filter(({ county }) => county === draft.county)
  return (
    <>
      <div className={clsx('stack-s', css.two)}>
        <DraftSelect
          name="county"
          label={t('checkout.county')}
          placeholder={t('checkout.choose')}
          disabled={!all}
          autoComplete="address-level1"
          options={(all ? countiesOf(all) : [draft.county].filter((each) => each !== '')).map((county) => ({
            value: county,
            label: county,
          }))}
          onChoose={(county) => change({ county, district: '', zipcode: '' })}
        />
        <DraftSelect
          name="district"
          label={t('checkout.district')}
          placeholder={t('checkout.choose')}
          disabled={!all || draft.county === ''}
          autoComplete="address-level2"
          options={(all ? same : [{ district: draft.district, zipcode: draft.zipcode }])
            .filter(({ district }) => district !== '')
            .map(({ district, zipcode }) => ({ value: district, label: `${zipcode} ${district}` }))}
          onChoose={(district) =>
            change({ district, zipcode: same.find((each) => each.district === district)?.zipcode ?? '' })
          }
        />
      </div>
      <DraftText
        name="address"
        label={t('checkout.address')}
        placeholder={t('checkout.addressExample')}
        autoComplete="street-address"
        maxLength={200}
        enterKeyHint="next"
      />
    </>
  )
}

/** How it comes, and where to. */
export const DeliveryFields = ({
  methods,
  subtotal,
  currency,
  onStore,
}: {
  readonly methods: Methods
  readonly subtotal: number
  readonly currency: Currency
  /** A store was chosen. */
  readonly onStore: () => void
}) => {
  const t = useText('checkout')
  const format = useFormat()
  const { draft, change } = useForm()
  const costOf = (method: Methods['deliveries'][number]) => {
    if (method.fee === 0) return t('checkout.noFee')
    const fee = format.money({ amount: method.fee, currency })
    return deliveryFeeOf(method, subtotal) === 0 ? (
      <>
        <s>{fee}</s> {t('checkout.freeNow')}
      </>
    ) : (
      fee
    )
  }
  return (
    <Choices
      name="deliveryType"
      label={t('checkout.where')}
      value={draft.deliveryType}
      options={methods.deliveries.map((method) => ({
        value: method.type,
        title: t(`delivery.${method.type}`),
        note: method.note === '' ? t(`delivery.${method.type}Note`) : method.note,
        end: costOf(method),
      }))}
      onChoose={(deliveryType) => change({ deliveryType })}
    >
      {draft.deliveryType === 'home' ? (
        <AddressFields />
      ) : draft.deliveryType === 'store' ? (
        <StorePicker hasSamples={methods.isTest === true} onChosen={onStore} />
      ) : undefined}
    </Choices>
  )
}
