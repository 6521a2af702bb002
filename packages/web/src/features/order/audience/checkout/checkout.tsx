import type { Language } from '@kaimai/contract/common/language.ts'
import { type ComponentType, createElement } from 'react'
import { MoreTexts } from '../../../../lib/i18n/use-text.tsx'
import type { CheckoutSheetProps } from './checkout-shop.ts'
import { CheckoutSheet } from './checkout-sheet.tsx'

const texts = {
  'zh-TW': () => import('./text/zh-TW.json'),
  en: () => import('./text/en.json'),
}

/** The sheet with its own texts, in a language. */
export const openCheckout = async (language: Language): Promise<ComponentType<CheckoutSheetProps>> => {
  const { default: tree } = await texts[language]()
  return (props) => (
    <MoreTexts namespace="checkout" texts={tree}>
      {createElement(CheckoutSheet, props)}
    </MoreTexts>
  )
}
