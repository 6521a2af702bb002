import {
  IconBuildingBank,
  IconChevronRight,
  IconClockExclamation,
  IconCreditCard,
  IconCreditCardOff,
  IconFileOff,
  IconFlask,
} from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useEffect, useState } from 'react'
import { isCallError } from '../../../lib/http/call-error.ts'
import { changeAudienceLanguage } from '../../../lib/i18n/audience-language.ts'
import { useFormat, useLanguage, useText } from '../../../lib/i18n/use-text.tsx'
import { ActionLink } from '../../../ui/audience/action.tsx'
import { StateMark } from '../../../ui/audience/state-mark.tsx'
import { icon20, icon24, icon32 } from '../../../ui/icon-props.ts'
import { type Outcome, outcomesOf, playOutcome, readSandbox, type SandboxPayment } from './sandbox-call.ts'
import css from './sandbox-page.module.css'

const icons = {
  pay: IconCreditCard,
  fail: IconCreditCardOff,
  issueCode: IconBuildingBank,
  payLate: IconClockExclamation,
} as const satisfies Record<Outcome, typeof IconCreditCard>

const Choice = (props: { outcome: Outcome; state: SandboxPayment['state']; isBusy: boolean; onPlay: () => void }) => {
  const { outcome, state, isBusy, onPlay } = props
  const t = useText('payment')
  const Icon = icons[outcome]
  const words = outcome === 'pay' && state === 'waiting' ? 'payCode' : outcome
  return (
    <li>
      <button
        type="button"
        className={clsx(css.choice, outcome === 'pay' && css.main)}
        disabled={isBusy}
        onClick={onPlay}
      >
        <Icon className="icon-muted" {...icon24} />
        <span className="grow">
          <b>{t(`outcome.${words}.title`)}</b>
          <small className="small">{t(`outcome.${words}.text`)}</small>
        </span>
        <IconChevronRight className="icon-muted" {...icon20} />
      </button>
    </li>
  )
}

/** What the code is, line by line: the name of its words, and its value. */
const linesOf = (code: SandboxPayment['code']): readonly (readonly [string, string])[] => {
  if (code === null) return []
  switch (code.kind) {
    case 'atm':
    case 'transfer':
      return [
        ['bank', code.bankCode],
        ['account', code.account.replace(/(.{4})(?=.)/g, '$1 ')],
      ]
    case 'cvs':
      return [['code', code.code]]
    case 'barcode':
      return code.barcodes.map((barcode, at) => [`barcode${at + 1}`, barcode] as const)
  }
}

const Checkout = ({ payment, token }: { payment: SandboxPayment; token: string }) => {
  const t = useText('payment')
  const format = useFormat()
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const { firmName, orderNo, method, amount, currency, state, code, returnPath } = payment
  const outcomes = outcomesOf(state, method)

  const play = async (outcome: Outcome) => {
    setBusy(true)
    setTrouble(undefined)
    try {
      location.assign(await playOutcome(token, outcome))
    } catch (error) {
      setBusy(false)
      if (!isCallError(error)) throw error
      setTrouble(error.errorName === 'conflict' ? t('overtaken') : error.message)
    }
  }

  return (
    <>
      <section className={css.order} aria-labelledby="amount-title">
        <h1 id="amount-title">
          <small>{t('amount')}</small>
          {format.money({ amount, currency })}
        </h1>
        <dl>
          <div>
            <dt>{t('firm')}</dt>
            <dd>{firmName}</dd>
          </div>
          <div>
            <dt>{t('orderNo')}</dt>
            <dd>{orderNo}</dd>
          </div>
          <div>
            <dt>{t('method')}</dt>
            <dd>{t(`methods.${method}`)}</dd>
          </div>
          {linesOf(code).map(([name, value]) => (
            <div key={name}>
              <dt>{t(name)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      {outcomes.length > 0 ? (
        <section aria-labelledby="choices-title">
          <h2 id="choices-title">{t('heading')}</h2>
          <ul className={clsx('stack-s', css.choices)}>
            {outcomes.map((outcome) => (
              <Choice key={outcome} outcome={outcome} state={state} isBusy={isBusy} onPlay={() => void play(outcome)} />
            ))}
          </ul>
        </section>
      ) : (
        <p className={css.over}>{t(`state.${state}`)}</p>
      )}
      <p className={css.trouble} role="alert">
        {trouble}
      </p>
      <ActionLink kind={outcomes.length > 0 ? 'soft' : 'filled'} big={outcomes.length === 0} href={returnPath}>
        {t('back')}
      </ActionLink>
    </>
  )
}

/** The built-in gateway's hosted page: nothing is charged, every outcome can be played through. */
export const SandboxPage = ({ token }: { token: string }) => {
  const t = useText('payment')
  const other = useLanguage() === 'en' ? 'zh-TW' : 'en'
  const [payment, setPayment] = useState<SandboxPayment>()
  const [trouble, setTrouble] = useState<string>()
  useEffect(() => {
    const load = () =>
      void readSandbox(token).then(setPayment, (error: unknown) => {
        if (!isCallError(error)) throw error
        setTrouble(error.errorName === 'notFound' ? '' : error.message)
      })
    load()
    // Back by the browser's own button: what can still happen may have changed.
    const restored = (event: PageTransitionEvent) => {
      if (event.persisted) location.reload()
    }
    addEventListener('pageshow', restored)
    return () => removeEventListener('pageshow', restored)
  }, [token])

  return (
    <div className={css.page}>
      <header>
        <div className={css.head}>
          <b>Sandbox Pay</b>
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
        </div>
        <p className={css.warning}>
          <IconFlask {...icon20} />
          <span>
            <b className="bold-line">{t('play.title')}</b>
            {t('play.text')}
          </span>
        </p>
      </header>
      <main className={css.main}>
        {payment ? (
          <Checkout payment={payment} token={token} />
        ) : trouble === undefined ? (
          <div className={clsx('stack', css.loading)} role="status" aria-label={t('loading')}>
            <i />
            <i />
            <i />
          </div>
        ) : (
          <section className={css.missing} role="alert">
            <StateMark large tone="calm" icon={<IconFileOff {...icon32} />} />
            <h1>{t('missing.title')}</h1>
            <p>{trouble || t('missing.text')}</p>
          </section>
        )}
      </main>
      <footer className={css.foot}>{t('foot')}</footer>
    </div>
  )
}
