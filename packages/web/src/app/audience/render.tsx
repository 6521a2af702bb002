import { renderToString } from 'react-dom/server'
import { assets } from 'virtual:audience-assets'
import type { AudiencePageInput } from '../../lib/audience/audience-page.ts'
import { createPlainTranslator, type TextTree } from '../../lib/i18n/translator.ts'
import { documentHtml, headHtml, type PageAssets } from './document.ts'
import { noScriptHtml } from './no-script.tsx'
import { notLoadedHtml } from './not-loaded.tsx'
import { byName, kindOf, type PageModule, textNameOf, textsOf } from './page-files.ts'
import { pageTimeZone } from './page-time-zone.ts'
import { testModeHtml } from './test-mode.ts'
import { PageTree } from './page-tree.tsx'

const pages = byName(import.meta.glob<PageModule>('../../features/*/*.audience.tsx', { eager: true }), kindOf)
const texts = byName(
  import.meta.glob<TextTree>(
    ['../../features/*/audience/text/*.json', '../../features/*/audience/{ended,replay}/text/*.json'],
    {
      eager: true,
      import: 'default',
    },
  ),
  textNameOf,
)

export interface RenderedPage {
  /** The whole document. */
  readonly html: string
  /** The part of it in `<head>`. */
  readonly head: string
  /** HTTP status. */
  readonly status: number
}

const assetsOf = (kind: string, slugs: readonly string[], language: string): PageAssets => {
  const own = assets.pages[kind] ?? { js: [], css: [] }
  const textFiles = slugs.flatMap((slug) => assets.texts[`${slug}/${language}`] ?? [])
  return {
    entry: assets.entry,
    entryParts: assets.entryParts,
    scripts: [
      ...assets.shared.js.filter((url) => url !== assets.entry && !assets.entryParts.includes(url)),
      ...own.js,
      ...textFiles,
    ],
    styles: [...assets.shared.css, ...own.css].map((href) => {
      const css = assets.styles[href]
      return css === undefined ? { href } : { href, css }
    }),
  }
}

/** Renders an audience page to a document that hydrates itself. Throws when nobody has made a page of that kind. */
export const renderPage = ({
  noScript,
  testMode = false,
  ...asked
}: AudiencePageInput & { noScript?: unknown; testMode?: boolean }): RenderedPage => {
  const kind = pages.get(asked.kind)?.audiencePage.kindOf?.(asked.data) ?? asked.kind
  const input = { ...asked, kind }
  const page = pages.get(kind)?.audiencePage
  if (!page) throw new Error(`no audience page of kind ${kind}`)
  const pageTexts = textsOf(page.texts, input.language, texts)
  const translator = createPlainTranslator(input.language, pageTexts)
  const t = (slug: string) => (key: string, values?: Readonly<Record<string, string | number>>) =>
    translator.text(slug, key, values)
  const pageHead = page.head({ ...input, t })
  const head = headHtml(input, pageHead, assetsOf(kind, page.texts, input.language))
  const body = renderToString(<PageTree page={page} input={input} translator={translator} timeZone={pageTimeZone} />)
  const plain = noScriptHtml({ ...asked, data: noScript ?? asked.data }, (slug) => pageTexts[slug] ?? {})
  const html = documentHtml({
    input,
    head,
    body,
    theme: page.theme ?? 'light',
    noScript: plain,
    testMode: testMode ? testModeHtml(input.language) : undefined,
    notLoaded: notLoadedHtml(input.language),
  })
  return { html, head, status: page.status?.(input.data) ?? 200 }
}
