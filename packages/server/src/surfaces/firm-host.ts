import { audienceOrigin, hasOwnOrigin } from './page-origin.ts'

interface Asked {
  /** The Host header. */
  readonly host: string
  readonly publicUrl: string
  /** AUDIENCE_URL, maybe with {firm}. */
  readonly audienceUrl: string | undefined
}

/** What may stand for {firm}. */
const label = /^[a-z0-9][a-z0-9-]{0,62}$/
const stand = 'kaimai-firm'

/** What stands for {firm} in an address of AUDIENCE_URL's form; undefined for every other host. */
export const firmLabel = ({ host, audienceUrl }: Asked): string | undefined => {
  if (!audienceUrl?.includes('{firm}')) return undefined
  const [before = '', after = ''] = new URL(audienceUrl.replace('{firm}', stand)).host.split(stand)
  const asked = host.toLowerCase()
  if (asked.length <= before.length + after.length || !asked.startsWith(before) || !asked.endsWith(after))
    return undefined
  const found = asked.slice(before.length, asked.length - after.length)
  return label.test(found) ? found : undefined
}

/** The origin that a page's own address stands on: by {firm}'s host where it was asked for there. */
export const originAt = (asked: Asked): string => {
  const found = firmLabel(asked)
  return found === undefined || asked.audienceUrl === undefined
    ? audienceOrigin(asked.publicUrl, asked.audienceUrl)
    : new URL(asked.audienceUrl.replace('{firm}', found)).origin
}

/** Whether the console has this host for itself: search engines have nothing to look for there. */
export const isConsoleHost = ({ host, publicUrl, audienceUrl }: Asked): boolean =>
  hasOwnOrigin(publicUrl, audienceUrl) && host.toLowerCase() === new URL(publicUrl).host
