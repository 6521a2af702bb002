import { authRoutes } from '@kaimai/contract/auth/auth.routes.ts'
import { IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { useSchemaForm } from '../../lib/form/use-schema-form.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { Button } from '../../ui/button.tsx'
import { LabelledPassword } from '../../ui/field.tsx'
import { setNewPassword } from './auth.api.ts'
import css from './auth-frame.module.css'
import { AuthFrame, FormError } from './auth-frame.tsx'

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
      <AuthFrame title={t('reset.doneTitle')} lead={t('reset.doneText')}>
        <div className={css.done} role="status">
          <IconCircleCheck size={48} stroke={1.5} aria-hidden="true" />
          <Button kind="primary" to={paths.login()}>
            {t('reset.login')}
          </Button>
        </div>
      </AuthFrame>
    )
  }
  return (
    <AuthFrame title={t('reset.title')} lead={t('reset.lead')}>
      <form className="stack" onSubmit={(event) => void form.submit(event)} noValidate>
        <LabelledPassword
          {...form.field('password')}
          label={t('field.newPassword')}
          description={t('field.passwordHint')}
          required
          autoComplete="new-password"
        />
        <FormError message={form.failure ?? form.errorAt('token')} />
        <Button type="submit" kind="primary" wide busy={form.saving}>
          {t('reset.submit')}
        </Button>
      </form>
      <p className={css.other}>
        {t('reset.expired')}
        <Link className={css.link} to={paths.forget()}>
          {t('reset.again')}
        </Link>
      </p>
    </AuthFrame>
  )
}
