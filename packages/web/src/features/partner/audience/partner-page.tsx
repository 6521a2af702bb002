import type { OwnPartner } from '@kaimai/contract/partner/partner.schema.ts'
import { useCallback, useEffect, useState } from 'react'
import { type CallError, isCallError } from '../../../lib/http/call-error.ts'
import { changeAudienceLanguage } from '../../../lib/i18n/audience-language.ts'
import { useLanguage, useText } from '../../../lib/i18n/use-text.tsx'
import { LoginForm } from './login-form.tsx'
import { readPartner } from './partner-calls.ts'
import css from './partner-page.module.css'
import { PartnerView } from './partner-view.tsx'
import { PasswordForm } from './password-form.tsx'
import { Bones, Failure } from './section.tsx'

type Step =
  | { readonly step: 'loading' }
  | { readonly step: 'failed'; readonly error: CallError }
  /** `note`: the name of the words that say why one is here. */
  | { readonly step: 'login'; readonly note?: 'set' | 'ended' | 'loggedOut' }
  | { readonly step: 'password'; readonly token: string }
  | { readonly step: 'in'; readonly partner: OwnPartner }

/** Of the link that the shop hands over; what stands behind # is sent to no server. */
const tokenIn = (hash: string): string => new URLSearchParams(hash.slice(1)).get('token') ?? ''

const withoutHash = (): void => history.replaceState(history.state, '', location.pathname + location.search)

const useStep = (partnerId: string) => {
  const [now, setNow] = useState<Step>({ step: 'loading' })

  const enter = useCallback(async (): Promise<void> => {
    try {
      const partner = await readPartner()
      // The browser may have the session of another partner: this page shows nothing of it.
      setNow(partner.id === partnerId ? { step: 'in', partner } : { step: 'login' })
    } catch (error) {
      if (!isCallError(error)) throw error
      setNow(error.errorName === 'signedOut' ? { step: 'login' } : { step: 'failed', error })
    }
  }, [partnerId])

  useEffect(() => {
    const begin = () => {
      const token = tokenIn(location.hash)
      if (token === '') void enter()
      else setNow({ step: 'password', token })
    }
    begin()
    // A link that is pasted into the open page changes what stands behind # alone.
    const changed = () => {
      if (tokenIn(location.hash) !== '') begin()
    }
    addEventListener('hashchange', changed)
    return () => removeEventListener('hashchange', changed)
  }, [enter])

  return { now, setNow, enter }
}

/** A partner's own page: log in, then what came by the links and what it earns. */
export const PartnerPage = ({ partnerId, origin }: { readonly partnerId: string; readonly origin: string }) => {
  const t = useText('partner')
  const other = useLanguage() === 'en' ? 'zh-TW' : 'en'
  const { now, setNow, enter } = useStep(partnerId)
  const retry = () => {
    setNow({ step: 'loading' })
    void enter()
  }
  const leave = (note?: 'set') => {
    withoutHash()
    setNow({ step: 'login', ...(note === undefined ? {} : { note }) })
  }
  return (
    <div className={css.page}>
      <main className={now.step === 'in' ? css.main : css.narrow}>
        {now.step === 'loading' && <Bones label={t('loading')} />}
        {now.step === 'failed' && (
          <>
            <h1>{t('title')}</h1>
            <Failure error={now.error} onRetry={retry} />
          </>
        )}
        {now.step === 'login' && (
          <LoginForm partnerId={partnerId} note={now.note && t(`login.notes.${now.note}`)} onLoggedIn={enter} />
        )}
        {now.step === 'password' && (
          <PasswordForm
            key={now.token}
            partnerId={partnerId}
            token={now.token}
            onSet={() => leave('set')}
            onLeave={() => leave()}
          />
        )}
        {now.step === 'in' && (
          <PartnerView
            partner={now.partner}
            origin={origin}
            onLoggedOut={() => setNow({ step: 'login', note: 'loggedOut' })}
            onSignedOut={() => setNow({ step: 'login', note: 'ended' })}
          />
        )}
      </main>
      <footer className={css.foot}>
        <a
          href={`?lng=${other}`}
          hrefLang={other}
          lang={other}
          onClick={(event) => {
            event.preventDefault()
            changeAudienceLanguage(other)
          }}
        >
          {other === 'en' ? 'English' : '中文'}
        </a>
      </footer>
    </div>
  )
}
