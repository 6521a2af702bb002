import { LabelledNumber } from '../../ui/field.tsx'

interface MoneyFieldProps {
  readonly name: string
  readonly label: string
  /** Minor units; null: nothing. */
  readonly value: number | null
  readonly onChange: (minor: number | null) => void
  readonly onBlur: () => void
  readonly error: string | undefined
  readonly placeholder?: string
  readonly disabled?: boolean
}

/** Whole NT$, kept as minor units. */
export const MoneyField = ({ value, onChange, ...field }: MoneyFieldProps) => (
  <LabelledNumber
    {...field}
    prefix="NT$"
    value={value === null ? undefined : value / 100}
    onChange={(amount) => onChange(amount === undefined ? null : Math.round(amount * 100))}
  />
)
