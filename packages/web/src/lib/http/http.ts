import { errorTable } from '@kaimai/contract/common/error.ts'
import { defaultLanguage, type Language } from '@kaimai/contract/common/language.ts'
import type { Answer, Route, Sent } from '@kaimai/contract/common/route.ts'
import { browserClock, type Clock, sleep } from '../clock/clock.ts'
import { newId } from '../ids/new-id.ts'
import { CallError, errorOfAnswer, errorOfNoAnswer } from './call-error.ts'
import { createScheduler, throttle } from './scheduler.ts'
import { answerKindOf, openEnvelope, type SentParts, urlOf } from './wire.ts'

/** Spec section 9: how often and how far apart a call is sent again. */
export const retries = { times: 5, intervalMs: 2000 } as const

export interface StaffHeaders {
  readonly bearer: string
  readonly csrf: string
  readonly firmId: string
  readonly userId: string
}

/** The app's handlers of errors; each is called once per failed call. A missing one leaves it to the caller. */
export interface HttpHandlers {
  readonly onLogout?: (error: CallError) => void
  readonly onForbidden?: (error: CallError) => void
  readonly onNotFound?: (error: CallError) => void
  readonly onNoData?: (error: CallError) => void
}

export interface HttpDeps extends HttpHandlers {
  readonly fetch: typeof fetch
  readonly clock: Clock
  /** Prefix of every URL; empty in the browser. */
  readonly origin: string
  readonly language: () => Language
  readonly newKey: () => string
  /** The headers of staff calls; undefined while nobody is logged in. */
  readonly staff: () => StaffHeaders | undefined
  /** Renews the login when `usedBearer` is still the current bearer. Throws CallError when that is refused. */
  readonly renew: (usedBearer: string | undefined) => Promise<void>
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** The same over repetitions of one call; made for each call when the route takes one and none is given. */
  readonly idempotencyKey?: string | undefined
  readonly viewerKey?: string | undefined
  readonly orderKey?: string | undefined
  /** The renewal token, where a call would else have it in its URL. */
  readonly renewalToken?: string | undefined
  /** Upload chunks: one in flight in all. */
  readonly lane?: 'upload' | undefined
  /** The caller shows errors itself: the app's handlers for codes 2, 5 and 13 stay silent. */
  readonly quiet?: boolean | undefined
  /** The call outlives the page (analytics on leaving). */
  readonly keepalive?: boolean | undefined
  readonly readHeaders?: ((headers: Headers) => void) | undefined
  /** Of a file: reads its body as it comes. */
  readonly readFile?: ((answer: Response) => Promise<Blob>) | undefined
}

type Args<R extends Route> =
  unknown extends Sent<R>
    ? [sent?: Record<never, never>, options?: CallOptions]
    : Record<never, never> extends Sent<R>
      ? [sent?: Sent<R>, options?: CallOptions]
      : [sent: Sent<R>, options?: CallOptions]

/** Sends one call of the contract and answers its data. Throws CallError; an aborted call throws the signal's reason. */
export type Call = <R extends Route>(route: R, ...args: Args<R>) => Promise<Answer<R>>

const isStaff = (route: Route): boolean => route.access.kind === 'firm'
const isMain = (route: Route): boolean => route.service === 'console' || (route.service === 'room' && isStaff(route))

const readJson = async (answer: Response): Promise<unknown> => {
  try {
    return await answer.json()
  } catch {
    return undefined
  }
}

const contentOf = (body: unknown): { body?: BodyInit; type?: string } => {
  if (body === undefined) return {}
  if (body instanceof FormData) return { body }
  return { body: JSON.stringify(body), type: 'application/json' }
}

export const createHttp = (deps: HttpDeps): Call => {
  const scheduler = createScheduler({ ...throttle, clock: deps.clock })

  const headersOf = (route: Route, options: CallOptions, key: string | undefined, staff: StaffHeaders | undefined) => {
    const headers = new Headers({ accept: 'application/json', 'accept-language': deps.language() })
    if (staff && route.service !== 'purchase') {
      headers.set('authorization', `Bearer ${staff.bearer}`)
      headers.set('x-csrf-token', staff.csrf)
      headers.set('x-firm-id', staff.firmId)
      headers.set('x-user-id', staff.userId)
    }
    if (options.viewerKey !== undefined) headers.set('x-viewer-key', options.viewerKey)
    if (options.orderKey !== undefined) headers.set('x-order-key', options.orderKey)
    if (options.renewalToken !== undefined) headers.set('x-renewal-token', options.renewalToken)
    if (key !== undefined) headers.set('idempotency-key', key)
    return headers
  }

  const fetchOnce = async (
    route: Route,
    sent: SentParts,
    options: CallOptions,
    key: string | undefined,
    staff: StaffHeaders | undefined,
  ): Promise<unknown> => {
    const headers = headersOf(route, options, key, staff)
    const content = contentOf(sent.body)
    if (content.type) headers.set('content-type', content.type)
    let answer: Response
    try {
      answer = await deps.fetch(deps.origin + urlOf(route, sent), {
        method: route.method,
        headers,
        ...(content.body === undefined ? {} : { body: content.body }),
        ...(options.signal ? { signal: options.signal } : {}),
        ...(options.keepalive ? { keepalive: true } : {}),
      })
    } catch (error) {
      options.signal?.throwIfAborted()
      if (error instanceof TypeError) throw errorOfNoAnswer(deps.language())
      throw error
    }
    if (!answer.ok) throw errorOfAnswer(answer.status, await readJson(answer), deps.language())
    options.readHeaders?.(answer.headers)
    const kind = answerKindOf(route)
    if (kind === 'raw' && options.readFile) return options.readFile(answer)
    return kind === 'raw' ? await answer.blob() : openEnvelope(kind, await readJson(answer))
  }

  const repeated = async (
    route: Route,
    sent: SentParts,
    options: CallOptions,
    key: string | undefined,
    staff: StaffHeaders | undefined,
  ): Promise<unknown> => {
    const safeToRepeat = route.method === 'GET' || key !== undefined
    for (let sentBefore = 0; ; sentBefore++) {
      const task = () => fetchOnce(route, sent, options, key, staff)
      try {
        return await (isMain(route) ? scheduler.run(task, { lane: options.lane, signal: options.signal }) : task())
      } catch (error) {
        const mayHelp = error instanceof CallError && (error.errorName === 'busy' || error.status === 503)
        if (!mayHelp || !safeToRepeat || sentBefore >= retries.times) throw error
        await sleep(deps.clock, retries.intervalMs, options.signal)
      }
    }
  }

  const renewed = async (
    route: Route,
    sent: SentParts,
    options: CallOptions,
    key: string | undefined,
  ): Promise<unknown> => {
    const before = isStaff(route) ? deps.staff() : undefined
    try {
      return await repeated(route, sent, options, key, before)
    } catch (error) {
      if (!(error instanceof CallError) || error.errorName !== 'sessionExpired' || !isStaff(route)) throw error
    }
    await deps.renew(before?.bearer)
    return repeated(route, sent, options, key, deps.staff())
  }

  const handlerOf = (route: Route, error: CallError, quiet: boolean) => {
    if (errorTable[error.errorName].client === 'logout') return isStaff(route) ? deps.onLogout : undefined
    if (quiet) return undefined
    if (error.errorName === 'forbidden') return deps.onForbidden
    if (error.errorName === 'notFound') return route.method === 'GET' ? deps.onNotFound : deps.onNoData
    if (error.errorName === 'noData') return deps.onNoData
    return undefined
  }

  const callAny = async (route: Route, sent: SentParts = {}, options: CallOptions = {}): Promise<unknown> => {
    const key = route.idempotency ? (options.idempotencyKey ?? deps.newKey()) : undefined
    try {
      return await renewed(route, sent, options, key)
    } catch (error) {
      if (error instanceof CallError) {
        const handler = handlerOf(route, error, options.quiet === true)
        if (handler) {
          error.handled = true
          handler(error)
        }
      }
      throw error
    }
  }
  // The server serialises every answer through the route's own schema, so the type is the contract's promise; the
  // schemas themselves stay out of the browser.
  return callAny as Call
}

export const newIdempotencyKey = newId

const pageLanguage = (): Language =>
  typeof document !== 'undefined' && document.documentElement.lang.startsWith('en') ? 'en' : defaultLanguage

const plainDeps: HttpDeps = {
  fetch: (...args) => fetch(...args),
  clock: browserClock,
  origin: '',
  language: pageLanguage,
  newKey: newIdempotencyKey,
  staff: () => undefined,
  renew: async () => {
    throw errorOfAnswer(401, { error: { code: errorTable.signedOut.code } }, pageLanguage())
  },
}

let current: Call | undefined

/** Hands in what only the app knows; without it (audience pages) calls go out with no login and errors to the caller. */
export const configureHttp = (deps: Partial<HttpDeps>): void => {
  current = createHttp({ ...plainDeps, ...deps })
}

export const call: Call = (route, ...args) => {
  current ??= createHttp(plainDeps)
  return current(route, ...args)
}
