import { IconBookmark, IconLock } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { Action } from '../../../ui/audience/action.tsx'
import { Sheet } from '../../../ui/audience/sheet.tsx'
import type { ProfileSheetProps } from './saved-parts.ts'
import { LastDigits } from './last-digits.tsx'
import { MyOrders } from './my-orders.tsx'
import { Forget, Notices } from './profile-end.tsx'
import css from './profile-sheet.module.css'
import { SavedDetails } from './saved-details.tsx'
import { useProfile } from './use-profile.ts'

const icon = { size: 26, stroke: 1.5, 'aria-hidden': true } as const

/** What is saved of a viewer for next time, to be seen, changed and deleted, and what they have ordered. */
export const ProfileSheet = ({ viewerKey, onClose }: ProfileSheetProps) => {
  const t = useText('customer')
  const { profile, hasFailed, reload, unlock, change, forget } = useProfile(viewerKey)
  const [isForgotten, setForgotten] = useState(false)
  const body = useRef<HTMLDivElement>(null)
  const wasLocked = useRef(false)

  const isLocked = profile?.locked === true
  useEffect(() => {
    // The field that had the focus is gone: reading goes on at what has come.
    if (wasLocked.current && !isLocked) body.current?.focus({ preventScroll: true })
    wasLocked.current = isLocked
  }, [isLocked])

  return (
    <Sheet title={t('sheet.title')} size="tall" closeLabel={t('sheet.close')} onClose={onClose}>
      <div ref={body} className={css.body} tabIndex={-1}>
        {hasFailed && (
          <p className={css.failed} role="alert">
            {t('sheet.failed')}
            <Action kind="plain" onClick={reload}>
              {t('again')}
            </Action>
          </p>
        )}
        {!profile && !hasFailed && (
          <div className={css.shape} role="status" aria-label={t('loading')}>
            <i />
            <i />
            <i />
          </div>
        )}
        {profile?.locked && (
          <div className={css.locked}>
            <span className={css.mark}>
              <IconLock {...icon} />
            </span>
            <h3>
              {profile.redacted.fullName === ''
                ? t('unlock.helloNobody')
                : t('unlock.hello', { name: profile.redacted.fullName })}
            </h3>
            <p className={css.redacted}>
              {[profile.redacted.email, profile.redacted.delivery]
                .filter((word) => word !== '')
                .map((word) => (
                  <span key={word}>{word}</span>
                ))}
            </p>
            {profile.triesLeft > 0 && <p className={css.why}>{t('unlock.why')}</p>}
            <LastDigits
              phone={profile.redacted.phone}
              triesLeft={profile.triesLeft}
              onDigits={async (digits) => {
                const found = await unlock(digits)
                return typeof found === 'string' ? found : undefined
              }}
            />
          </div>
        )}
        {profile && !profile.locked && (
          <>
            {isForgotten && (
              <p className={css.forgotten} role="status">
                {t('sheet.forgotten')}
              </p>
            )}
            {profile.empty ? (
              !isForgotten && (
                <div className={css.empty}>
                  <span className={css.mark}>
                    <IconBookmark {...icon} />
                  </span>
                  <h3>{t('sheet.emptyTitle')}</h3>
                  <p>{t('sheet.emptyText')}</p>
                </div>
              )
            ) : (
              <SavedDetails profile={profile} onSave={change} />
            )}
            <MyOrders orders={profile.orders} />
            {profile.isCancelNotice !== null && <Notices isCancelNotice={profile.isCancelNotice} onChange={change} />}
            {!profile.empty && (
              <Forget
                onForget={async () => {
                  await forget()
                  setForgotten(true)
                }}
              />
            )}
          </>
        )}
      </div>
    </Sheet>
  )
}
