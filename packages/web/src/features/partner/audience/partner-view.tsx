import type { OwnPartner } from '@kaimai/contract/partner/partner.schema.ts'
import { useEffect, useRef, useState } from 'react'
import { isCallError } from '../../../lib/http/call-error.ts'
import { useFormat, useText } from '../../../lib/i18n/use-text.tsx'
import { Action } from '../../../ui/audience/action.tsx'
import { FieldError } from '../../../ui/audience-field.tsx'
import { CommissionList } from './commission-list.tsx'
import { EffectDays } from './effect-days.tsx'
import { LinkList } from './link-list.tsx'
import { logOut, readDays } from './partner-calls.ts'
import css from './partner-page.module.css'
import { Section, WhenLoaded } from './section.tsx'
import { StatementList } from './statement-list.tsx'
import { useLoaded } from './use-loaded.ts'

const Figures = ({ items }: { readonly items: readonly (readonly [name: string, value: string])[] }) => (
  <dl className={css.figures}>
    {items.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

const Today = ({ currency, onSignedOut }: Pick<OwnPartner, 'currency'> & { readonly onSignedOut: () => void }) => {
  const t = useText('partner')
  const format = useFormat()
  const today = useLoaded(() => readDays(1), '', onSignedOut)
  return (
    <Section title={t('today.title')}>
      <WhenLoaded loaded={today} isEmpty={() => false} empty="">
        {([day]) => (
          <Figures
            items={[
              [t('figures.clicks'), format.number(day?.clicks ?? 0)],
              [t('figures.signups'), format.number(day?.signups ?? 0)],
              [t('figures.orders'), format.number(day?.orders ?? 0)],
              [t('figures.sales'), format.money({ amount: day?.sales ?? 0, currency })],
            ]}
          />
        )}
      </WhenLoaded>
    </Section>
  )
}

const Owed = ({ pending, owed, currency }: Pick<OwnPartner, 'pending' | 'owed' | 'currency'>) => {
  const t = useText('partner')
  const format = useFormat()
  return (
    <Section title={t('owed.title')}>
      <Figures
        items={[
          [t('owed.due'), format.money({ amount: owed - pending, currency })],
          [t('owed.pending'), format.money({ amount: pending, currency })],
        ]}
      />
      <p className="small">{t('owed.help')}</p>
    </Section>
  )
}

const LogOut = ({ onLoggedOut }: { readonly onLoggedOut: () => void }) => {
  const t = useText('partner')
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const leave = async (): Promise<void> => {
    setBusy(true)
    setTrouble(undefined)
    try {
      await logOut()
      onLoggedOut()
    } catch (error) {
      if (!isCallError(error)) throw error
      if (error.errorName === 'signedOut') return onLoggedOut()
      setBusy(false)
      setTrouble(error.message)
    }
  }
  return (
    <div>
      <Action kind="soft" busy={isBusy} onClick={() => void leave()}>
        {t('logOut')}
      </Action>
      {trouble !== undefined && <FieldError text={trouble} />}
    </div>
  )
}

/** All that a partner sees of its own. */
export const PartnerView = ({
  partner,
  origin,
  onLoggedOut,
  onSignedOut,
}: {
  readonly partner: OwnPartner
  readonly origin: string
  readonly onLoggedOut: () => void
  /** The session ended meanwhile. */
  readonly onSignedOut: () => void
}) => {
  const t = useText('partner')
  const { name, firmName, currency } = partner
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The form that had the focus is gone; without one the page begins as others do.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <>
      <header className={css.head}>
        <div className="grow">
          <h1 ref={heading} tabIndex={-1} className="break-words">
            {t('heading', { name })}
          </h1>
          <p className="text-m break-words">{t('by', { firm: firmName })}</p>
        </div>
        <LogOut onLoggedOut={onLoggedOut} />
      </header>
      <div className={css.columns}>
        <div className={css.column}>
          <Today currency={currency} onSignedOut={onSignedOut} />
          <Owed {...partner} />
          <LinkList origin={origin} currency={currency} onSignedOut={onSignedOut} />
        </div>
        <div className={css.column}>
          <EffectDays currency={currency} onSignedOut={onSignedOut} />
          <CommissionList onSignedOut={onSignedOut} />
          <StatementList onSignedOut={onSignedOut} />
        </div>
      </div>
    </>
  )
}
