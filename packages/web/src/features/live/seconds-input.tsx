import { clsx } from 'clsx'
import { useState } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { readSeconds, showSeconds } from './live-time.ts'
import css from './seconds-input.module.css'

interface SecondsInputProps {
  readonly label: string
  /** Null: no time; NaN: the text is no time, which saving reports. */
  readonly value: number | null
  readonly onChange: (seconds: number | null) => void
  /** Id of the row's words on what is wrong with it. */
  readonly errorId: string | undefined
  readonly error: string | undefined
  /** Shown while there is no time; with it the field may be empty. */
  readonly placeholder?: string
}

const shown = (value: number | null): string => (value === null || !Number.isFinite(value) ? '' : showSeconds(value))

/** A time into the live as hh:mm:ss; shorter forms are understood. */
export const SecondsInput = ({ label, value, onChange, error, errorId, placeholder }: SecondsInputProps) => {
  const t = useText('live')
  const [typed, setTyped] = useState(() => shown(value))
  const [seen, setSeen] = useState(value)
  if (!Object.is(seen, value)) {
    setSeen(value)
    // What could not be read stays as it was typed.
    if (value === null || Number.isFinite(value)) setTyped(shown(value))
  }
  const isWrong = value !== null && !Number.isFinite(value)
  const commit = () => {
    // Untouched, a time keeps the parts of a second that are not shown.
    if (typed === shown(value)) return
    const empty = typed.trim() === '' && placeholder !== undefined
    const read = readSeconds(typed)
    if (read !== undefined) setTyped(showSeconds(read))
    onChange(empty ? null : (read ?? Number.NaN))
  }
  return (
    <input
      className={clsx(css.input, css.seconds)}
      inputMode="numeric"
      aria-label={label}
      aria-invalid={isWrong || error !== undefined || undefined}
      aria-describedby={errorId}
      title={isWrong ? t('rows.timeFormat') : undefined}
      placeholder={placeholder}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  )
}
