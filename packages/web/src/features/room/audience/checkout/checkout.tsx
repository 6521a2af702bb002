import type { Language } from '@kaimai/contract/common/language.ts'
import { type ComponentType, createElement } from 'react'
import { MoreTexts } from '../../../../lib/i18n/use-text.tsx'
import { CheckoutSheet, type CheckoutSheetProps } from './checkout-sheet.tsx'

const texts = {
  'zh-TW': () => import('./text/zh-TW.json'),
  en: () => import('./text/en.json'),
}

/** The way from the cart to the payment with its own texts, in a language. */
export const loadCheckout = async (language: Language): Promise<ComponentType<CheckoutSheetProps>> => {
  const { default: tree } = await texts[language]()
  return (props) => (
    <MoreTexts namespace="room" texts={tree}>
      {createElement(CheckoutSheet, props)}
    </MoreTexts>
  )
}
