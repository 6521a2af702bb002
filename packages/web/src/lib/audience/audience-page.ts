import type { Language } from '@kaimai/contract/common/language.ts'
import type { ComponentType } from 'react'
import type { Text } from '../i18n/use-text.tsx'

/** What the server knows of a page, and the browser finds in it again (the data island). */
export interface AudiencePageInput<D = unknown> {
  /** File name of the page: `sign-up` of features/signup/sign-up.audience.tsx. */
  readonly kind: string
  /** Path and query of the address. */
  readonly path: string
  readonly language: Language
  readonly data: D
  /** Scheme and host of the page's own address, for absolute links. */
  readonly origin: string
}

/** What the first picture needs before the scripts; `preloadPicture` makes those of kept pictures. */
export type Preload =
  | { readonly href: string; readonly as: 'image' | 'fetch' | 'video' }
  | { readonly as: 'image'; readonly type: string; readonly imageSrcSet: string; readonly imageSizes: string }

export interface PageHead {
  readonly title: string
  /** Plain text; the document cuts it at 160 characters. */
  readonly description?: string
  /** Absolute or from the root, as it is kept; for cards in chats and feeds. */
  readonly image?: string
  readonly imageAlt?: string
  readonly noindex?: boolean
  readonly themeColor?: string
  /** The page's one address, from the root and without a query; it is found in both languages then. */
  readonly canonical?: string
  /** The firm's logo as it is kept, for the browser's tab; ours without one. */
  readonly icon?: string
  /** The firm's name, beside the page's title in cards. */
  readonly siteName?: string
  /** What search engines may read of the page: objects of schema.org, without their context. URLs in them may be from the root. */
  readonly structured?: readonly StructuredData[]
  readonly preload?: readonly Preload[]
}

/** An object of schema.org. */
export interface StructuredData {
  readonly '@type': string
  readonly [name: string]: unknown
}

export interface AudiencePage<D> {
  /** Slugs of the features whose audience/text the page uses; `room/ended`: the part of them in audience/ended/text. */
  readonly texts: readonly string[]
  /** dark: the room. */
  readonly theme?: 'light' | 'dark'
  readonly head: (page: AudiencePageInput<D> & { readonly t: (slug: string) => Text }) => PageHead
  readonly View: ComponentType<{ readonly data: D; readonly path: string; readonly origin: string }>
  /** HTTP status; 200 unless said. */
  readonly status?: (data: D) => number
  /** Another kind that shows this data with fewer scripts: a room before its begin is not a room after its end. */
  readonly kindOf?: (data: D) => string
}

/**
 * A page that the server renders and the browser takes over, exported as `audiencePage` of
 * `features/<slug>/<kind>.audience.tsx`. `D` is what the server's renderPage gets as data: plain JSON.
 */
export const defineAudiencePage = <D>(page: AudiencePage<D>): AudiencePage<D> => page
