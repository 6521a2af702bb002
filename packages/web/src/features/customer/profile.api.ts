import type { Language } from '@kaimai/contract/common/language.ts'
import type { ComponentType } from 'react'
import type { ProfileSheetProps } from './audience/saved-parts.ts'

export type { ProfileSheetProps, SavedParts } from './audience/saved-parts.ts'

/** The sheet of what is saved, with its own texts in a language; loaded when somebody opens it. */
export const loadProfileSheet = async (language: Language): Promise<ComponentType<ProfileSheetProps>> => {
  const { withProfileTexts } = await import('./audience/profile-texts.tsx')
  const { ProfileSheet } = await import('./audience/profile-sheet.tsx')
  return withProfileTexts(language, ProfileSheet)
}
