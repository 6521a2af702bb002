import type { Profile } from '@kaimai/contract/customer/profile.schema.ts'
import { counties } from '@kaimai/contract/signup/county.rules.ts'
import { clsx } from 'clsx'
import { useState } from 'react'
import { useLanguage, useText } from '../../../lib/i18n/use-text.tsx'
import { Action } from '../../../ui/audience/action.tsx'
import css from './detail-form.module.css'
import { DetailForm, type DetailFormProps } from './detail-form.tsx'
import { useDistricts } from '../../../lib/address/districts.ts'
import { SelectField, TextField } from '../../../ui/audience-field.tsx'

type Kind = 'home' | 'store'

const noHome = { county: '', district: '', zipcode: '', address: '' }
const noStore = { storeName: '', storeCode: '' }

export const AddressForm = ({ profile, ...acts }: DetailFormProps & { readonly profile: Profile }) => {
  const t = useText('customer')
  const language = useLanguage()
  const { delivery } = profile
  const [kind, setKind] = useState<Kind>(delivery?.type === 'store' ? 'store' : 'home')
  const [home, setHome] = useState(delivery?.type === 'home' ? delivery : noHome)
  const [store, setStore] = useState(delivery?.type === 'store' ? delivery : noStore)
  const { districts, hasFailed, load } = useDistricts()

  // What was saved stands there before the list does.
  const known = districts ?? [home].filter(({ district }) => district !== '')
  const near = known.filter(({ county }) => county === home.county)
  const { county, district, zipcode, address } = home
  const { storeName, storeCode } = store
  return (
    <DetailForm
      {...acts}
      bodyOf={() => ({
        delivery:
          kind === 'home'
            ? { type: 'home', county, district, zipcode, address }
            : { type: 'store', storeName, storeCode },
      })}
    >
      {(errorOf) => (
        <>
          <SelectField
            label={t('field.kind')}
            value={kind}
            options={(['home', 'store'] as const).map((each) => ({ value: each, label: t(`delivery.${each}`) }))}
            onChoose={(chosen) => setKind(chosen === 'store' ? 'store' : 'home')}
          />
          {kind === 'home' ? (
            <>
              {hasFailed && (
                <p className={clsx('text-m row-s', css.row)}>
                  {t('field.noDistricts')}
                  <Action kind="plain" onClick={load}>
                    {t('again')}
                  </Action>
                </p>
              )}
              <div className={css.two}>
                <SelectField
                  label={t('field.county')}
                  placeholder={t('field.choose')}
                  value={county}
                  error={errorOf('delivery.county')}
                  options={counties.map(([name, english]) => ({
                    value: name,
                    label: language === 'en' ? english : name,
                  }))}
                  onChoose={(chosen) => setHome({ ...home, county: chosen, district: '', zipcode: '' })}
                />
                <SelectField
                  label={t('field.district')}
                  placeholder={t('field.choose')}
                  value={district}
                  disabled={near.length === 0}
                  error={errorOf('delivery.district') ?? errorOf('delivery.zipcode')}
                  options={near.map((each) => ({ value: each.district, label: `${each.zipcode} ${each.district}` }))}
                  onChoose={(chosen) => {
                    const found = near.find((each) => each.district === chosen)
                    setHome({ ...home, district: chosen, zipcode: found?.zipcode ?? '' })
                  }}
                />
              </div>
              <TextField
                label={t('field.address')}
                placeholder={t('field.addressExample')}
                value={address}
                error={errorOf('delivery.address')}
                autoComplete="street-address"
                maxLength={200}
                onText={(typed) => setHome({ ...home, address: typed })}
              />
            </>
          ) : (
            <>
              <TextField
                label={t('field.storeName')}
                placeholder={t('field.storeNameExample')}
                value={storeName}
                error={errorOf('delivery.storeName')}
                maxLength={60}
                onText={(typed) => setStore({ ...store, storeName: typed })}
              />
              <TextField
                label={t('field.storeCode')}
                placeholder={t('field.storeCodeExample')}
                value={storeCode}
                error={errorOf('delivery.storeCode')}
                inputMode="numeric"
                maxLength={20}
                onText={(typed) => setStore({ ...store, storeCode: typed })}
              />
            </>
          )}
        </>
      )}
    </DetailForm>
  )
}
