export type OriginVerdict =
  | { readonly verdict: 'serve' }
  | { readonly verdict: 'redirect'; readonly to: string }
  /** The console is not served where others' scripts may run. */
  | { readonly verdict: 'refuse' }

const serve: OriginVerdict = { verdict: 'serve' }

/** A Host header as URLs write it: lower case, without the scheme's own port. */
const hostOf = (protocol: string, host: string): string | undefined =>
  URL.canParse(`${protocol}//${host}`) ? new URL(`${protocol}//${host}`).host : undefined

/** The origin of audience pages: AUDIENCE_URL, or the one that all share. */
export const audienceOrigin = (publicUrl: string, audienceUrl: string | undefined): string =>
  audienceUrl?.replace('{firm}', 'www') ?? publicUrl

/** Whether audience pages stand on a host that is not the console's: only there may scripts of others run. */
export const hasOwnOrigin = (publicUrl: string, audienceUrl: string | undefined): boolean =>
  audienceUrl !== undefined && new URL(audienceOrigin(publicUrl, audienceUrl)).host !== new URL(publicUrl).host

/**
 * The two origins (design.md): the console only on PUBLIC_URL's host, audience pages on every other one, firms' own
 * domains included. Without AUDIENCE_URL, or when it names the same host, all share one.
 */
export const originRule = (request: {
  /** The Host header (or the forwarded one that is trusted). */
  readonly host: string
  readonly publicUrl: string
  readonly audienceUrl: string | undefined
  readonly isAudience: boolean
  readonly pathAndQuery: string
}): OriginVerdict => {
  if (!hasOwnOrigin(request.publicUrl, request.audienceUrl)) return serve
  const origin = audienceOrigin(request.publicUrl, request.audienceUrl)
  const { protocol, host: consoleHost } = new URL(request.publicUrl)
  const isConsole = hostOf(protocol, request.host) === consoleHost
  if (request.isAudience === !isConsole) return serve
  return request.isAudience ? { verdict: 'redirect', to: origin + request.pathAndQuery } : { verdict: 'refuse' }
}
