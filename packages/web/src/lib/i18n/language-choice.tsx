import type { Language } from '@kaimai/contract/common/language.ts'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { useLanguage } from './use-text.tsx'

type Choose = (language: Language) => void

const ChooseContext = createContext<Choose>(() => undefined)

export const LanguageChoiceProvider = ({ choose, children }: { choose: Choose; children: ReactNode }) => (
  <ChooseContext value={choose}>{children}</ChooseContext>
)

/** The language spoken, and how to speak another. */
export const useLanguageChoice = () => {
  const choose = useContext(ChooseContext)
  const language = useLanguage()
  return useMemo(() => ({ language, choose }), [language, choose])
}
