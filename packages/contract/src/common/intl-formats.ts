// To make one of these costs up to 20 ms on a phone, to use it next to nothing: a page that shows thirty prices makes one.
// Languages, zones and ways to show are few, so this cache stays small.

const keeping = <O, F>(make: (language: string, options: O) => F): ((language: string, options: O) => F) => {
  const made = new Map<string, F>()
  return (language, options) => {
    const key = `${language} ${JSON.stringify(options)}`
    const known = made.get(key)
    if (known) return known
    const format = make(language, options)
    made.set(key, format)
    return format
  }
}

/** Made at first use and kept. @throws RangeError for an unknown zone, as the constructors do. */
export const dateFormat = keeping(
  (language, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, options),
)
export const numberFormat = keeping(
  (language, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options),
)
export const relativeTimeFormat = keeping(
  (language, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(language, options),
)
export const pluralRules = keeping(
  (language, options: Intl.PluralRulesOptions) => new Intl.PluralRules(language, options),
)
