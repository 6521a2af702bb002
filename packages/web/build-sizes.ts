import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Rolldown } from 'vite'
import type { AssetList, AudienceAssets } from './src/app/build/audience-assets.ts'

const compressible = /\.(js|css|html|svg|json)$/
/** Below this a compressed twin gains nothing, in bytes. */
const minSize = 200

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

/** Writes `.br` and `.gz` beside every text file, for a server that answers with what the browser takes. */
export const writeCompressed = (folder: string): void => {
  for (const file of filesBelow(folder).filter((each) => compressible.test(each))) {
    const content = readFileSync(file)
    if (content.length < minSize) continue
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
    const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }
    writeFileSync(`${file}.br`, brotliCompressSync(content, options))
  }
}

const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`.padStart(10)

const gzOf = (client: string, urls: readonly string[]): number =>
  urls.reduce((sum, url) => sum + gzipSync(readFileSync(join(client, url)), { level: 9 }).length, 0)

/** First load of the console: its entry and all that it imports at once. */
const consoleFirst = ({ output }: Rolldown.RolldownOutput): AssetList => {
  const chunks = new Map(output.flatMap((part) => (part.type === 'chunk' ? [[part.fileName, part] as const] : [])))
  const js = new Set<string>()
  const walk = (name: string): void => {
    const chunk = chunks.get(name)
    if (!chunk || js.has(`/${name}`)) return
    js.add(`/${name}`)
    for (const below of chunk.imports) walk(below)
  }
  for (const chunk of chunks.values()) if (chunk.isEntry) walk(chunk.fileName)
  const css = output.flatMap((part) => (part.fileName.endsWith('.css') ? [`/${part.fileName}`] : []))
  return { js: [...js], css }
}

interface Built {
  readonly console: Rolldown.RolldownOutput
  readonly audience: Rolldown.RolldownOutput
  readonly assets: AudienceAssets
  readonly client: string
}

/** First loads of scripts and styles, gzipped; says which audience page is over its budget. */
export const printSizes = ({ console: consoleBuild, assets, client }: Built): void => {
  const first = consoleFirst(consoleBuild)
  const line = (name: string, list: AssetList) =>
    console.log(`${name.padEnd(28)}${kilobytes(gzOf(client, list.js))} js${kilobytes(gzOf(client, list.css))} css`)
  console.log('First load, gzipped')
  line('console (all styles)', first)
  line('audience, shared', assets.shared)
  for (const [kind, list] of Object.entries(assets.pages)) {
    const whole = { js: [...assets.shared.js, ...list.js], css: [...assets.shared.css, ...list.css] }
    line(`audience, ${kind}`, whole)
    if (gzOf(client, whole.js) > audienceBudget)
      console.log(`  over the ${kilobytes(audienceBudget).trim()} of scripts it may load`)
  }
}

/** Scripts of an audience page's first load, gzipped, in bytes. */
const audienceBudget = 110 * 1024
