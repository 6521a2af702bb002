import { IconBuildingStore, IconLock, IconPencil } from '@tabler/icons-react'
import { useSlow } from '../../../../lib/audience/use-slow.ts'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { Action } from '../../../../ui/audience/action.tsx'
import { icon20 } from '../../../../ui/icon-props.ts'
import css from './till.module.css'
import type { Lack } from './sections.ts'
import type { Sending } from './use-sending.ts'

/** The one button: pays, or says what is missing and leads there; below it what paying means. */
export const Till = ({
  total,
  paysNow,
  lack,
  phase,
  isDisabled,
  onPress,
  onLegal,
}: {
  readonly total: string
  /** There is something to pay, and before it is sent. */
  readonly paysNow: boolean
  /** The first thing that has to be filled in. */
  readonly lack: Lack | undefined
  readonly phase: Sending['phase']
  readonly isDisabled: boolean
  readonly onPress: () => void
  readonly onLegal: () => void
}) => {
  const t = useText('checkout')
  const isSending = phase === 'sending' || phase === 'leaving'
  const isSlow = useSlow(isSending)
  const Icon = lack === undefined ? IconLock : lack === 'store' ? IconBuildingStore : IconPencil
  const label =
    phase === 'leaving'
      ? t('checkout.leaving')
      : isSlow
        ? t('checkout.slow')
        : t(lack !== undefined ? `lack.${lack}` : paysNow ? 'checkout.pay' : 'checkout.confirm', { total })
  return (
    <div className={css.till}>
      <Action big busy={isSending} disabled={isDisabled} icon={<Icon {...icon20} />} onClick={onPress}>
        {label}
      </Action>
      <p className={css.legal}>
        {t('legal.agree')}
        <button type="button" data-legal onClick={onLegal}>
          {t('legal.title')}
        </button>
        {t('legal.agreeEnd')}
      </p>
    </div>
  )
}
