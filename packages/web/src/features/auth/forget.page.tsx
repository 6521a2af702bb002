import { authRoutes } from '@kaimai/contract/auth/auth.routes.ts'
import { IconMailCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useSchemaForm } from '../../lib/form/use-schema-form.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { Button } from '../../ui/button.tsx'
import { LabelledInput } from '../../ui/field.tsx'
import { askForReset } from './auth.api.ts'
import css from './auth-frame.module.css'
import { AuthFrame, FormError } from './auth-frame.tsx'

export const ForgetPage = () => {
  const t = useText('auth')
  const [sentTo, setSentTo] = useState<string>()
  const form = useSchemaForm({
    schema: authRoutes.forgot.body,
    initial: { account: '', email: '' },
    guarded: false,
    save: async (body) => {
      await askForReset(body)
      setSentTo(body.email)
    },
  })
  if (sentTo !== undefined) {
    return (
      <AuthFrame title={t('forget.sentTitle')} lead={t('forget.sentText', { email: sentTo })}>
        <div className={css.done} role="status">
          <IconMailCheck size={48} stroke={1.5} aria-hidden="true" />
          <p>{t('forget.sentHint')}</p>
          <Button to={paths.login()}>{t('forget.back')}</Button>
        </div>
      </AuthFrame>
    )
  }
  return (
    <AuthFrame title={t('forget.title')} lead={t('forget.lead')}>
      <form className="stack" onSubmit={(event) => void form.submit(event)} noValidate>
        <LabelledInput
          {...form.field('account')}
          label={t('field.account')}
          required
          autoComplete="username"
          autoFocus
        />
        <LabelledInput
          {...form.field('email')}
          label={t('field.email')}
          required
          type="email"
          inputMode="email"
          autoComplete="email"
        />
        <FormError message={form.failure} />
        <Button type="submit" kind="primary" wide busy={form.saving}>
          {t('forget.submit')}
        </Button>
      </form>
      <p className={css.other}>
        {t('forget.remembered')}
        <Link className={css.link} to={paths.login()}>
          {t('forget.back')}
        </Link>
      </p>
    </AuthFrame>
  )
}
