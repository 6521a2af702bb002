/** How YouTube names a video: 11 characters of base64url. */
const idPattern = /^[\w-]{11}$/

const hosts = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'www.youtube-nocookie.com',
])
const shortHosts = new Set(['youtu.be', 'www.youtu.be'])
const folders = new Set(['live', 'embed', 'shorts', 'v'])

const parsed = (address: string): URL | undefined => {
  const text = address.trim()
  try {
    return new URL(/^https?:\/\//i.test(text) ? text : `https://${text}`)
  } catch {
    return undefined
  }
}

/**
 * The id of the video an address of YouTube leads to: watch?v=, youtu.be, /live/, /embed/, /shorts/; with or without
 * https://. Undefined for everything else, an id alone too.
 */
export const youtubeIdOf = (address: string): string | undefined => {
  const url = parsed(address)
  if (url === undefined || url.username !== '' || url.port !== '') return undefined
  const [first = '', second = ''] = url.pathname.split('/').slice(1)
  const host = url.hostname.toLowerCase()
  const id = shortHosts.has(host)
    ? first
    : !hosts.has(host)
      ? ''
      : first === 'watch'
        ? (url.searchParams.get('v') ?? '')
        : folders.has(first)
          ? second
          : ''
  return idPattern.test(id) ? id : undefined
}
