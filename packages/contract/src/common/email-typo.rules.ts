/** Domains that people mistype, the most common in Taiwan first: of two equally near ones the first is proposed. */
export const commonEmailDomains = [
  'gmail.com',
  'yahoo.com.tw',
  'hotmail.com',
  'outlook.com',
  'icloud.com',
  'yahoo.com',
  'msa.hinet.net',
  'pchome.com.tw',
] as const

/** Domains that exist and look like a mistyped one, or are too short to tell: nobody is asked about them. */
const otherGoodDomains = [
  'aol.com',
  'email.com',
  'example.com',
  'fastmail.com',
  'foxmail.com',
  'gmx.com',
  'gmx.net',
  'googlemail.com',
  'hey.com',
  'hinet.net',
  'hotmail.co.jp',
  'hotmail.co.uk',
  'hotmail.com.tw',
  'hotmail.fr',
  'kimo.com',
  'live.cn',
  'live.com',
  'live.hk',
  'live.jp',
  'livemail.tw',
  'mac.com',
  'mail.com',
  'mail.ru',
  'me.com',
  'msn.com',
  'naver.com',
  'outlook.com.tw',
  'outlook.jp',
  'outlook.tw',
  'pm.me',
  'proton.me',
  'protonmail.com',
  'qq.com',
  'rocketmail.com',
  'seed.net.tw',
  'so-net.net.tw',
  'tutanota.com',
  'ymail.com',
  'yahoo.ca',
  'yahoo.co.jp',
  'yahoo.co.uk',
  'yahoo.com.au',
  'yahoo.com.cn',
  'yahoo.com.hk',
  'yahoo.com.sg',
  'yeah.net',
  'zoho.com',
] as const

export const goodEmailDomains: readonly string[] = [...commonEmailDomains, ...otherGoodDomains]

/** How many keys lie between two words: letters wrong, missing, too many, or two swapped. */
const keysBetween = (a: string, b: string): number => {
  const rows = [...a].reduce<readonly (readonly number[])[]>(
    (before, letter, i) => {
      const row = [i + 1]
      for (let j = 1; j <= b.length; j += 1) {
        const at = (up: number, left: number) => before[i + 1 - up]?.[j - left] ?? 0
        const changed = at(1, 1) + (letter === b[j - 1] ? 0 : 1)
        const isSwapped = i > 0 && j > 1 && letter === b[j - 2] && a[i - 1] === b[j - 1]
        row.push(Math.min(at(1, 0) + 1, (row[j - 1] ?? 0) + 1, changed, isSwapped ? at(2, 2) + 1 : Infinity))
      }
      return [...before, row]
    },
    [Array.from({ length: b.length + 1 }, (_, j) => j)],
  )
  return rows.at(-1)?.[b.length] ?? 0
}

/** So many keys a domain may be off. */
const maxKeys = 2

/**
 * The address that was most likely meant, where the domain looks mistyped (`a@gmial.con` → `a@gmail.com`); undefined for
 * a domain that is known to be good, and for one that looks like no common one.
 */
export const meantEmail = (typed: string): string | undefined => {
  const address = typed.trim().normalize('NFKC')
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1).toLowerCase()
  if (at < 1 || domain === '' || goodEmailDomains.includes(domain)) return undefined
  const near = commonEmailDomains
    .map((good) => ({ good, keys: keysBetween(domain, good) }))
    .filter(({ keys }) => keys <= maxKeys)
    .toSorted((a, b) => a.keys - b.keys)
  return near[0] && `${address.slice(0, at)}@${near[0].good}`
}
