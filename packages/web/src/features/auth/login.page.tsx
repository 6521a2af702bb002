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
import { LabelledInput, LabelledPassword } from '../../ui/field.tsx'
import { demoLogin } from './auth.api.ts'
import css from './auth-frame.module.css'
import { AuthFrame, FormError } from './auth-frame.tsx'
import { nextPathOf } from './next-path.ts'

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
      <form className="stack" onSubmit={(event) => void form.submit(event)} noValidate>
        <LabelledInput
          {...form.field('account')}
          label={t('field.account')}
          required
          autoComplete="username"
          autoFocus
        />
        <LabelledPassword
          {...form.field('password')}
          label={t('field.password')}
          required
          autoComplete="current-password"
        />
        <FormError message={form.failure} />
        <Button type="submit" kind="primary" wide busy={form.saving}>
          {t('login.submit')}
        </Button>
        <Link className={css.link} to={paths.forget()}>
          {t('login.forgot')}
        </Link>
      </form>
      <p className={css.other}>
        {t('login.new')}
        <Link className={css.link} to={paths.register()}>
          {t('login.register')}
        </Link>
      </p>
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
          <b>{t('demo.title')}</b>
          <span>{t('demo.text', { account, password })}</span>
        </p>
        <Button size="s" busy={busy} onClick={() => void enter()}>
          {t('demo.enter')}
        </Button>
        {roomUrl !== undefined && (
          <a className={css.link} href={roomUrl} target="_blank" rel="noreferrer">
            {t('demo.room')}
          </a>
        )}
      </div>
      <FormError message={error} />
    </>
  )
}
