import { access } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import type { Language } from '@kaimai/contract/common/language.ts'

/** What the web app's renderer takes; `data` is the page's own, as plain JSON. */
export interface PageInput {
  readonly kind: string
  /** Path and query. */
  readonly path: string
  readonly language: Language
  readonly data: unknown
  /** What is drawn for a browser without scripts, beside `data`; the page itself never holds it. */
  readonly noScript?: unknown
  readonly origin: string
  /** Its shop is in test mode, and one can buy there: the page says so. */
  readonly testMode?: boolean
}

export interface RenderedPage {
  /** The whole document. */
  readonly html: string
  readonly head: string
  readonly status: number
}

/** The web app's server bundle, behind a port: server code never imports web source. */
export type RenderPage = (input: PageInput) => RenderedPage | Promise<RenderedPage>

/** Thrown instead of rendering when the web app has not been built. */
export class WebNotBuilt extends Error {
  constructor() {
    super('The web app is not built: npm run build makes it.')
    this.name = 'WebNotBuilt'
  }
}

interface RenderModule {
  readonly renderPage: RenderPage
}
const isRenderModule = (module: unknown): module is RenderModule =>
  typeof module === 'object' && module !== null && 'renderPage' in module && typeof module.renderPage === 'function'

/** Loads packages/web/dist/ssr/render.js at the first page; a build made later is found without a restart. */
export const createPageRenderer = (file: string): RenderPage => {
  let loaded: Promise<RenderPage> | undefined
  const load = async (): Promise<RenderPage> => {
    const isThere = await access(file).then(
      () => true,
      () => false,
    )
    if (!isThere) throw new WebNotBuilt()
    const module: unknown = await import(pathToFileURL(file).href)
    if (!isRenderModule(module)) throw new Error(`${file} has no renderPage`)
    return module.renderPage
  }
  return async (input) => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined
      throw error
    })
    return (await loaded)(input)
  }
}
