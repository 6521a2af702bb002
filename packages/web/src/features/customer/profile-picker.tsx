import type { ComponentType } from 'react'
import { useEffect, useState } from 'react'
import { useLanguage } from '../../lib/i18n/use-text.tsx'
import type { PickerCardProps } from './audience/picker-card.tsx'
import type { SavedParts } from './audience/saved-parts.ts'

export interface ProfilePickerProps {
  /** Key of the viewer's link. */
  readonly viewerKey: string
  /** The buyer wants what is saved in the form. */
  readonly onPick: (parts: SavedParts) => void
}

/**
 * A quiet card above a form that brings in what was saved last time: by itself on a device that is known, after the last
 * digits of the phone on another. Nothing while it loads, when nothing is saved, and when it can't be asked.
 */
export const ProfilePicker = ({ viewerKey, onPick }: ProfilePickerProps) => {
  const language = useLanguage()
  const [Card, setCard] = useState<ComponentType<PickerCardProps>>()
  useEffect(() => {
    let isHere = true
    void Promise.all([import('./audience/profile-texts.tsx'), import('./audience/picker-card.tsx')]).then(
      async ([{ withProfileTexts }, { PickerCard }]) => {
        const Loaded = await withProfileTexts(language, PickerCard)
        if (isHere) setCard(() => Loaded)
      },
      // Without it one fills in the form by hand.
      () => {},
    )
    return () => {
      isHere = false
    }
  }, [language])
  return Card ? <Card viewerKey={viewerKey} onPick={onPick} /> : null
}
