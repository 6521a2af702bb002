import { IconMinus, IconPlus } from '@tabler/icons-react'
import { clsx } from 'clsx'
import css from './stepper.module.css'

/** For screen readers: of what it is the number, and what its buttons do. */
export interface StepperLabels {
  readonly group: string
  readonly fewer: string
  readonly more: string
}

/** How many of something: one fewer, the number, one more. */
export const Stepper = ({
  labels,
  value,
  min = 0,
  max,
  busy,
  onChange,
}: {
  readonly labels: StepperLabels
  readonly value: number
  readonly min?: number
  readonly max: number
  /** A change is on its way; more of them are taken all the same. */
  readonly busy?: boolean
  readonly onChange: (value: number) => void
}) => (
  <div className={css.stepper} role="group" aria-label={labels.group}>
    <button
      type="button"
      aria-label={labels.fewer}
      disabled={value <= min && min > 0}
      onClick={() => onChange(Math.max(min, value - 1))}
    >
      <IconMinus size={16} stroke={2} aria-hidden="true" />
    </button>
    <output className={clsx(busy && css.busy)}>{value}</output>
    <button type="button" aria-label={labels.more} disabled={value >= max} onClick={() => onChange(value + 1)}>
      <IconPlus size={16} stroke={2} aria-hidden="true" />
    </button>
  </div>
)
