/** Advertisers whose scripts a frame may load, by the word in its address. */
const hosts = {
  meta: { scripts: ['https://connect.facebook.net'], calls: ['https://www.facebook.com'] },
  tiktok: { scripts: ['https://analytics.tiktok.com'], calls: [] },
  gtm: {
    scripts: ['https://www.googletagmanager.com'],
    calls: ['https://www.google-analytics.com', 'https://*.google-analytics.com'],
  },
} as const
type Advertiser = keyof typeof hosts

const isAdvertiser = (word: string): word is Advertiser => Object.hasOwn(hosts, word)

/**
 * Policy of the frame that advertisers' scripts run in: only the hosts of those that its address names (`with=meta.gtm`),
 * no origin of its own, and no page but ours around it.
 */
export const trackingFramePolicy = (query: string): string => {
  const named = (new URLSearchParams(query).get('with') ?? '').split('.').filter(isAdvertiser)
  const scripts = named.flatMap((name) => hosts[name].scripts)
  const calls = [...scripts, ...named.flatMap((name) => hosts[name].calls)]
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    ['connect-src', ...(calls.length === 0 ? ["'none'"] : calls)].join(' '),
    ['img-src', ...(calls.length === 0 ? ["'none'"] : calls)].join(' '),
    "frame-ancestors 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    'sandbox allow-scripts',
  ].join('; ')
}

export const trackingFrameScriptPath = '/tracking-frame.js'

export const trackingFrameHtml = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>ads</title><script src="${trackingFrameScriptPath}" defer></script></head><body></body></html>
`

/**
 * What runs in that frame: it stands alone, for it is sent as its own source. Loads the scripts that the page names and
 * passes each event on; their cookies are kept by the page, for a sandbox has none.
 */
const runFrame = (): void => {
  type Call = (...args: unknown[]) => void
  interface Meta extends Call {
    callMethod?: Call
    queue: unknown[]
    push: unknown
    loaded: boolean
    version: string
    disablePushState: boolean
  }
  const page = window.parent
  const patterns = { pixelId: /^\d{15,16}$/, tiktokPixelId: /^[A-Z0-9]{10,30}$/, gtmId: /^GTM-[A-Z0-9]{4,10}$/ }
  const jar = new Map<string, string>()
  const listeners: ((event: Record<string, unknown>) => void)[] = []

  const putCookie = (text: string) => {
    const first = text.split(';')[0] ?? ''
    const at = first.indexOf('=')
    if (at > 0) jar.set(first.slice(0, at).trim(), first.slice(at + 1).trim())
  }
  const storage = () => {
    const items = new Map<string, string>()
    return {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, String(value)),
      removeItem: (key: string) => void items.delete(key),
      clear: () => items.clear(),
      key: (at: number) => [...items.keys()][at] ?? null,
      get length() {
        return items.size
      },
    }
  }
  // In a sandbox these throw, and the scripts would stop there.
  Object.defineProperty(document, 'cookie', {
    get: () => [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
    set: (text: unknown) => {
      putCookie(String(text))
      page.postMessage({ say: 'cookie', text: String(text) }, '*')
    },
  })
  for (const name of ['localStorage', 'sessionStorage']) {
    Object.defineProperty(window, name, { value: storage(), configurable: true })
  }

  const load = (src: string) => {
    const script = document.createElement('script')
    script.async = true
    script.src = src
    document.head.append(script)
  }

  const startMeta = (id: string) => {
    const fbq: Meta = Object.assign(
      (...args: unknown[]) => {
        if (fbq.callMethod) fbq.callMethod(...args)
        else fbq.queue.push(args)
      },
      { queue: [], push: undefined, loaded: true, version: '2.0', disablePushState: true },
    )
    fbq.push = fbq
    Reflect.set(window, 'fbq', fbq)
    Reflect.set(window, '_fbq', fbq)
    // No looking for forms, buttons and words of a page by itself.
    fbq('set', 'autoConfig', false, id)
    fbq('init', id)
    fbq('track', 'PageView')
    listeners.push(({ event, eventId, meta }) => fbq('track', event, meta, { eventID: eventId }))
    load('https://connect.facebook.net/en_US/fbevents.js')
  }

  const startTiktok = (id: string) => {
    const url = 'https://analytics.tiktok.com/i18n/pixel/events.js'
    const ttq: unknown[] = []
    const instance: unknown[] = []
    const methods = [
      ...['page', 'track', 'identify', 'instances', 'debug', 'on', 'off', 'once', 'ready', 'alias', 'group'],
      ...['enableCookie', 'disableCookie', 'holdConsent', 'revokeConsent', 'grantConsent'],
    ]
    // A list that keeps calls of its methods until the script takes it over, as TikTok's own snippet does.
    const defer = (list: unknown[], method: string) =>
      Reflect.set(list, method, (...args: unknown[]) => void list.push([method, ...args]))
    for (const method of methods) {
      defer(ttq, method)
      defer(instance, method)
    }
    const parts = {
      methods,
      setAndDefer: defer,
      instance: () => instance,
      _i: { [id]: instance },
      _t: { [id]: Date.now() },
    }
    Object.assign(instance, { _u: url })
    Object.assign(ttq, parts, { _o: { [id]: {} } })
    Reflect.set(window, 'TiktokAnalyticsObject', 'ttq')
    Reflect.set(window, 'ttq', ttq)
    const call = (method: string, ...args: unknown[]) => {
      const taken: unknown = Reflect.get(window, 'ttq')
      const run: unknown = typeof taken === 'object' && taken !== null ? Reflect.get(taken, method) : undefined
      if (typeof run === 'function') Reflect.apply(run, taken, args)
    }
    call('page')
    listeners.push(({ event, eventId, tiktok }) => call('track', event, tiktok, { event_id: eventId }))
    load(`${url}?sdkid=${id}&lib=ttq`)
  }

  const startGtm = (id: string) => {
    const layer: unknown[] = [{ 'gtm.start': Date.now(), event: 'gtm.js' }]
    Reflect.set(window, 'dataLayer', layer)
    listeners.push(({ gtm }) => void (Array.isArray(gtm) && layer.push(...gtm)))
    load(`https://www.googletagmanager.com/gtm.js?id=${id}`)
  }

  const start = (settings: Record<string, unknown>) => {
    if (Array.isArray(settings['cookies'])) for (const each of settings['cookies']) putCookie(String(each))
    const idOf = (name: keyof typeof patterns) => {
      const id = String(settings[name] ?? '')
      return patterns[name].test(id) ? id : ''
    }
    const [pixelId, tiktokPixelId, gtmId] = [idOf('pixelId'), idOf('tiktokPixelId'), idOf('gtmId')]
    if (pixelId !== '') startMeta(pixelId)
    if (tiktokPixelId !== '') startTiktok(tiktokPixelId)
    if (gtmId !== '') startGtm(gtmId)
  }

  let isStarted = false
  addEventListener('message', ({ source, data }: MessageEvent<Record<string, unknown>>) => {
    if (source !== page || page === window || typeof data !== 'object' || data === null) return
    if (data['say'] === 'start' && !isStarted) {
      isStarted = true
      start(data)
    }
    if (data['say'] === 'event') for (const listener of listeners) listener(data)
  })
  page.postMessage({ say: 'ready' }, '*')
}

export const trackingFrameScript = `(${runFrame.toString()})()\n`
