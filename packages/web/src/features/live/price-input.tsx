import { type Currency, currencyLabel, readPrice } from '@kaimai/contract/common/money.ts'
import { useState } from 'react'
import { useFormat } from '../../lib/i18n/use-text.tsx'
import css from './products-tab.module.css'

interface PriceInputProps {
  readonly label: string
  /** Minor units; null: none; NaN: the text is no price, which saving reports. */
  readonly value: number | null
  readonly onChange: (minor: number | null) => void
  readonly currency: Currency
  readonly placeholder: string
  readonly errorId: string | undefined
  readonly isFaulty: boolean
}

/** A price in a row; empty: none. */
export const PriceInput = (props: PriceInputProps) => {
  const { label, value, onChange, currency, placeholder, errorId, isFaulty } = props
  const f = useFormat()
  const shown = value === null || !Number.isFinite(value) ? '' : f.amount(value)
  const [typed, setTyped] = useState(shown)
  const [seen, setSeen] = useState(value)
  if (!Object.is(seen, value)) {
    setSeen(value)
    // What could not be read stays as it was typed.
    if (value === null || Number.isFinite(value)) setTyped(shown)
  }
  const commit = () => {
    if (typed === shown) return
    if (typed.trim() === '') return onChange(null)
    onChange(readPrice(typed) ?? Number.NaN)
  }
  return (
    <span className={css.price} data-invalid={isFaulty || undefined}>
      <span className="caption" aria-hidden="true">
        {currencyLabel(currency)}$
      </span>
      <input
        inputMode="decimal"
        aria-label={label}
        aria-invalid={isFaulty || undefined}
        aria-describedby={errorId}
        placeholder={placeholder}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
      />
    </span>
  )
}
