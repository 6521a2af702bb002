import type { Language } from '@kaimai/contract/common/language.ts'
import { createContext, type ReactNode, useCallback, useContext, useMemo } from 'react'
import { createFormat, type Format } from './format.ts'
import type { TextValues, Translator } from './translator.ts'

interface TextContextValue {
  readonly translator: Translator
  readonly timeZone: string | undefined
}

const TextContext = createContext<TextContextValue | undefined>(undefined)

/** `timeZone`: whose time is shown; undefined: the viewer's own. */
export const TextProvider = ({
  translator,
  timeZone,
  children,
}: {
  translator: Translator
  timeZone?: string | undefined
  children: ReactNode
}) => {
  const value = useMemo(() => ({ translator, timeZone }), [translator, timeZone])
  return <TextContext value={value}>{children}</TextContext>
}

const useTextContext = (): TextContextValue => {
  const value = useContext(TextContext)
  if (!value) throw new Error('TextProvider is missing')
  return value
}

export type Text = (key: string, values?: TextValues) => string

/** The texts of one feature: `const t = useText('product')`, `t('list.count', { count: 3 })`. */
export const useText = (namespace: string): Text => {
  const { translator } = useTextContext()
  return useCallback((key, values) => translator.text(namespace, key, values), [translator, namespace])
}

export const useLanguage = (): Language => useTextContext().translator.language

/** Dates, money and numbers in the user's language. */
export const useFormat = (): Format => {
  const { translator, timeZone } = useTextContext()
  return useMemo(() => createFormat(translator.language, timeZone), [translator, timeZone])
}
