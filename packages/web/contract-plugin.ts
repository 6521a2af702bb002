import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import {
  importTexts,
  markPure,
  stripRoutes,
  textTablesOf,
  writeDownSchemas,
  writeTexts,
} from './src/app/build/contract-code.ts'

const contractFile = /\/packages\/contract\/src\/.*\.ts$/
const routeFile = /\/packages\/contract\/src\/[^/]+\/[^/]+\.routes\.ts$/
const protocolFile = /\/packages\/contract\/src\/room\/room\.protocol\.ts$/
const evaluated = [routeFile, protocolFile]

const ownFile = /\/packages\/(web|contract)\/src\/.*\.tsx?$/
const textFile = /\/packages\/contract\/src\/[\w-]+\/(?:[\w-]+\.errors|error-text)\.ts$/
/** `texts:<table>:<file>`: what stands for one table of error texts. */
const textsId = /^\0?texts:(\w+):(.+)$/

const exportsOf = (file: string): Promise<Record<string, unknown>> => import(pathToFileURL(file).href)

/**
 * Keeps the schema library out of audience pages. Files of routes are evaluated now, and what the browser gets of them
 * is the plain table: a schema imported from one of them is then a missing export, which fails the build. In the
 * contract's other files each constant is marked as made without side effects, so that unused schemas fall away. Of a table
 * of error texts a page gets those that it names: a form's own checks say five of fifty. The room's
 * protocol keeps its schemas, written down: what the server tells is read by them, and the library alone would weigh more
 * than the room's own code and take a phone 80 ms.
 */
export const contractPlugin = (): Plugin[] => [
  {
    name: 'kaimai:contract-evaluated',
    enforce: 'pre',
    load: {
      filter: { id: evaluated },
      async handler(id) {
        const exports: Record<string, unknown> = await import(pathToFileURL(id).href)
        const write = routeFile.test(id) ? stripRoutes : writeDownSchemas
        return { code: write(exports), moduleSideEffects: false }
      },
    },
  },
  {
    name: 'kaimai:contract-texts',
    enforce: 'post',
    resolveId: {
      filter: { id: textsId },
      handler: (id) => `\0${id.replace('\0', '')}`,
    },
    load: {
      filter: { id: textsId },
      async handler(id) {
        const [, table = '', file = ''] = textsId.exec(id) ?? []
        return { code: writeTexts((await exportsOf(file))[table]), moduleSideEffects: false }
      },
    },
    transform: {
      filter: { id: ownFile, code: /\.errors\.ts|error-text\.ts/ },
      async handler(code, id) {
        const program = this.parse(code)
        const files = new Map<string, { readonly file: string; readonly tables: readonly string[] }>()
        for (const { type, source } of program.body as readonly { type: string; source?: { value: string } | null }[]) {
          if (type !== 'ImportDeclaration' || !source) continue
          const file = (await this.resolve(source.value, id))?.id ?? ''
          if (textFile.test(file)) files.set(source.value, { file, tables: textTablesOf(await exportsOf(file)) })
        }
        const written = importTexts(code, program as Parameters<typeof importTexts>[1], (source, name) => {
          const found = files.get(source)
          return found?.tables.includes(name) === true ? `texts:${name}:${found.file}` : undefined
        })
        return { code: written, map: null }
      },
    },
  },
  {
    name: 'kaimai:contract-pure',
    enforce: 'post',
    transform: {
      filter: { id: { include: contractFile, exclude: evaluated } },
      handler(code) {
        return { code: markPure(code, this.parse(code)), moduleSideEffects: false, map: null }
      },
    },
  },
]
