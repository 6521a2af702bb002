const hostOf = (origin: string): string | undefined => {
  try {
    return new URL(origin).host.toLowerCase()
  } catch {
    return undefined
  }
}

/**
 * Which pages may open a socket here: those of PUBLIC_URL and AUDIENCE_URL (whose `{firm}` stands for one name), and
 * any page that came from the very host it connects to, as on a firm's own domain. A browser always says its origin.
 */
export const originCheck = (publicUrl: string, audienceUrl: string | undefined) => {
  const own = new Set([hostOf(publicUrl), audienceUrl === undefined ? undefined : hostOf(audienceUrl)])
  // A place-holder survives where '{firm}' would not be a host name.
  const [before, after] = (hostOf(audienceUrl?.replace('{firm}', 'kaimai-firm') ?? '') ?? '').split('kaimai-firm')
  const isFirmHost = (host: string): boolean =>
    before !== undefined &&
    after !== undefined &&
    host.startsWith(before) &&
    host.endsWith(after) &&
    /^[a-z0-9-]+$/.test(host.slice(before.length, host.length - after.length))

  return (origin: string | undefined, host: string | undefined): boolean => {
    const from = origin === undefined ? undefined : hostOf(origin)
    if (from === undefined || from === '') return false
    return from === host?.toLowerCase() || own.has(from) || isFirmHost(from)
  }
}
