/** A piece of HTML as it was written: words, or a tag. */
export type HtmlToken =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tag'; readonly name: string; readonly closes: boolean; readonly attributes: string }

/** What stands inside of these is no text of a merchant's. */
const silent = new Set([
  'script',
  'style',
  'template',
  'title',
  'textarea',
  'noscript',
  'iframe',
  'object',
  'svg',
  'math',
  'xmp',
  'head',
  'noembed',
  'noframes',
  'select',
  'audio',
  'video',
  'canvas',
])

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

export const unescapeHtml = (text: string): string =>
  text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,6});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return named[name.toLowerCase()] ?? whole
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10)
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : ''
  })

const attribute = (name: string): RegExp =>
  new RegExp(`(?:^|[\\s"'/])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i')
/** The attributes that are read of tags; all others are nobody's. */
const read = {
  href: attribute('href'),
  src: attribute('src'),
  alt: attribute('alt'),
  align: attribute('align'),
  'data-align': attribute('data-align'),
  style: attribute('style'),
} as const

/** The value of an attribute as a browser would take it; undefined when the tag hasn't it. */
export const attributeOf = (attributes: string, name: keyof typeof read): string | undefined => {
  if (attributes === '') return undefined
  const found = read[name].exec(attributes)
  const value = found?.[1] ?? found?.[2] ?? found?.[3]
  return value === undefined ? undefined : unescapeHtml(value)
}

/**
 * The place of the `>` that ends a tag begun before `from`, quotes heeded; -1: none. A quote that nobody closes is a sign
 * like any other, so one stray quote swallows no more than its tag.
 */
const endOfTag = (html: string, from: number, last: Readonly<Record<string, number>>): number => {
  for (let at = from; at < html.length; at++) {
    const sign = html[at] ?? ''
    if (sign === '>') return at
    if ((sign === '"' || sign === "'") && (last[sign] ?? -1) > at) at = html.indexOf(sign, at + 1)
  }
  return -1
}

/** Tags and words of any text, in one pass: what is written to cost time costs no more than its length. */
export const htmlTokens = (html: string): HtmlToken[] => {
  const tokens: HtmlToken[] = []
  const last = { '"': html.lastIndexOf('"'), "'": html.lastIndexOf("'") }
  // Only the letters that names of tags have: others may grow in lower case, and places would shift.
  const lower = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
  let from = 0
  const say = (until: number) => {
    if (until > from) tokens.push({ kind: 'text', text: unescapeHtml(html.slice(from, until)) })
  }
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at)) {
    if (html.startsWith('<!', at) || html.startsWith('<?', at)) {
      say(at)
      const isComment = html.startsWith('<!--', at)
      const end = html.indexOf(isComment ? '-->' : '>', at + 2)
      at = end < 0 ? html.length : end + (isComment ? 3 : 1)
      from = at
      continue
    }
    const closes = html[at + 1] === '/'
    const name = /^[a-z][a-z0-9:-]{0,30}/.exec(lower.slice(at + (closes ? 2 : 1), at + 34))?.[0]
    if (name === undefined) {
      at += 1
      continue
    }
    const nameEnd = at + (closes ? 2 : 1) + name.length
    const end = endOfTag(html, nameEnd, last)
    // No tag ends any more: the rest is words.
    if (end < 0) break
    say(at)
    at = end + 1
    if (silent.has(name) && !closes) {
      const close = lower.indexOf(`</${name}`, at)
      at = close < 0 ? html.length : close
      from = at
      continue
    }
    from = at
    if (!silent.has(name)) tokens.push({ kind: 'tag', name, closes, attributes: html.slice(nameEnd, end) })
  }
  say(html.length)
  return tokens
}
