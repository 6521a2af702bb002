/** Cookies of Meta, TikTok and Google; no other one is shown to their scripts or taken from them. */
const ofAdvertisers = /^(_fb[pc]|_tt\w{0,30}|ttcsid\w{0,40}|_ga\w{0,40}|_gid|_gcl_\w{1,20})$/
/** Signs of one value: Meta's click cookie is the longest. */
const longest = 600
/**
 * Cookies, and signs of all of them: each goes along with every call to this host, and too many of them would close it
 * to this browser, whichever merchant's script has set them.
 */
const max = { cookies: 20, signs: 4_000 } as const

const nameOf = (cookie: string): string => cookie.split('=')[0] ?? ''

/** Of all cookies of the page ('name=value; …') those that are advertisers'. */
export const advertiserCookies = (all: string): string[] =>
  all.split('; ').filter((each) => ofAdvertisers.test(nameOf(each)))

/** What is kept of a cookie that an advertiser's script sets, beside those there are; undefined: nothing. */
export const cookieToKeep = (
  text: string,
  all: string,
): { readonly name: string; readonly value: string } | undefined => {
  const [, name = '', value = ''] = /^\s*([^=;\s]+)=([^;]*)/.exec(text) ?? []
  if (!ofAdvertisers.test(name) || value.length > longest) return undefined
  const others = advertiserCookies(all).filter((each) => nameOf(each) !== name)
  const signs = others.reduce((sum, { length }) => sum + length, name.length + value.length)
  return others.length < max.cookies && signs <= max.signs ? { name, value } : undefined
}
