import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { markPure, stripRoutes } from './src/app/build/contract-code.ts'

const contractFile = /\/packages\/contract\/src\/.*\.ts$/
const routeFile = /\/packages\/contract\/src\/[^/]+\/[^/]+\.routes\.ts$/

/**
 * Keeps the schema library out of audience pages. Files of routes are evaluated now, and what the browser gets of them
 * is the plain table: a schema imported from one of them is then a missing export, which fails the build. In the
 * contract's other files each constant is marked as made without side effects, so that unused schemas fall away.
 */
export const contractPlugin = (): Plugin[] => [
  {
    name: 'kaimai:contract-routes',
    enforce: 'pre',
    load: {
      filter: { id: routeFile },
      async handler(id) {
        const exports: Record<string, unknown> = await import(pathToFileURL(id).href)
        return { code: stripRoutes(exports), moduleSideEffects: false }
      },
    },
  },
  {
    name: 'kaimai:contract-pure',
    enforce: 'post',
    transform: {
      filter: { id: { include: contractFile, exclude: routeFile } },
      handler(code) {
        return { code: markPure(code, this.parse(code)), moduleSideEffects: false, map: null }
      },
    },
  },
]
