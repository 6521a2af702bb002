import type { PageAt } from './page-paths.ts'

/** What a document of ours may load; advertisers' scripts run in a frame with a policy of its own (tracking-frame.ts). */
export const pagePolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "frame-src 'self'",
  "frame-ancestors 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "worker-src 'self' blob:",
].join('; ')

const ownHost = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i

/**
 * The policy of a page that is asked for at these hosts: it may open WebSockets to them, and to nobody else. Older
 * Safari takes 'self' for https: alone, so they are named.
 */
export const withSockets = (policy: string, hosts: readonly string[]): string => {
  const named = [...new Set(hosts.map((host) => host.toLowerCase()))].filter((host) => ownHost.test(host))
  const sources = named.flatMap((host) => [`ws://${host}`, `wss://${host}`])
  return policy.replace("connect-src 'self'", ["connect-src 'self'", ...sources].join(' '))
}

/** `?embed=1` lets a form stand in a frame on the merchant's own site; nothing else may be framed. */
export const policyOf = (at: PageAt, query: string): string =>
  at.page === 'sign-up' && new URLSearchParams(query).get('embed') === '1'
    ? pagePolicy.replace("frame-ancestors 'self'", 'frame-ancestors *')
    : pagePolicy

const youtube = 'https://www.youtube-nocookie.com'

/** Of a room that plays YouTube: the player comes from there; our own frame stands beside it where there are advertisers. */
export const youtubePolicy = (hasAdvertisers: boolean): string =>
  pagePolicy.replace("frame-src 'self'", `frame-src ${hasAdvertisers ? `'self' ${youtube}` : youtube}`)
