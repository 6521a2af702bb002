import { type Language, languageOf } from '@kaimai/contract/common/language.ts'
import { type ComponentType, createElement } from 'react'
import type { TextTree } from './translator.ts'
import { MoreTexts } from './use-text.tsx'

/** Texts of a namespace that come with a part of a page instead of with the page. */
export interface LazyTexts {
  readonly namespace: string
  readonly files: Readonly<Record<Language, () => Promise<{ readonly default: TextTree }>>>
}

/** A part of a page with the texts that it brings, in a language, by default that of the page. */
export const withTexts = async <P extends object>(
  { namespace, files }: LazyTexts,
  part: ComponentType<P>,
  language: Language = languageOf(document.documentElement.lang),
): Promise<ComponentType<P>> => {
  const { default: texts } = await files[language]()
  return (props) => (
    <MoreTexts namespace={namespace} texts={texts}>
      {createElement(part, props)}
    </MoreTexts>
  )
}
