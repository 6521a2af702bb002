import { pluralRules } from '@kaimai/contract/common/intl-formats.ts'
import type { Language } from '@kaimai/contract/common/language.ts'

export type TextValues = Readonly<Record<string, string | number>>

/** Where texts come from: i18next in the console, the page's own texts on audience pages. */
export interface Translator {
  readonly language: Language
  /** The text `key` (`list.title`) of a namespace (a feature's slug), `{{name}}` places filled in. */
  text(namespace: string, key: string, values?: TextValues): string
}

export interface TextTree {
  readonly [key: string]: string | TextTree
}

const lookUp = (tree: TextTree | undefined, key: string): string | undefined => {
  let node: string | TextTree | undefined = tree
  for (const part of key.split('.')) node = typeof node === 'object' ? node[part] : undefined
  return typeof node === 'string' ? node : undefined
}

const fillIn = (text: string, values: TextValues): string =>
  text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => String(values[name] ?? ''))

/**
 * The few rules of i18next that our texts use, in 1 KB: nested keys, `{{value}}`, `_one`/`_other` by `count`. A key
 * without a text answers itself and is a console.error, as in the console.
 */
export const createPlainTranslator = (
  language: Language,
  texts: Readonly<Record<string, TextTree>>,
  onMissing: (name: string) => void = (name) => console.error(`missing text: ${name}`),
): Translator => ({
  language,
  text: (namespace, key, values = {}) => {
    const tree = texts[namespace]
    const count = values.count
    const plural =
      typeof count === 'number' ? lookUp(tree, `${key}_${pluralRules(language, {}).select(count)}`) : undefined
    const text = plural ?? (typeof count === 'number' ? lookUp(tree, `${key}_other`) : undefined) ?? lookUp(tree, key)
    if (text === undefined) {
      onMissing(`${namespace}:${key}`)
      return key
    }
    return fillIn(text, values)
  },
})
