import { IconMinus, IconPlus } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import css from './stepper.module.css'

/** How many of something: one fewer, the number, one more. Zero takes it out of the cart. */
export const Stepper = ({
  name,
  value,
  most,
  busy,
  onChange,
}: {
  /** Of what, for screen readers. */
  readonly name: string
  readonly value: number
  readonly most: number
  /** A change is on its way; more of them are taken all the same. */
  readonly busy?: boolean
  readonly onChange: (value: number) => void
}) => {
  const t = useText('room')
  return (
    <div className={css.stepper} role="group" aria-label={t('shop.quantityOf', { name })}>
      <button type="button" aria-label={t('shop.fewer', { name })} onClick={() => onChange(Math.max(0, value - 1))}>
        <IconMinus size={16} stroke={2} aria-hidden="true" />
      </button>
      <output className={clsx(busy && css.busy)}>{value}</output>
      <button
        type="button"
        aria-label={t('shop.more', { name })}
        disabled={value >= most}
        onClick={() => onChange(value + 1)}
      >
        <IconPlus size={16} stroke={2} aria-hidden="true" />
      </button>
    </div>
  )
}
