import type { AudiencePageInput, PageHead, Preload } from '../../lib/audience/audience-page.ts'
import { escapeHtml, sharingTags, structuredData, tag } from './sharing-tags.ts'

export { escapeHtml } from './sharing-tags.ts'

/** A stylesheet of the build. */
export interface PageStyle {
  readonly href: string
  /** What is in it: then it stands in the document itself, and the first paint waits for no other file. */
  readonly css?: string
}

/** What a page loads, as URLs. */
export interface PageAssets {
  readonly entry: string
  /** Imported by the entry at once. */
  readonly entryParts: readonly string[]
  readonly scripts: readonly string[]
  readonly styles: readonly PageStyle[]
}

/** JSON that may stand inside a script element: it can neither end it nor open a comment in it. */
export const islandJson = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/>/g, '\\u003e')
    .replace(/&/g, '\\u0026')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029')

const preloadTag = (preload: Preload): string =>
  'imageSrcSet' in preload
    ? tag('link', {
        rel: 'preload',
        as: 'image',
        type: preload.type,
        imagesrcset: preload.imageSrcSet,
        imagesizes: preload.imageSizes,
        fetchpriority: 'high',
      })
    : tag('link', {
        rel: 'preload',
        href: preload.href,
        as: preload.as,
        ...(preload.as === 'fetch' ? { crossorigin: '' } : {}),
        ...(preload.as === 'image' ? { fetchpriority: 'high' } : {}),
      })

/**
 * Styles whose text is known stand in the document. Their files are named too, without being loaded: a part that comes
 * later and shares one finds it there, and does not fetch it a second time.
 */
const styleTags = ({ href, css }: PageStyle): string[] =>
  css === undefined
    ? [tag('link', { rel: 'stylesheet', href })]
    : [`<style>${css.replace(/<\//g, '<\\/')}</style>`, tag('link', { rel: 'stylesheet', href, disabled: '' })]

/** A form in another site's frame: all that its links lead to opens beside that site, for no other page may be framed. */
const isEmbedded = ({ path }: AudiencePageInput): boolean => new URL(path, 'http://x').searchParams.get('embed') === '1'

/** What stands in `<head>`, without the charset and viewport. The first picture comes before all else, scripts last. */
export const headHtml = (input: AudiencePageInput, head: PageHead, assets: PageAssets): string =>
  [
    `<title>${escapeHtml(head.title)}</title>`,
    ...(isEmbedded(input) ? [tag('base', { target: '_blank' })] : []),
    ...(head.preload ?? []).map(preloadTag),
    ...assets.styles.flatMap(styleTags),
    ...sharingTags(input, head),
    ...assets.entryParts.map((href) => tag('link', { rel: 'modulepreload', href })),
    // start.ts fetches the named ones when the page is drawn.
    `<script type="module" src="${escapeHtml(assets.entry)}" data-scripts="${escapeHtml(assets.scripts.join(' '))}"></script>`,
    ...(head.structured === undefined || head.structured.length === 0
      ? []
      : [`<script type="application/ld+json">${islandJson(structuredData(input.origin, head.structured))}</script>`]),
  ].join('\n')

export interface DocumentParts {
  readonly input: AudiencePageInput
  readonly head: string
  readonly body: string
  readonly theme: 'light' | 'dark'
  /** For browsers that run no scripts; nothing unless given. */
  readonly noScript?: { readonly head: string; readonly body: string }
  /** For pages of a shop in test mode; nothing unless given. */
  readonly testMode?: { readonly head: string; readonly body: string } | undefined
  /** For pages whose scripts don't come; nothing unless given. */
  readonly notLoaded?: { readonly head: string; readonly body: string }
}

export const documentHtml = ({ input, head, body, theme, noScript, testMode, notLoaded }: DocumentParts): string =>
  `<!doctype html>
<html lang="${input.language}" data-theme="${theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
${head}
${notLoaded?.head ?? ''}
${noScript?.head ?? ''}
${testMode?.head ?? ''}
</head>
<body>
${noScript?.body ?? ''}
${testMode?.body ?? ''}
<div id="root">${body}</div>
${notLoaded?.body ?? ''}
<script type="application/json" id="page">${islandJson(input)}</script>
</body>
</html>
`
