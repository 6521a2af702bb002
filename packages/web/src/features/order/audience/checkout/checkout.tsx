import type { Language } from '@kaimai/contract/common/language.ts'
import type { ComponentType } from 'react'
import { type LazyTexts, withTexts } from '../../../../lib/i18n/with-texts.tsx'
import type { CheckoutSheetProps } from './checkout-shop.ts'
import { CheckoutSheet } from './checkout-sheet.tsx'

const texts: LazyTexts = {
  namespace: 'checkout',
  files: { 'zh-TW': () => import('./text/zh-TW.json'), en: () => import('./text/en.json') },
}

/** The sheet with its own texts, in a language. */
export const openCheckout = (language: Language): Promise<ComponentType<CheckoutSheetProps>> =>
  withTexts(texts, CheckoutSheet, language)
