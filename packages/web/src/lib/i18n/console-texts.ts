import { defaultLanguage, type Language, languages } from '@kaimai/contract/common/language.ts'
import { createInstance, type i18n } from 'i18next'
import LanguageDetector from 'i18next-browser-languagedetector'
import { createStore, type Store } from '../store/store.ts'
import type { TextTree, Translator } from './translator.ts'

/** Name of the language in the query string, the cookie and the storages. */
export const languageKeys = { query: 'lng', stored: 'i18nextLng' } as const

/** Spec section 9: where the language is looked for, in order, and where it is kept. */
export const detection = {
  order: ['querystring', 'cookie', 'localStorage', 'sessionStorage', 'navigator', 'htmlTag'],
  lookupQuerystring: languageKeys.query,
  lookupCookie: languageKeys.stored,
  lookupLocalStorage: languageKeys.stored,
  lookupSessionStorage: languageKeys.stored,
  caches: ['localStorage'],
  // zh, zh-Hant, zh-HK … are read as zh-TW, en-GB as en: only these two have texts.
  convertDetectedLanguage: (found: string) => (/^zh/i.test(found) ? 'zh-TW' : /^en/i.test(found) ? 'en' : found),
}

/** Loads every namespace of a language. */
export type LoadTexts = (language: Language) => Promise<Readonly<Record<string, TextTree>>>

export interface ConsoleTexts {
  readonly translator: Store<Translator>
  change(language: Language): Promise<void>
}

const asLanguage = (name: string | undefined): Language =>
  languages.find((language) => language === name) ?? defaultLanguage

const translatorOf = (instance: i18n, language: Language): Translator => ({
  language,
  text: (namespace, key, values) => instance.t(key, { ...values, ns: namespace, lng: language }),
})

/** i18next with the browser's language found; its texts are loaded one language at a time. */
export const createConsoleTexts = async (load: LoadTexts): Promise<ConsoleTexts> => {
  const instance = createInstance()
  await instance.use(LanguageDetector).init({
    fallbackLng: defaultLanguage,
    supportedLngs: languages,
    resources: {},
    detection,
    interpolation: { escapeValue: false },
    saveMissing: true,
    missingKeyHandler: (_languages, namespace, key) => console.error(`missing text: ${namespace}:${key}`),
  })
  const add = async (language: Language) => {
    for (const [namespace, tree] of Object.entries(await load(language))) {
      instance.addResourceBundle(language, namespace, tree)
    }
  }
  const show = (language: Language): Translator => {
    document.documentElement.lang = language
    // The server renders audience pages by this cookie, so that both shells speak one language.
    document.cookie = `${languageKeys.stored}=${language}; path=/; max-age=31536000; samesite=lax`
    return translatorOf(instance, language)
  }
  const first = asLanguage(instance.resolvedLanguage ?? instance.language)
  await add(first)
  const translator = createStore(show(first))
  return {
    translator,
    change: async (language) => {
      await add(language)
      await instance.changeLanguage(language)
      translator.set(show(language))
    },
  }
}
