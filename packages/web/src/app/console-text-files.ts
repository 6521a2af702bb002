import type { Language } from '@kaimai/contract/common/language.ts'
import type { LoadTexts } from '../lib/i18n/console-texts.ts'
import type { TextTree } from '../lib/i18n/translator.ts'

type TextFiles = Readonly<Record<string, () => Promise<TextTree>>>

// The build gathers each language into one chunk: one request, and nothing of the language that is not spoken.
const files: Readonly<Record<Language, TextFiles>> = {
  'zh-TW': {
    ...import.meta.glob<TextTree>('./text/zh-TW.json', { import: 'default' }),
    ...import.meta.glob<TextTree>('./*/text/zh-TW.json', { import: 'default' }),
    ...import.meta.glob<TextTree>('../features/*/text/zh-TW.json', { import: 'default' }),
  },
  en: {
    ...import.meta.glob<TextTree>('./text/en.json', { import: 'default' }),
    ...import.meta.glob<TextTree>('./*/text/en.json', { import: 'default' }),
    ...import.meta.glob<TextTree>('../features/*/text/en.json', { import: 'default' }),
  },
}

/** Texts are the namespace of their feature's slug, or of a folder of the app; the app's own are `app`. */
const namespaceOf = (path: string): string =>
  /features\/([^/]+)\//.exec(path)?.[1] ?? /^\.\/([^/]+)\/text\//.exec(path)?.[1] ?? 'app'

export const loadConsoleTexts: LoadTexts = async (language) =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(files[language]).map(async ([path, load]) => [namespaceOf(path), await load()] as const),
    ),
  )
