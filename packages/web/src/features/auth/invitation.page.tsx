import { PhoneInput } from '@kaimai/contract/common/phone.ts'
import { AcceptBody, type InvitationShown } from '@kaimai/contract/member/member.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useSchemaForm } from '../../lib/form/use-schema-form.ts'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { useSession, useSessionActions } from '../../lib/session/use-session.tsx'
import { LabelledInput } from '../../ui/field.tsx'
import { SkeletonForm } from '../../ui/skeleton.tsx'
import { Avatar } from '../../ui/thumb.tsx'
import { invitationShown } from '../member/member.api.ts'
import { AccountField, NewPasswordField, PhoneField } from './auth-fields.tsx'
import css from './auth-frame.module.css'
import { AuthForm, AuthFrame, OtherPage } from './auth-frame.tsx'

// Every member has a phone (spec section 2): asked for here, so that no dialog asks for it right after.
const AcceptFields = AcceptBody.omit({ deviceId: true }).extend({ userPhone: PhoneInput })

/** Opened from the letter: what one is invited to, and the account to make. */
export const InvitationPage = () => {
  const t = useText('auth')
  const { token = '' } = useParams()
  const query = useQuery({ ...invitationShown(token), retry: false })
  if (query.data) return <Accept token={token} invitation={query.data} />
  if (query.isError) {
    return (
      <AuthFrame title={t('invitation.goneTitle')} lead={query.error.message}>
        <OtherPage text={t('register.member')} to={paths.login()} label={t('register.login')} />
      </AuthFrame>
    )
  }
  return (
    <AuthFrame title={t('invitation.loading')} lead="">
      <SkeletonForm fields={3} />
    </AuthFrame>
  )
}

const Accept = ({ token, invitation }: { token: string; invitation: InvitationShown }) => {
  const t = useText('auth')
  const role = useText('member')
  const f = useFormat()
  const session = useSessionActions()
  const { status } = useSession()
  const navigate = useNavigate()
  const [wasIn] = useState(status === 'in')
  const form = useSchemaForm({
    schema: AcceptFields,
    initial: { token, userName: '', userPhone: '', account: '', password: '' },
    guarded: false,
    save: (values) => session.accept(values),
    onSaved: () => void navigate(paths.dashboard(), { replace: true }),
  })
  const { firmName, invitedBy, email, expiresAt } = invitation
  return (
    <AuthFrame title={t('invitation.title', { firm: firmName })} lead={t('invitation.lead', { name: invitedBy })}>
      <div className={css.invited}>
        <Avatar src={invitation.imgUrl} name={firmName} size={40} />
        <div>
          <b>{role(`role.${invitation.role}`)}</b>
          <p>{role(`roleText.${invitation.role}`)}</p>
        </div>
      </div>
      <AuthForm form={form} submitLabel={t('invitation.submit')}>
        {wasIn && <p className="soft-yellow banner">{t('invitation.switch')}</p>}
        <LabelledInput {...form.field('userName')} label={t('field.userName')} required autoComplete="name" autoFocus />
        <PhoneField {...form.field('userPhone')} />
        <AccountField {...form.field('account')} description={t('field.accountHint')} />
        <NewPasswordField {...form.field('password')} label={t('field.password')} />
      </AuthForm>
      <p className={css.other}>{t('invitation.until', { email, date: f.dayTime(expiresAt) })}</p>
    </AuthFrame>
  )
}
