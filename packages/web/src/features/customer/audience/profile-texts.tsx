import type { Language } from '@kaimai/contract/common/language.ts'
import type { ComponentType } from 'react'
import { type LazyTexts, withTexts } from '../../../lib/i18n/with-texts.tsx'

const texts: LazyTexts = {
  namespace: 'customer',
  files: { 'zh-TW': () => import('./text/zh-TW.json'), en: () => import('./text/en.json') },
}

/** A part of another feature's page with the texts of this one, in a language. */
export const withProfileTexts = <P extends object>(
  language: Language,
  part: ComponentType<P>,
): Promise<ComponentType<P>> => withTexts(texts, part, language)
