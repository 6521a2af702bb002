import type { BrowserContext } from 'playwright-core'

/** What a stand-in for an advertiser's script sent home. */
export interface PixelCall {
  readonly target: 'meta' | 'tiktok' | 'gtm'
  readonly name: string
  readonly eventId: string
  readonly data: unknown
  /** What the script could see: the address it believes to be on, whence it came, its cookies, the page around it. */
  readonly seen: { readonly url: string; readonly referrer: string; readonly cookie: string; readonly around: string }
}

/** Runs in the place of the three scripts, and sends home what each was told and what it could find out. */
const common = `
  const around = () => { try { return parent.location.href + parent.document.body.innerText } catch { return 'hidden' } }
  const seen = () => ({ url: location.href, referrer: document.referrer, cookie: document.cookie, around: around() })
`
const scripts = {
  meta: `(() => { ${common}
    const send = ([command, name, data, options]) => {
      if (command !== 'track') return
      const told = { target: 'meta', name, eventId: options?.eventID ?? '', data, seen: seen() }
      new Image().src = 'https://www.facebook.com/tr/?told=' + encodeURIComponent(JSON.stringify(told))
    }
    document.cookie = '_fbp=fb.1.1700000000000.42; path=/; max-age=7776000'
    fbq.callMethod = (...args) => send(args)
    fbq.queue.forEach(send)
  })()`,
  tiktok: `(() => { ${common}
    const send = (name, data, options) => fetch('https://analytics.tiktok.com/api/v2/pixel', {
      method: 'POST', mode: 'no-cors', keepalive: true,
      body: JSON.stringify({ target: 'tiktok', name, eventId: options?.event_id ?? '', data, seen: seen() }),
    })
    const waiting = [...ttq]
    ttq.track = send
    for (const [method, ...args] of waiting) if (method === 'track') send(...args)
  })()`,
  gtm: `(() => { ${common}
    const send = (entry) => {
      if (!entry.event || entry.event === 'gtm.js') return
      const told = { target: 'gtm', name: entry.event, eventId: entry.event_id ?? '', data: entry, seen: seen() }
      // As the real one: what is sent when a page is left still arrives.
      fetch('https://www.google-analytics.com/g/collect', {
        method: 'POST', mode: 'no-cors', keepalive: true, body: JSON.stringify(told),
      })
    }
    dataLayer.forEach(send)
    const push = dataLayer.push.bind(dataLayer)
    dataLayer.push = (...entries) => { entries.forEach(send); return push(...entries) }
  })()`,
} as const

const scriptAt: Readonly<Record<string, keyof typeof scripts>> = {
  'connect.facebook.net/en_US/fbevents.js': 'meta',
  'analytics.tiktok.com/i18n/pixel/events.js': 'tiktok',
  'www.googletagmanager.com/gtm.js': 'gtm',
}

/** Stand-ins for advertisers' scripts in a browser; every request that leaves for another host is written down. */
export const usePixels = async (context: BrowserContext, ownHosts: readonly string[]) => {
  const calls: PixelCall[] = []
  const asked: string[] = []
  await context.route(
    (url) => /^https?:$/.test(url.protocol) && !ownHosts.includes(url.host),
    async (route) => {
      const request = route.request()
      const url = new URL(request.url())
      asked.push(request.url() + JSON.stringify(request.headers()) + (request.postData() ?? ''))
      const script = scriptAt[url.host + url.pathname]
      if (script !== undefined) return route.fulfill({ contentType: 'text/javascript', body: scripts[script] })
      const seen = url.searchParams.get('told') ?? request.postData()
      if (seen !== null && seen !== '') calls.push(JSON.parse(seen) as PixelCall)
      return route.fulfill({ status: 200, contentType: 'image/gif', body: '' })
    },
  )
  return {
    calls,
    /** Whole requests to other hosts: address, headers and body. */
    asked,
    named: (target: PixelCall['target'], name: string) =>
      calls.filter((call) => call.target === target && call.name === name),
  }
}
export type Pixels = Awaited<ReturnType<typeof usePixels>>
