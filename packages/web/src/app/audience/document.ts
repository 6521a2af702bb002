import type { AudiencePageInput, PageHead } from '../../lib/audience/audience-page.ts'

/** The names of the files that a page loads, as URLs. */
export interface PageAssets {
  readonly entry: string
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text for HTML, also inside quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => escapes[char] ?? char)

/** JSON that may stand inside a script element: it can neither end it nor open a comment in it. */
export const islandJson = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/>/g, '\\u003e')
    .replace(/&/g, '\\u0026')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029')

const absolute = (origin: string, url: string): string => new URL(url, origin).href

/** What stands in `<head>`, without the charset and viewport. */
export const headHtml = (input: AudiencePageInput, head: PageHead, assets: PageAssets): string => {
  const meta = (attribute: 'name' | 'property', name: string, content: string | undefined) =>
    content === undefined ? [] : [`<meta ${attribute}="${name}" content="${escapeHtml(content)}">`]
  const image = head.image === undefined ? undefined : absolute(input.origin, head.image)
  return [
    `<title>${escapeHtml(head.title)}</title>`,
    ...meta('name', 'description', head.description),
    ...meta('name', 'robots', head.noindex ? 'noindex' : undefined),
    ...meta('name', 'theme-color', head.themeColor),
    ...meta('property', 'og:type', 'website'),
    ...meta('property', 'og:title', head.title),
    ...meta('property', 'og:description', head.description),
    ...meta('property', 'og:image', image),
    ...meta('property', 'og:url', head.canonical === undefined ? undefined : absolute(input.origin, head.canonical)),
    ...meta('property', 'og:locale', input.language === 'zh-TW' ? 'zh_TW' : 'en_US'),
    ...meta('name', 'twitter:card', image === undefined ? 'summary' : 'summary_large_image'),
    ...(head.canonical === undefined
      ? []
      : [`<link rel="canonical" href="${escapeHtml(absolute(input.origin, head.canonical))}">`]),
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    ...(head.preload ?? []).map(
      ({ href, as }) =>
        `<link rel="preload" href="${escapeHtml(href)}" as="${as}"${as === 'fetch' ? ' crossorigin' : ''}${as === 'image' ? ' fetchpriority="high"' : ''}>`,
    ),
    ...assets.styles.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`),
    ...assets.scripts.map((href) => `<link rel="modulepreload" href="${escapeHtml(href)}">`),
    `<script type="module" src="${escapeHtml(assets.entry)}"></script>`,
  ].join('\n')
}

export interface DocumentParts {
  readonly input: AudiencePageInput
  readonly head: string
  readonly body: string
  readonly theme: 'light' | 'dark'
}

export const documentHtml = ({ input, head, body, theme }: DocumentParts): string =>
  `<!doctype html>
<html lang="${input.language}" data-theme="${theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
${head}
</head>
<body>
<div id="root">${body}</div>
<script type="application/json" id="page">${islandJson(input)}</script>
</body>
</html>
`
