import { genders, type Profile } from '@kaimai/contract/customer/profile.schema.ts'
import { useState } from 'react'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { DetailForm, type DetailFormProps } from './detail-form.tsx'
import { SelectField, TextField } from '../../../ui/audience-field.tsx'

export const ContactForm = ({ profile, ...acts }: DetailFormProps & { readonly profile: Profile }) => {
  const t = useText('customer')
  const [fullName, setFullName] = useState(profile.personal?.fullName ?? '')
  const [phone, setPhone] = useState(profile.personal?.phone ?? '')
  const [email, setEmail] = useState(profile.personal?.email ?? '')
  const [nickname, setNickname] = useState(profile.nickname)
  const [gender, setGender] = useState(profile.gender)
  const phoneCountry = profile.personal?.phoneCountry ?? 'TW'
  return (
    <DetailForm
      {...acts}
      bodyOf={() => ({ personal: { fullName, phone, phoneCountry, email }, nickname: nickname.trim(), gender })}
    >
      {(errorOf) => (
        <>
          <TextField
            label={t('field.fullName')}
            value={fullName}
            error={errorOf('personal.fullName')}
            autoComplete="name"
            maxLength={60}
            onText={setFullName}
          />
          <TextField
            label={t('field.phone')}
            value={phone}
            error={errorOf('personal.phone')}
            type="tel"
            autoComplete="tel"
            maxLength={250}
            onText={setPhone}
          />
          <TextField
            label={t('field.email')}
            value={email}
            error={errorOf('personal.email')}
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            onText={setEmail}
          />
          <TextField
            label={t('field.nickname')}
            placeholder={t('field.nicknameExample')}
            value={nickname}
            error={errorOf('nickname')}
            autoComplete="nickname"
            maxLength={40}
            onText={setNickname}
          />
          <SelectField
            label={t('field.gender')}
            value={gender}
            options={genders.map((each) => ({ value: each, label: t(`gender.${each === '' ? 'none' : each}`) }))}
            onChoose={(chosen) => setGender(genders.find((each) => each === chosen) ?? '')}
          />
        </>
      )}
    </DetailForm>
  )
}
