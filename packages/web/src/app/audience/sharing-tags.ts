import { type Language, languages } from '@kaimai/contract/common/language.ts'
import {
  cardWidth,
  hasVariants,
  iconSide,
  iconUrl,
  variantSize,
  variantUrl,
} from '@kaimai/contract/video/picture.rules.ts'
import type { AudiencePageInput, PageHead, StructuredData } from '../../lib/audience/audience-page.ts'

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text for HTML, also inside quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => escapes[char] ?? char)

/** An element without content; an attribute that is '' stands alone. */
export const tag = (name: 'base' | 'meta' | 'link', attributes: Readonly<Record<string, string>>): string => {
  const shown = Object.entries(attributes).map(([key, value]) => (value === '' ? key : `${key}="${escapeHtml(value)}"`))
  return `<${name} ${shown.join(' ')}>`
}

/** Search engines and chats show no more, in characters. */
const descriptionMax = 160

const cut = (text: string): string => {
  const letters = [...text.replace(/\s+/g, ' ').trim()]
  return letters.length <= descriptionMax ? letters.join('') : `${letters.slice(0, descriptionMax - 1).join('')}…`
}

const absolute = (origin: string, url: string): string => new URL(url, origin).href

const meta = (attribute: 'name' | 'property', name: string, content: string | number | undefined): string[] =>
  content === undefined || content === '' ? [] : [tag('meta', { [attribute]: name, content: String(content) })]

/** The picture for cards: JPEG, which every chat shows, with its size where that is known. */
const pictureTags = (origin: string, { image, imageAlt }: PageHead): string[] => {
  if (image === undefined || image === '') return []
  if (!hasVariants(image))
    return [...meta('property', 'og:image', absolute(origin, image)), ...meta('property', 'og:image:alt', imageAlt)]
  const size = variantSize(image, cardWidth)
  return [
    ...meta('property', 'og:image', absolute(origin, variantUrl(image, cardWidth, 'jpg'))),
    ...meta('property', 'og:image:type', 'image/jpeg'),
    ...meta('property', 'og:image:width', size?.width),
    ...meta('property', 'og:image:height', size?.height),
    ...meta('property', 'og:image:alt', imageAlt),
  ]
}

const iconTags = (icon: string | undefined): string[] => {
  if (icon === undefined || !hasVariants(icon))
    return [tag('link', { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' })]
  const href = iconUrl(icon)
  return [
    tag('link', { rel: 'icon', href, type: 'image/png', sizes: `${iconSide}x${iconSide}` }),
    tag('link', { rel: 'apple-touch-icon', href }),
  ]
}

const ogLocale: Readonly<Record<Language, string>> = { 'zh-TW': 'zh_TW', en: 'en_US' }

/** A page's address in one language; without one it speaks the visitor's. */
const inLanguage = (canonical: string, language: Language): string => `${canonical}?lng=${language}`

const addressTags = (input: AudiencePageInput, head: PageHead): string[] => {
  if (head.canonical === undefined) return []
  const plain = absolute(input.origin, head.canonical)
  const asked = new URL(input.path, input.origin).searchParams.get('lng')
  const own = asked === input.language ? inLanguage(plain, input.language) : plain
  const alternates = head.noindex
    ? []
    : [
        ...languages.map((hreflang) => tag('link', { rel: 'alternate', hreflang, href: inLanguage(plain, hreflang) })),
        tag('link', { rel: 'alternate', hreflang: 'x-default', href: plain }),
      ]
  return [tag('link', { rel: 'canonical', href: own }), ...meta('property', 'og:url', own), ...alternates]
}

/** What chats, feeds, search engines and the browser's own frame take from a page. */
export const sharingTags = (input: AudiencePageInput, head: PageHead): string[] => {
  const description = head.description === undefined ? undefined : cut(head.description)
  return [
    ...meta('name', 'description', description),
    ...meta('name', 'robots', head.noindex ? 'noindex' : undefined),
    ...meta('name', 'theme-color', head.themeColor),
    ...meta('property', 'og:type', 'website'),
    ...meta('property', 'og:title', head.title),
    ...meta('property', 'og:description', description),
    ...meta('property', 'og:site_name', head.siteName),
    ...pictureTags(input.origin, head),
    ...meta('property', 'og:locale', ogLocale[input.language]),
    ...languages.flatMap((each) =>
      each === input.language ? [] : meta('property', 'og:locale:alternate', ogLocale[each]),
    ),
    ...meta('name', 'twitter:card', head.image ? 'summary_large_image' : 'summary'),
    ...addressTags(input, head),
    ...iconTags(head.icon),
  ]
}

/** The names under which schema.org keeps addresses. */
const addresses = new Set(['url', 'image', 'logo'])

const withOrigin = (origin: string, value: unknown, name: string): unknown => {
  if (Array.isArray(value)) return value.map((each: unknown) => withOrigin(origin, each, name))
  if (typeof value === 'string') {
    if (!addresses.has(name) || !value.startsWith('/')) return value
    return absolute(origin, hasVariants(value) ? variantUrl(value, cardWidth, 'jpg') : value)
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withOrigin(origin, each, key)]))
}

/** For `application/ld+json`: with its context, and every address of ours whole. */
export const structuredData = (origin: string, objects: readonly StructuredData[]): unknown => ({
  '@context': 'https://schema.org',
  '@graph': withOrigin(origin, objects, ''),
})
