import { IconMinus, IconPlus } from '@tabler/icons-react'
import { icon16 } from './icon-props.ts'
import { useLabels } from './labels.tsx'
import css from './quantity.module.css'

export interface QuantityProps {
  readonly label: string
  readonly value: number
  readonly onChange: (value: number) => void
  readonly min?: number
  readonly max?: number
}

/** A whole number by minus and plus. */
export const Quantity = ({ label, value, onChange, min = 0, max = Number.MAX_SAFE_INTEGER }: QuantityProps) => {
  const labels = useLabels()
  return (
    <div className={css.quantity} role="group" aria-label={label}>
      <button
        type="button"
        aria-label={`${labels.decrease} ${label}`}
        disabled={value <= min}
        onClick={() => onChange(value - 1)}
      >
        <IconMinus {...icon16} />
      </button>
      <output aria-live="polite">{value}</output>
      <button
        type="button"
        aria-label={`${labels.increase} ${label}`}
        disabled={value >= max}
        onClick={() => onChange(value + 1)}
      >
        <IconPlus {...icon16} />
      </button>
    </div>
  )
}
