import type { Language } from '@kaimai/contract/common/language.ts'
import type { Given, Parsed, Route } from '@kaimai/contract/common/route.ts'
import type { Logger } from 'pino'
import type { CallerOf } from './caller.ts'

export interface CookieOptions {
  readonly maxAgeSeconds: number
  /** Below which path the browser sends it back. */
  readonly path?: string
}

/** What every handler gets beside its caller and its parsed input. */
export interface Surroundings {
  readonly language: Language
  readonly requestId: string
  readonly ip: string
  readonly userAgent: string
  /** scheme://host[:port] the caller came by; absolute URLs in letters use PUBLIC_URL instead. */
  readonly log: Logger
  readonly cookie: (name: string) => string | undefined
  readonly header: (name: string) => string | undefined
  readonly setHeader: (name: string, value: string) => void
  /** HttpOnly, SameSite=Lax, Secure under https. */
  readonly setCookie: (name: string, value: string, options: CookieOptions) => void
  /** The whole file parts of a multipart body, by name. */
  readonly files: Readonly<Record<string, Uint8Array>>
  /** The body as text, for routes with `textBody`. */
  readonly text: string
  readonly idempotencyKey: string | undefined
}

export type Context<R extends Route> = Parsed<R> & CallerOf<R['access']> & Surroundings

export type Handler<R extends Route> = (context: Context<R>) => Promise<Given<R>> | Given<R>

export interface BoundRoute {
  readonly route: Route
  readonly handle: (context: never) => unknown
}

/** One line per route; a missing handler is a type error. */
export const bind = <T extends Readonly<Record<string, Route>>>(
  routes: T,
  handlers: { readonly [K in keyof T]: Handler<T[K]> },
): readonly BoundRoute[] =>
  Object.entries(routes).map(([name, route]) => {
    const handle = handlers[name]
    if (!handle) throw new Error(`no handler for ${route.method} ${route.path}`)
    return { route, handle }
  })
