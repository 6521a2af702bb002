import { authRoutes } from '@kaimai/contract/auth/auth.routes.ts'
import { IconMailCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useSchemaForm } from '../../lib/form/use-schema-form.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { Button } from '../../ui/button.tsx'
import { askForReset } from './auth.api.ts'
import { AccountField, EmailField } from './auth-fields.tsx'
import { AuthDone, AuthForm, AuthFrame, OtherPage } from './auth-frame.tsx'

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
      <AuthDone icon={IconMailCheck} title={t('forget.sentTitle')} lead={t('forget.sentText', { email: sentTo })}>
        <p>{t('forget.sentHint')}</p>
        <Button to={paths.login()}>{t('forget.back')}</Button>
      </AuthDone>
    )
  }
  return (
    <AuthFrame title={t('forget.title')} lead={t('forget.lead')}>
      <AuthForm form={form} submitLabel={t('forget.submit')}>
        <AccountField {...form.field('account')} autoFocus />
        <EmailField {...form.field('email')} />
      </AuthForm>
      <OtherPage text={t('forget.remembered')} to={paths.login()} label={t('forget.back')} />
    </AuthFrame>
  )
}
