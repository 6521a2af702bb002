import { LoginBody } from '@kaimai/contract/auth/auth.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, Navigate, useLocation } from 'react-router'
import { useSchemaForm } from '../../lib/form/use-schema-form.ts'
import { isCallError } from '../../lib/http/call-error.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { useSession, useSessionActions } from '../../lib/session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { LabelledPassword } from '../../ui/field.tsx'
import { demoLogin, demoRoomPath } from './auth.api.ts'
import { AccountField } from './auth-fields.tsx'
import css from './auth-frame.module.css'
import { AuthForm, AuthFrame, FormError, OtherPage } from './auth-frame.tsx'

/** Where a login leads: the path asked for before it, if it is one of this origin, else the dashboard. */
export const nextPathOf = (search: string): string => {
  const next = new URLSearchParams(search).get('next') ?? ''
  // `//host` and `/\host` are addresses elsewhere.
  return /^\/(?![/\\])/.test(next) ? next : paths.dashboard()
}

const LoginFields = LoginBody.omit({ deviceId: true })

export const LoginPage = () => {
  const t = useText('auth')
  const session = useSessionActions()
  const { status } = useSession()
  const { search } = useLocation()
  const form = useSchemaForm({
    schema: LoginFields,
    initial: { account: '', password: '' },
    guarded: false,
    save: (values) => session.login(values),
  })
  if (status === 'in') return <Navigate to={nextPathOf(search)} replace />
  return (
    <AuthFrame title={t('login.title')} lead={t('login.lead')}>
      <AuthForm
        form={form}
        submitLabel={t('login.submit')}
        below={
          <Link className={css.link} to={paths.forget()}>
            {t('login.forgot')}
          </Link>
        }
      >
        <AccountField {...form.field('account')} autoFocus />
        <LabelledPassword
          {...form.field('password')}
          label={t('field.password')}
          required
          autoComplete="current-password"
        />
      </AuthForm>
      <OtherPage text={t('login.new')} to={paths.register()} label={t('login.register')} />
      <DemoHint />
    </AuthFrame>
  )
}

/** One click into the demo firm, where this server has one. It comes late, so it stands below what it would move. */
const DemoHint = () => {
  const t = useText('auth')
  const session = useSessionActions()
  const { data } = useQuery(demoLogin())
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const { account, password, roomUrl } = data ?? {}
  if (account === undefined || password === undefined) return null
  const enter = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await session.login({ account, password })
    } catch (error) {
      if (!isCallError(error)) throw error
      setError(error.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <div className={css.demo}>
        <p>
          <b className="bold-line">{t('demo.title')}</b>
          <span>{t('demo.text', { account, password })}</span>
        </p>
        <Button size="s" busy={busy} onClick={() => void enter()}>
          {t('demo.enter')}
        </Button>
        {roomUrl !== undefined && (
          <a className={css.link} href={demoRoomPath} target="_blank" rel="noreferrer">
            {t('demo.room')}
          </a>
        )}
      </div>
      <FormError message={error} />
    </>
  )
}
