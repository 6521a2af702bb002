import { authRoutes } from '@kaimai/contract/auth/auth.routes.ts'
import { IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useSchemaForm } from '../../lib/form/use-schema-form.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { Button } from '../../ui/button.tsx'
import { setNewPassword } from './auth.api.ts'
import { NewPasswordField } from './auth-fields.tsx'
import { AuthDone, AuthForm, AuthFrame, OtherPage } from './auth-frame.tsx'

export const ResetPage = () => {
  const t = useText('auth')
  const { token = '' } = useParams()
  const [done, setDone] = useState(false)
  const form = useSchemaForm({
    schema: authRoutes.reset.body,
    initial: { token, password: '' },
    guarded: false,
    save: async (body) => {
      await setNewPassword(body)
      setDone(true)
    },
  })
  if (done) {
    return (
      <AuthDone icon={IconCircleCheck} title={t('reset.doneTitle')} lead={t('reset.doneText')}>
        <Button kind="primary" to={paths.login()}>
          {t('reset.login')}
        </Button>
      </AuthDone>
    )
  }
  return (
    <AuthFrame title={t('reset.title')} lead={t('reset.lead')}>
      <AuthForm form={form} submitLabel={t('reset.submit')}>
        <NewPasswordField {...form.field('password')} label={t('field.newPassword')} />
      </AuthForm>
      <OtherPage text={t('reset.expired')} to={paths.forget()} label={t('reset.again')} />
    </AuthFrame>
  )
}
