import type { Language } from '@kaimai/contract/common/language.ts'
import { type ComponentType, createElement } from 'react'
import { MoreTexts } from '../../../lib/i18n/use-text.tsx'

const texts = {
  'zh-TW': () => import('./text/zh-TW.json'),
  en: () => import('./text/en.json'),
}

/** A part of another feature's page with the texts of this one, in a language. */
export const withProfileTexts = async <P extends object>(
  language: Language,
  part: ComponentType<P>,
): Promise<ComponentType<P>> => {
  const { default: tree } = await texts[language]()
  return (props) => (
    <MoreTexts namespace="customer" texts={tree}>
      {createElement(part, props)}
    </MoreTexts>
  )
}
