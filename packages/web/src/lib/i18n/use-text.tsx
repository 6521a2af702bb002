import type { Language } from '@kaimai/contract/common/language.ts'
import { createContext, type ReactNode, useCallback, useContext, useMemo } from 'react'
import { createFormat, type Format } from './format.ts'
import { createPlainTranslator, type TextTree, type TextValues, type Translator } from './translator.ts'

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

/** More texts of a namespace, for a part of a page that came later with its own: by their first word. */
export const MoreTexts = ({
  namespace,
  texts,
  children,
}: {
  namespace: string
  texts: TextTree
  children: ReactNode
}) => {
  const { translator: base, timeZone } = useTextContext()
  const translator = useMemo((): Translator => {
    const more = createPlainTranslator(base.language, { [namespace]: texts })
    const isMore = (asked: string, key: string) => asked === namespace && (key.split('.')[0] ?? '') in texts
    return {
      language: base.language,
      text: (asked, key, values) => (isMore(asked, key) ? more : base).text(asked, key, values),
    }
  }, [base, namespace, texts])
  return (
    <TextProvider translator={translator} timeZone={timeZone}>
      {children}
    </TextProvider>
  )
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
