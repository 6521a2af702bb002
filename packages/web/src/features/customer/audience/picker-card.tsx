import { IconCircleCheck, IconLock } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useEffect, useState } from 'react'
import { useLatest } from '../../../lib/audience/use-latest.ts'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { icon22 } from '../../../ui/icon-props.ts'
import type { SavedParts } from './saved-parts.ts'
import { LastDigits } from './last-digits.tsx'
import css from './picker-card.module.css'
import { useProfile } from './use-profile.ts'

export interface PickerCardProps {
  readonly viewerKey: string
  readonly onPick: (parts: SavedParts) => void
}

const joined = (...words: readonly string[]): string => words.filter((word) => word !== '').join('・')

/** What was saved last time: brought in by itself where it is open, on a new device after the last digits of the phone. */
export const PickerCard = ({ viewerKey, onPick }: PickerCardProps) => {
  const t = useText('customer')
  const { profile, unlock } = useProfile(viewerKey)
  const [isAsking, setAsking] = useState(false)
  const [isPicked, setPicked] = useState(false)

  const pick = (of: SavedParts): void => {
    setPicked(true)
    onPick({ personal: of.personal, delivery: of.delivery, invoice: of.invoice, paymentMethod: of.paymentMethod })
  }
  const latest = useLatest(pick)
  const open = profile === undefined || profile.locked || profile.empty ? undefined : profile
  useEffect(() => {
    if (open && (open.personal ?? open.delivery ?? open.invoice) !== null) latest.current(open)
  }, [open, latest])

  if (!profile) return null
  if (isPicked) {
    return (
      <p className={css.done} role="status">
        <IconCircleCheck {...icon22} />
        {t('picker.done')}
      </p>
    )
  }

  const { triesLeft, signedUp } = profile
  // What was saved, else who signed up: either opens by the last digits of its phone.
  const closed = profile.locked && !profile.empty ? profile.redacted : signedUp?.locked ? signedUp : undefined
  if (closed === undefined || closed.phone === '' || (triesLeft === 0 && !isAsking)) return null

  const onDigits = async (digits: string): Promise<string | undefined> => {
    const found = await unlock(digits)
    if (typeof found === 'string') return found
    pick({ ...found, personal: found.personal ?? found.signedUp })
    return undefined
  }

  return (
    <div className={css.card}>
      <button type="button" className={css.row} aria-expanded={isAsking} onClick={() => setAsking(!isAsking)}>
        <IconLock className="icon-muted" {...icon22} />
        <span className={clsx('grow', css.words)}>
          <b className="clip">{t('picker.title')}</b>
          <small className="clip small">{joined(closed.fullName, 'delivery' in closed ? closed.delivery : '')}</small>
        </span>
        {!isAsking && <span className={css.take}>{t('picker.open')}</span>}
      </button>
      {isAsking && (
        <div className={css.ask}>
          <LastDigits phone={closed.phone} triesLeft={triesLeft} onDigits={onDigits} />
        </div>
      )}
    </div>
  )
}
