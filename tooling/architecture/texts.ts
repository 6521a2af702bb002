import type { Offences, Tree } from './tree.ts'

const languages = ['zh-TW', 'en'] as const
const textFile = /^(packages\/web\/src\/.*\/text)\/(zh-TW|en)\.json$/

const namespaceOf = /\buseText\('([\w-]+)'\)/g
const usedKey = /(?<![\w.])t\(\s*'([\w.-]+)'\s*[,)]/g

/** Each key that a component asks its `t` for stands in the texts of the feature it names, as itself or in plural forms. */
export const checkUsedTexts = (tree: Tree): Offences => {
  const known = textsByFile(tree)
  return [...tree].flatMap(([path, text]) => {
    if (!/^packages\/web\/src\/(app|features|ui)\//.test(path) || path.includes('.test.') || !/\.tsx?$/.test(path))
      return []
    const namespaces = new Set([...text.matchAll(namespaceOf)].map(([, name = '']) => name))
    const [namespace] = namespaces
    // Of a component with texts of two features each `t` would have to be followed.
    if (namespace === undefined || namespaces.size > 1) return []
    const own = known.filter((each) => each.path.includes(`/${namespace}/`))
    const keys = new Set((own.length > 0 ? own : known).flatMap(({ texts }) => [...texts.keys()]))
    const asked = new Set([...text.matchAll(usedKey)].map(([, key = '']) => key))
    return [...asked].filter((key) => !keys.has(key)).map((key) => `${path}: no text ${namespace}:${key}`)
  })
}

/** The English text files and their texts; what is in them is in their twins too. */
export const textsByFile = (
  tree: Tree,
): { readonly path: string; readonly texts: ReadonlyMap<string, readonly string[]> }[] =>
  [...tree.keys()].flatMap((path) => {
    if (textFile.exec(path)?.[2] !== 'en') return []
    const texts = flatten(path, tree.get(path))
    return typeof texts === 'string' ? [] : [{ path, texts }]
  })

/** Every text stands in both languages, none is empty, and both take the same values ({{name}}). */
export const checkTexts = (tree: Tree): Offences => {
  const folders = new Set([...tree.keys()].flatMap((path) => textFile.exec(path)?.[1] ?? []))
  return [...folders].flatMap((folder) => {
    const [first, second] = languages.map((language) => {
      const path = `${folder}/${language}.json`
      return { path, texts: flatten(path, tree.get(path)) }
    })
    if (first === undefined || second === undefined) return []
    return [...compare(first, second), ...compare(second, first)]
  })
}

interface TextFile {
  readonly path: string
  /** Key path (`form.title`) → its text, several where it has plural forms; or why the file can't be read. */
  readonly texts: ReadonlyMap<string, readonly string[]> | string
}

const compare = (one: TextFile, other: TextFile): Offences => {
  if (typeof one.texts === 'string') return [`${one.path}: ${one.texts}`]
  if (typeof other.texts === 'string') return []
  const { texts } = other
  return [...one.texts].flatMap(([key, forms]) => {
    if (forms.some((text) => text.trim() === '')) return [`${one.path}: ${key} is empty`]
    const twin = texts.get(key)
    if (twin === undefined) return [`${other.path}: ${key} is missing`]
    const missing = valuesIn(forms).filter((value) => !valuesIn(twin).includes(value))
    return missing.map((value) => `${other.path}: ${key} does not use {{${value}}} as its twin does`)
  })
}

const valuesIn = (forms: readonly string[]): string[] => [
  ...new Set(forms.flatMap((text) => [...text.matchAll(/\{\{-?\s*(\w+)/g)].flatMap((match) => match[1] ?? []))),
]

/** Languages have plural forms of their own (English one and other, Chinese other alone). */
const pluralForm = /_(zero|one|two|few|many|other)$/

const flatten = (path: string, json: string | undefined): TextFile['texts'] => {
  if (json === undefined) return 'is missing'
  const found = new Map<string, string[]>()
  const walk = (value: unknown, key: string): void => {
    if (typeof value === 'object' && value !== null) {
      for (const [name, below] of Object.entries(value)) walk(below, key === '' ? name : `${key}.${name}`)
      return
    }
    const name = key.replace(pluralForm, '')
    found.set(name, [...(found.get(name) ?? []), typeof value === 'string' ? value : ''])
  }
  try {
    walk(JSON.parse(json), '')
  } catch (error) {
    return `is no JSON (${error instanceof Error ? error.message : path})`
  }
  return found
}
