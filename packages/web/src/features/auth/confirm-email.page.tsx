import { useMutation } from '@tanstack/react-query'
import { IconCircleCheck } from '@tabler/icons-react'
import { useParams } from 'react-router'
import { useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { Button } from '../../ui/button.tsx'
import { confirmEmail } from '../member/member.api.ts'
import { AuthDone, AuthFrame, FormError } from './auth-frame.tsx'

/** Opened from the letter to a new address. A button confirms, for mail programs open links by themselves. */
export const ConfirmEmailPage = () => {
  const t = useText('auth')
  const { token = '' } = useParams()
  const confirm = useMutation({ mutationFn: () => confirmEmail(token), meta: { ownErrors: true } })
  if (confirm.isSuccess) {
    return (
      <AuthDone icon={IconCircleCheck} title={t('confirmEmail.doneTitle')} lead={t('confirmEmail.doneText')}>
        <Button kind="primary" to={paths.dashboard()}>
          {t('confirmEmail.on')}
        </Button>
      </AuthDone>
    )
  }
  return (
    <AuthFrame title={t('confirmEmail.title')} lead={t('confirmEmail.lead')}>
      <div className="stack">
        <FormError message={confirm.error?.message} />
        <Button kind="primary" wide busy={confirm.isPending} onClick={() => confirm.mutate()}>
          {t('confirmEmail.submit')}
        </Button>
      </div>
    </AuthFrame>
  )
}
