import type { ComponentProps } from 'react'
import type { FieldProps } from '../../lib/form/use-schema-form.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { LabelledInput, LabelledPassword } from '../../ui/field.tsx'

type TextProps = Omit<ComponentProps<typeof LabelledInput>, 'label'>

export const AccountField = (props: TextProps) => {
  const t = useText('auth')
  return <LabelledInput {...props} label={t('field.account')} required autoComplete="username" />
}

export const EmailField = (props: TextProps) => {
  const t = useText('auth')
  return (
    <LabelledInput {...props} label={t('field.email')} required type="email" inputMode="email" autoComplete="email" />
  )
}

export const PhoneField = (props: TextProps) => {
  const t = useText('auth')
  return (
    <LabelledInput {...props} label={t('merchant.userPhone')} required type="tel" inputMode="tel" autoComplete="tel" />
  )
}

export const NewPasswordField = ({ label, ...field }: FieldProps<string> & { readonly label: string }) => {
  const t = useText('auth')
  return (
    <LabelledPassword
      {...field}
      label={label}
      description={t('field.passwordHint')}
      required
      autoComplete="new-password"
    />
  )
}
