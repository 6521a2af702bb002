import { IconCircleCheck, IconHistory, IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { icon22 } from '../../../ui/icon-props.ts'
import type { SavedParts } from './saved-parts.ts'
import { LastDigits } from './last-digits.tsx'
import css from './picker-card.module.css'
import { placeLabels } from './saved-labels.ts'
import { useProfile } from './use-profile.ts'

export interface PickerCardProps {
  readonly viewerKey: string
  readonly onPick: (parts: SavedParts) => void
}

const joined = (...words: readonly string[]): string => words.filter((word) => word !== '').join('・')

/** What was saved last time, on one line; a tap brings it in, on a new device after the last digits of the phone. */
export const PickerCard = ({ viewerKey, onPick }: PickerCardProps) => {
  const t = useText('customer')
  const { profile, unlock } = useProfile(viewerKey)
  const [isAsking, setAsking] = useState(false)
  const [isPicked, setPicked] = useState(false)

  if (!profile || profile.empty) return null
  if (isPicked) {
    return (
      <p className={css.done} role="status">
        <IconCircleCheck {...icon22} />
        {t('picker.done')}
      </p>
    )
  }

  const { locked, redacted, personal, delivery, invoice, triesLeft } = profile
  if (locked && (redacted.phone === '' || (triesLeft === 0 && !isAsking))) return null
  if (!locked && personal === null && delivery === null && invoice === null) return null

  const pick = (of: SavedParts): void => {
    setPicked(true)
    onPick({ personal: of.personal, delivery: of.delivery, invoice: of.invoice, paymentMethod: of.paymentMethod })
  }
  const onDigits = async (digits: string): Promise<string | undefined> => {
    const found = await unlock(digits)
    if (typeof found === 'string') return found
    pick(found)
    return undefined
  }
  const line = locked
    ? joined(redacted.fullName, redacted.delivery)
    : joined(personal?.fullName ?? '', placeLabels(delivery, t))

  return (
    <div className={css.card}>
      <button
        type="button"
        className={css.row}
        aria-expanded={locked ? isAsking : undefined}
        onClick={() => (locked ? setAsking(!isAsking) : pick(profile))}
      >
        {locked ? <IconLock {...icon22} /> : <IconHistory {...icon22} />}
        <span className={css.words}>
          <b>{t('picker.title')}</b>
          <small>{line}</small>
        </span>
        {!isAsking && <span className={css.take}>{t(locked ? 'picker.open' : 'picker.take')}</span>}
      </button>
      {locked && isAsking && (
        <div className={css.ask}>
          <LastDigits phone={redacted.phone} triesLeft={triesLeft} onDigits={onDigits} />
        </div>
      )}
    </div>
  )
}
