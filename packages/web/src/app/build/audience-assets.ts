/** The parts of Vite's manifest that are read here. */
export type ViteManifest = Readonly<
  Record<
    string,
    {
      readonly file: string
      readonly css?: readonly string[]
      readonly imports?: readonly string[]
      readonly dynamicImports?: readonly string[]
    }
  >
>

/** What a page's first load consists of, as URLs. */
export interface AssetList {
  readonly js: readonly string[]
  readonly css: readonly string[]
}

export interface AudienceAssets {
  /** The script that starts every audience page; its own parts are in `shared`. */
  readonly entry: string
  /** What that script imports at once: the document names it, so that it does not come one after the other. */
  readonly entryParts: readonly string[]
  readonly shared: AssetList
  /** By the page's kind: what it needs beside the shared parts. */
  readonly pages: Readonly<Record<string, AssetList>>
  /** By a page's name of them and the language (`room/ended/en`): the file of the texts. */
  readonly texts: Readonly<Record<string, string>>
  /** By URL: what stands in the stylesheets of first loads. */
  readonly styles: Readonly<Record<string, string>>
}

/** A file of the sources and all it imports at once. */
const closureOf = (manifest: ViteManifest, start: string): AssetList => {
  const js = new Set<string>()
  const css = new Set<string>()
  const walk = (key: string): void => {
    const part = manifest[key]
    if (!part || js.has(`/${part.file}`)) return
    js.add(`/${part.file}`)
    for (const file of part.css ?? []) css.add(`/${file}`)
    for (const below of part.imports ?? []) walk(below)
  }
  walk(start)
  return { js: [...js], css: [...css] }
}

const joined = (lists: readonly AssetList[]): AssetList => ({
  js: [...new Set(lists.flatMap(({ js }) => js))],
  css: [...new Set(lists.flatMap(({ css }) => css))],
})

const without = (list: AssetList, taken: AssetList): AssetList => ({
  js: list.js.filter((each) => !taken.js.includes(each)),
  css: list.css.filter((each) => !taken.css.includes(each)),
})

const pageFile = /^src\/features\/[^/]+\/([^/]+)\.audience\.tsx$/
const textFile = /^src\/features\/([^/]+)\/audience\/(ended\/|replay\/)?text\/([^/]+)\.json$/

/** `entries`: the script that the document names, then those that it fetches on every page. `read`: a file of the build. */
export const audienceAssetsOf = (
  manifest: ViteManifest,
  entries: readonly [string, ...string[]],
  read: (url: string) => string,
): AudienceAssets => {
  const shared = joined(entries.map((entry) => closureOf(manifest, entry)))
  const pages: Record<string, AssetList> = {}
  const texts: Record<string, string> = {}
  for (const [key, part] of Object.entries(manifest)) {
    const kind = pageFile.exec(key)?.[1]
    if (kind !== undefined) pages[kind] = without(closureOf(manifest, key), shared)
    const text = textFile.exec(key)
    if (text) texts[`${text[1]}/${text[2] ?? ''}${text[3]}`] = `/${part.file}`
  }
  const sheets = new Set([shared, ...Object.values(pages)].flatMap(({ css }) => css))
  const styles = Object.fromEntries([...sheets].map((url) => [url, read(url)]))
  const [entry = '', ...entryParts] = closureOf(manifest, entries[0]).js
  return { entry, entryParts, shared, pages, texts, styles }
}
