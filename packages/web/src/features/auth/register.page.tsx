import { RegisterBody } from '@kaimai/contract/auth/auth.schema.ts'
import { Link, Navigate } from 'react-router'
import { useSchemaForm } from '../../lib/form/use-schema-form.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { useSession, useSessionActions } from '../../lib/session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { LabelledInput, LabelledPassword } from '../../ui/field.tsx'
import css from './auth-frame.module.css'
import { AuthFrame, FormError } from './auth-frame.tsx'

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
      <form className="stack" onSubmit={(event) => void form.submit(event)} noValidate>
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
        <LabelledInput
          {...form.field('email')}
          label={t('field.email')}
          required
          type="email"
          inputMode="email"
          autoComplete="email"
        />
        <LabelledInput
          {...form.field('account')}
          label={t('field.account')}
          description={t('field.accountHint')}
          required
          autoComplete="username"
        />
        <LabelledPassword
          {...form.field('password')}
          label={t('field.password')}
          description={t('field.passwordHint')}
          required
          autoComplete="new-password"
        />
        <FormError message={form.failure} />
        <Button type="submit" kind="primary" wide busy={form.saving}>
          {t('register.submit')}
        </Button>
      </form>
      <p className={css.other}>
        {t('register.member')}
        <Link className={css.link} to={paths.login()}>
          {t('register.login')}
        </Link>
      </p>
    </AuthFrame>
  )
}
