import { unlockDigits } from '@kaimai/contract/customer/profile.schema.ts'
import { asciiDigits } from '@kaimai/contract/common/typed-text.ts'
import { clsx } from 'clsx'
import { useEffect, useId, useRef, useState } from 'react'
import { useText } from '../../../lib/i18n/use-text.tsx'
import css from './last-digits.module.css'

const places = Array.from({ length: unlockDigits }, (_, at) => at)

/** The last digits of the phone: one field that looks like three boxes, sent with its last digit. */
export const LastDigits = ({
  phone,
  triesLeft,
  onDigits,
}: {
  /** As far as it is shown. */
  readonly phone: string
  readonly triesLeft: number
  /** Answers what is wrong; '': no answer came. */
  readonly onDigits: (digits: string) => Promise<string | undefined>
}) => {
  const t = useText('customer')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  useEffect(() => {
    // It comes after the sheet, or by a tap on the card: typing may begin.
    input.current?.focus({ preventScroll: true })
  }, [])

  const type = async (text: string): Promise<void> => {
    if (busy) return
    const digits = asciiDigits(text).replace(/\D/g, '').slice(0, unlockDigits)
    setTyped(digits)
    if (digits !== '') setProblem(undefined)
    if (digits.length < unlockDigits) return
    setBusy(true)
    const wrong = await onDigits(digits)
    setBusy(false)
    if (wrong === undefined) return
    setTyped('')
    setProblem(wrong === '' ? t('unlock.failed') : wrong)
    input.current?.focus({ preventScroll: true })
  }

  if (triesLeft === 0) {
    return (
      <p className={css.closed} role="status">
        {t('unlock.closed')}
        <small>{t('unlock.closedHint')}</small>
      </p>
    )
  }
  return (
    <div className={css.ask}>
      <label className="text-m" htmlFor={id}>
        {phone === '' ? t('unlock.labelPlain') : t('unlock.label', { phone })}
      </label>
      <span className={clsx(css.boxes, busy && css.busy, problem !== undefined && css.wrong)}>
        {places.map((at) => (
          <i key={at} aria-hidden="true" data-next={at === Math.min(typed.length, unlockDigits - 1) || undefined}>
            {typed[at] ?? ''}
          </i>
        ))}
        <input
          ref={input}
          id={id}
          value={typed}
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint="done"
          maxLength={unlockDigits}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={`${id}-left`}
          onChange={(event) => void type(event.target.value)}
        />
      </span>
      <p id={`${id}-left`} className={css.left} aria-live="polite">
        {busy ? (
          t('unlock.checking')
        ) : (
          <>
            {problem !== undefined && <b>{problem}</b>}
            {t('unlock.left', { count: triesLeft })}
          </>
        )}
      </p>
    </div>
  )
}
