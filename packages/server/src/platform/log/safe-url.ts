/** Pages with a key in their path: the path's first words, and which part (from 0) is the key. */
const keyedPages: readonly { readonly start: readonly string[]; readonly key: number }[] = [
  // /stream/{id}/{viewerKey} and …/replay
  { start: ['stream'], key: 2 },
  { start: ['auth', 'reset'], key: 2 },
  { start: ['order'], key: 1 },
]
const notKeys = new Set(['', 'anonymous', 'expired', 'replay'])

/** What our keys look like wherever else they stand: base64url of 128 bits or more, or as much in hex. */
const looksRandom = (part: string): boolean =>
  /^[0-9a-f]{32,}$/i.test(part) || (/^[\w-]{22,}$/.test(part) && /[A-Z]/.test(part) && /[a-z]/.test(part))

/** Query values that are shown; userId is a viewer's key (spec: /stream/{id}/{userId}). */
const isPlain = (name: string): boolean =>
  /^(limit|cursor|sort|offset|finished|status|type|state|from|to|date|month|lang)$|type$|status$/.test(name) ||
  (name.endsWith('id') && !name.endsWith('userid'))

const hidden = '…'

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const safePath = (path: string): string => {
  // The part before the first slash is empty.
  const [before = '', ...parts] = path.split('/')
  const words = parts.map((part) => decoded(part).toLowerCase())
  const isKey = (index: number): boolean =>
    keyedPages.some(({ start, key }) => key === index && start.every((word, at) => words[at] === word)) &&
    !notKeys.has(words[index] ?? '')
  const safe = parts.map((part, index) => (isKey(index) || looksRandom(decoded(part)) ? hidden : part))
  return [before, ...safe].join('/')
}

const safeQuery = (query: string): string =>
  query
    .split('&')
    .map((pair) => {
      const at = pair.indexOf('=')
      const name = at < 0 ? pair : pair.slice(0, at)
      const value = at < 0 ? '' : decoded(pair.slice(at + 1))
      return value === '' || (isPlain(decoded(name).toLowerCase()) && !looksRandom(value)) ? pair : `${name}=${hidden}`
    })
    .join('&')

/**
 * A URL or path as it may be logged or tracked: keys in the path, query values that may be keys or persons, a
 * password before the host, and the fragment are gone.
 */
export const safeUrl = (url: string): string => {
  const bare = url.split('#')[0] ?? ''
  const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i.exec(bare)?.[0] ?? ''
  const rest = bare.slice(origin.length)
  const at = rest.indexOf('?')
  const path = at < 0 ? rest : rest.slice(0, at)
  return origin.replace(/\/\/.*@/, '//') + safePath(path) + (at < 0 ? '' : `?${safeQuery(rest.slice(at + 1))}`)
}
