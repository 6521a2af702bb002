/** The two interface languages; the first is the default and the fallback (spec section 9). */
export const languages = ['zh-TW', 'en'] as const
export type Language = (typeof languages)[number]
export const defaultLanguage: Language = 'zh-TW'

/** One text in both languages. */
export type Texts = Readonly<Record<Language, string>>

/** The best language for an Accept-Language header (or any list of tags); anything but English falls back to zh-TW. */
export const languageOf = (acceptLanguage: string | undefined): Language => {
  for (const part of (acceptLanguage ?? '').split(',')) {
    const tag = part.split(';')[0]?.trim().toLowerCase() ?? ''
    if (tag.startsWith('zh')) return 'zh-TW'
    if (tag.startsWith('en')) return 'en'
  }
  return defaultLanguage
}
