import { deliveryFeeOf } from '@kaimai/contract/order/order.rules.ts'
import type { Currency } from '@kaimai/contract/common/money.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { useFormat, useLanguage, useText } from '../../../../lib/i18n/use-text.tsx'
import { Action } from '../../../../ui/audience/action.tsx'
import type { Methods } from './checkout-shop.ts'
import { countiesOf, type District, loadDistricts } from '../../../../lib/address/districts.ts'
import { Choices, SelectField, TextField } from './fields.tsx'
import { useForm } from './form-context.ts'
import type { PhoneTables } from './phone-tables.ts'
import css from './parts-of-steps.module.css'
import type { Checkout } from './use-checkout.ts'

const AddressFields = () => {
  const t = useText('checkout')
  const { draft, change } = useForm()
  const [all, setAll] = useState<readonly District[]>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    loadDistricts().then(setAll, () => setFailed(true))
  }, [])
  const again = () => {
    setFailed(false)
    loadDistricts().then(setAll, () => setFailed(true))
  }
  if (failed) {
    return (
      <p className={css.row}>
        {t('checkout.noDistricts')}
        <Action kind="plain" onClick={again}>
          {t('checkout.again')}
        </Action>
      </p>
    )
  }
  const same = (all ?? []).filter(({ county }) => county === draft.county)
  return (
    <>
      <div className={css.two}>
        <SelectField
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
        <SelectField
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
      <TextField
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

const StoreFields = () => {
  const t = useText('checkout')
  return (
    <>
      <TextField
        name="storeName"
        label={t('checkout.storeName')}
        placeholder={t('checkout.storeNameExample')}
        maxLength={60}
        enterKeyHint="next"
      />
      <TextField
        name="storeCode"
        label={t('checkout.storeCode')}
        placeholder={t('checkout.storeCodeExample')}
        help={t('checkout.storeHelp')}
        inputMode="numeric"
        maxLength={20}
        enterKeyHint="next"
      />
    </>
  )
}

const PersonalFields = ({ phones }: { phones: PhoneTables | undefined }) => {
  const t = useText('checkout')
  const language = useLanguage()
  const { draft } = useForm()
  const countries = phones?.countries(language) ?? [
    { code: draft.phoneCountry, name: draft.phoneCountry === 'TW' ? t('checkout.taiwan') : draft.phoneCountry },
  ]
  return (
    <div className={css.fields}>
      <TextField
        name="fullName"
        label={t('checkout.fullName')}
        help={draft.deliveryType === 'store' ? t('checkout.fullNameHelp') : undefined}
        autoComplete="name"
        maxLength={60}
        enterKeyHint="next"
      />
      <div className={css.phone}>
        <SelectField
          name="phoneCountry"
          label={t('checkout.phoneCountry')}
          options={countries.map(({ code, name }) => ({ value: code, label: name }))}
          autoComplete="country"
        />
        <TextField
          name="phone"
          label={t('checkout.phone')}
          type="tel"
          placeholder={draft.phoneCountry === 'TW' ? '0912 345 678' : undefined}
          autoComplete="tel"
          maxLength={250}
          enterKeyHint="next"
        />
      </div>
      <TextField
        name="email"
        label={t('checkout.email')}
        help={t('checkout.emailHelp')}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        enterKeyHint="done"
      />
    </div>
  )
}

/** Where it goes, who receives it: what of both is asked. */
export const DeliveryStep = ({
  methods,
  subtotal,
  currency,
  checkout,
  extras,
}: {
  readonly methods: Methods
  readonly subtotal: number
  readonly currency: Currency
  readonly checkout: Checkout
  readonly extras: ReactNode
}) => {
  const t = useText('checkout')
  const { draft } = useForm()
  const { asked, phones } = checkout
  const isReceived = asked.delivery && draft.deliveryType !== 'none'
  return (
    <>
      {asked.delivery && <WhereTo methods={methods} subtotal={subtotal} currency={currency} />}
      {asked.person && (
        <section className={css.part}>
          <h3>{t(isReceived ? 'checkout.whoReceives' : 'checkout.whoBuys')}</h3>
          <PersonalFields phones={phones} />
        </section>
      )}
      {extras}
    </>
  )
}

const WhereTo = ({ methods, subtotal, currency }: { methods: Methods; subtotal: number; currency: Currency }) => {
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
    <section className={css.part}>
      <h3>{t('checkout.where')}</h3>
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
          <StoreFields />
        ) : undefined}
      </Choices>
    </section>
  )
}
