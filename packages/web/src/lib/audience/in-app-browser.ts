/** Programs whose own browser loses pages, files and log-ins: what is to stay is better opened outside. */
export type InAppBrowser = 'line' | 'facebook' | 'instagram'

export const inAppBrowserOf = (userAgent: string): InAppBrowser | undefined => {
  if (/\bLine\//i.test(userAgent)) return 'line'
  if (/\bInstagram\b/i.test(userAgent)) return 'instagram'
  return /\bFB(AN|AV|_IAB)\b/i.test(userAgent) ? 'facebook' : undefined
}

/** LINE opens an address with this mark in the phone's own browser. */
export const outsideLine = (href: string): string => {
  const url = new URL(href)
  url.searchParams.set('openExternalBrowser', '1')
  return url.href
}
