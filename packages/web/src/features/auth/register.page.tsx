import { RegisterBody } from '@kaimai/contract/auth/auth.schema.ts'
import { Navigate } from 'react-router'
import { useSchemaForm } from '../../lib/form/use-schema-form.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { useSession, useSessionActions } from '../../lib/session/use-session.tsx'
import { LabelledInput } from '../../ui/field.tsx'
import { AccountField, EmailField, NewPasswordField } from './auth-fields.tsx'
import { AuthForm, AuthFrame, OtherPage } from './auth-frame.tsx'

const RegisterFields = RegisterBody.omit({ deviceId: true })

export const RegisterPage = () => {
  const t = useText('auth')
  const session = useSessionActions()
  const { status } = useSession()
  const form = useSchemaForm({
    schema: RegisterFields,
    initial: { name: '', userName: '', email: '', account: '', password: '' },
    guarded: false,
    save: (values) => session.register(values),
  })
  if (status === 'in') return <Navigate to={paths.dashboard()} replace />
  return (
    <AuthFrame title={t('register.title')} lead={t('register.lead')}>
      <AuthForm form={form} submitLabel={t('register.submit')}>
        <LabelledInput
          {...form.field('name')}
          value={form.values.name ?? ''}
          label={t('field.firmName')}
          optional
          description={t('field.firmNameHint')}
          autoComplete="organization"
          autoFocus
        />
        <LabelledInput {...form.field('userName')} label={t('field.userName')} required autoComplete="name" />
        <EmailField {...form.field('email')} />
        <AccountField {...form.field('account')} description={t('field.accountHint')} />
        <NewPasswordField {...form.field('password')} label={t('field.password')} />
      </AuthForm>
      <OtherPage text={t('register.member')} to={paths.login()} label={t('register.login')} />
    </AuthFrame>
  )
}
