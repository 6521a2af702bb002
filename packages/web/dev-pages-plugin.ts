import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin, ViteDevServer } from 'vite'
import type { AudienceAssets } from './src/app/build/audience-assets.ts'

/** Paths that the server itself answers; the rest are the console's or Vite's own. */
const audiencePath = /^\/(stream|sign-up|register|front-form|f|s|order|sandbox-pay|partner|studio-preview)\/./i
const island = /<script type="application\/json" id="page">([\s\S]*?)<\/script>/

const entry = '/src/app/audience/start.ts'
/** Stands for the build's list of files: in development everything comes from source. */
const noAssets: AudienceAssets = {
  entry,
  entryParts: [],
  shared: { js: [], css: [] },
  pages: {},
  texts: {},
  styles: {},
}

/**
 * Development: audience pages get their data from the running server (its own page holds it) and are rendered anew
 * from source; every other page is the console.
 */
export const devPagesPlugin = (api: string): Plugin => ({
  name: 'kaimai:dev-pages',
  apply: 'serve',
  resolveId: (source) => (source === 'virtual:audience-assets' ? `\0${source}` : undefined),
  load: (source) =>
    source === '\0virtual:audience-assets' ? `export const assets = ${JSON.stringify(noAssets)}` : undefined,
  configureServer: (server) => () => {
    server.middlewares.use((request, response, next) => {
      const url = request.originalUrl ?? '/'
      const answer = async () => {
        const language = request.headers['accept-language']
        const page = audiencePath.test(url)
          ? await audienceDocument(server, api, url, { cookie: request.headers.cookie, language })
          : undefined
        const html = page?.html ?? (await readFile(join(server.config.root, 'console.html'), 'utf8'))
        response.statusCode = page?.status ?? 200
        response.setHeader('content-type', 'text/html; charset=utf-8')
        response.end(await server.transformIndexHtml(url, html))
      }
      answer().catch(next)
    })
  },
})

/** Pages that hold nothing of the server's: they are drawn without asking for them. */
const dataless = /^\/studio-preview\//
const emptyPage = (url: string, accepted: string | undefined): string => {
  const [, language = accepted?.startsWith('en') ? 'en' : 'zh-TW'] = /[?&]lng=(en|zh-TW)/.exec(url) ?? []
  return JSON.stringify({ kind: 'studio-preview', path: url, language, data: {}, origin: '' })
}

interface Asked {
  readonly cookie: string | undefined
  readonly language: string | undefined
}

const audienceDocument = async (server: ViteDevServer, api: string, url: string, asked: Asked) => {
  const answer = await fetch(new URL(url, api), {
    headers: { cookie: asked.cookie ?? '', 'accept-language': asked.language ?? '' },
  })
  const data = dataless.test(url) ? emptyPage(url, asked.language) : island.exec(await answer.text())?.[1]
  if (data === undefined) return undefined
  const module = await server.ssrLoadModule('/src/app/audience/render.tsx')
  const { html }: { html: string } = module.renderPage(JSON.parse(data))
  return { html, status: dataless.test(url) ? 200 : answer.status }
}
