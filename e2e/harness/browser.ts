import { existsSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { type Browser, type BrowserContext, chromium, type Page, type Request, type Response } from 'playwright-core'

/** Autoplay follows the browser's own policy: a page that needs a gesture to play must show that here too. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** npm test names the one it has found; the one without windows opens a page for half of what the whole browser takes. */
const debian = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
const browserFile = (): string => {
  const found = process.env['CHROMIUM_PATH'] ?? debian.find((path) => existsSync(path))
  if (found === undefined) throw new Error(`no Chromium: set CHROMIUM_PATH, or install one of ${debian.join(', ')}`)
  return found
}

/** `more`: further flags of the browser. */
export const launchChromium = (more: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath: browserFile(), args: [...flags, ...more] })

let shared: Promise<Browser> | undefined
/** One for all files of a worker, which ends with it; another where it has died. Each person's device is a context of its own. */
export const sharedChromium = async (): Promise<Browser> => {
  const present = await shared?.catch(() => undefined)
  if (present?.isConnected() === true) return present
  shared = launchChromium()
  return shared
}

const phoneAgent =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

const shapes = {
  phone: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, userAgent: phoneAgent },
  tablet: { viewport: { width: 768, height: 1024 }, hasTouch: true },
  desktop: { viewport: { width: 1280, height: 800 } },
} as const
export type Shape = keyof typeof shapes

export interface VisitorOptions {
  /** Told with each fault. */
  readonly name: string
  readonly shape: Shape
  /** The server under test: only its answers are judged. */
  readonly origin: string
  /** The browser's own language. */
  readonly language?: 'zh-TW' | 'en'
  /** Things move, as for most people. Otherwise they stand still, which spares the machine a fifth of its work. */
  readonly motion?: boolean
  /** false: the browser runs no scripts. */
  readonly scripts?: boolean
}

/** One person with one device: a browser context whose faults are written down. */
export interface Visitor {
  readonly name: string
  readonly context: BrowserContext
  /** The first tab. */
  readonly page: Page
  readonly newTab: () => Promise<Page>
  /** A fault that this person is meant to run into from now on. */
  readonly announce: (fault: RegExp) => void
  /**
   * What went wrong and was not announced: console errors, exceptions, answers from 400 on with what was sent and
   * answered, requests that failed.
   */
  readonly takeErrors: () => Promise<string[]>
  /** The last calls of the server under test with their answers' status, for a log of what went wrong. */
  readonly lastCalls: () => string[]
  /** Calls of the server under test that nobody has answered yet: `POST /api/live`. */
  readonly waitingCalls: () => string[]
  readonly close: () => Promise<void>
}

/** So many calls are reported with a fault. */
const callsKept = 30
/** So much of a body is reported, in characters. */
const bodyMax = 2000

/** A body as one line; a file's bytes say nothing. */
const oneLine = (text: string | null): string =>
  text === null || text === '' ? '' : ` ${text.replace(/\s+/g, ' ').slice(0, bodyMax)}`

/** An answer that was not expected, with what was sent and what the server said to it. */
const describeAnswer = async (response: Response, path: string): Promise<string> => {
  const request = response.request()
  const isText = (request.headers()['content-type'] ?? '').includes('json')
  const said = await Promise.race([response.text().catch(() => ''), setTimeout(5000, '')])
  const sent = isText ? oneLine(request.postData()) : ''
  return `${response.status()} ${request.method()} ${path}${sent === '' ? '' : `\n  sent:${sent}`}\n  answered:${oneLine(said)}`
}

/** The path of what the server under test answers: by either of its names, where the audience has an origin of its own. */
const pathIn = (origin: string) => {
  const { protocol, port } = new URL(origin)
  const all = [origin, ...['127.0.0.1', 'localhost'].map((host) => `${protocol}//${host}:${port}`)]
  return (url: string): string | undefined => {
    const own = all.find((each) => url.startsWith(`${each}/`))
    return own === undefined ? undefined : url.slice(own.length)
  }
}

/** The browser's own words for a request that failed: told apart from the page's, as the answer is judged itself. */
const ofRequest = /^Failed to load resource:/

export const openVisitor = async (browser: Browser, options: VisitorOptions): Promise<Visitor> => {
  const { name, shape, origin, language = 'zh-TW', motion = false, scripts = true } = options
  const context = await browser.newContext({
    ...shapes[shape],
    locale: language,
    timezoneId: 'Asia/Taipei',
    baseURL: origin,
    javaScriptEnabled: scripts,
    reducedMotion: motion ? 'no-preference' : 'reduce',
  })
  context.setDefaultTimeout(60_000)
  const announced: RegExp[] = []
  let errors: string[] = []
  const fault = (text: string) => {
    if (!announced.some((pattern) => pattern.test(text))) errors.push(`${name}: ${text}`)
  }
  const waiting = new Map<Request, string>()
  const pathOf = pathIn(origin)
  context.on('request', (request) => {
    const path = pathOf(request.url())
    if (path !== undefined) waiting.set(request, `${request.method()} ${path}`)
  })
  context.on('requestfinished', (request) => waiting.delete(request))
  const calls: string[] = []
  const bodies: Promise<void>[] = []
  context.on('console', (message) => {
    const text = message.text()
    if (message.type() === 'error' && !ofRequest.test(text)) fault(`console ${text}`)
  })
  context.on('weberror', (error) => fault(`exception ${error.error().stack ?? error.error().message}`))
  context.on('response', (response) => {
    const path = pathOf(response.url())
    if (path === undefined) return
    const call = `${response.status()} ${response.request().method()} ${path}`
    if (path.startsWith('/api/')) {
      calls.push(call)
      if (calls.length > callsKept) calls.shift()
    }
    if (response.status() < 400 || announced.some((pattern) => pattern.test(call))) return
    bodies.push(describeAnswer(response, path).then(fault))
  })
  context.on('requestfailed', (request) => {
    waiting.delete(request)
    const why = request.failure()?.errorText ?? ''
    // Given up by the page itself: it was left, or the answer is no longer wanted.
    const path = pathOf(request.url())
    if (why === 'net::ERR_ABORTED' || path === undefined) return
    // Without scripts nothing is done with what was to be loaded ahead.
    if (!scripts && why === 'csp') return
    fault(`${why} ${request.method()} ${path}`)
  })
  return {
    name,
    context,
    page: await context.newPage(),
    newTab: () => context.newPage(),
    announce: (pattern) => void announced.push(pattern),
    takeErrors: async () => {
      await Promise.all(bodies.splice(0))
      const taken = errors
      errors = []
      return taken
    },
    lastCalls: () => [...calls],
    waitingCalls: () => [...waiting.values()],
    close: () => context.close(),
  }
}
