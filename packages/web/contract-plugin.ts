import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { markPure, stripRoutes, writeDownSchemas } from './src/app/build/contract-code.ts'

const contractFile = /\/packages\/contract\/src\/.*\.ts$/
const routeFile = /\/packages\/contract\/src\/[^/]+\/[^/]+\.routes\.ts$/
const protocolFile = /\/packages\/contract\/src\/room\/room\.protocol\.ts$/
const evaluated = [routeFile, protocolFile]

/**
 * Keeps the schema library out of audience pages. Files of routes are evaluated now, and what the browser gets of them
 * is the plain table: a schema imported from one of them is then a missing export, which fails the build. In the
 * contract's other files each constant is marked as made without side effects, so that unused schemas fall away. The room's
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
