import type { Language } from '@kaimai/contract/common/language.ts'
import type { HandlerResult, Parsed, Route } from '@kaimai/contract/common/route.ts'
import type { Logger } from 'pino'
import type { z } from 'zod'
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
}

export type Context<R extends Route> = Parsed<R> & CallerOf<R['access']> & Surroundings

export type Handler<R extends Route> = (context: Context<R>) => Promise<HandlerResult<R>> | HandlerResult<R>

/**
 * A call that asks a third party too. `work` decides and writes; what it answers is stored with it under the call's key.
 * `finish` answers the caller from that, outside every transaction, and again when the call is sent again: it must be
 * idempotent by itself.
 */
interface TwoSteps<R extends Route> {
  readonly work: (context: Context<R>) => Promise<unknown>
  readonly finish: (context: Context<R>, stored: unknown) => Promise<HandlerResult<R>>
}

export const twoSteps = <R extends Route, S extends z.ZodType>(
  _route: R,
  steps: {
    readonly stored: S
    readonly work: (context: Context<R>) => Promise<z.input<S>>
    readonly finish: (context: Context<R>, stored: z.output<S>) => Promise<HandlerResult<R>>
  },
): TwoSteps<R> => ({
  work: steps.work,
  finish: (context, stored) => steps.finish(context, steps.stored.parse(stored)),
})

export interface BoundRoute {
  readonly route: Route
  readonly work: (context: never) => unknown
  readonly finish?: (context: never, stored: unknown) => Promise<unknown>
}

/** One line per route; a missing handler is a type error. */
export const bind = <T extends Readonly<Record<string, Route>>>(
  routes: T,
  handlers: { readonly [K in keyof T]: Handler<T[K]> | TwoSteps<T[K]> },
): readonly BoundRoute[] =>
  Object.entries(routes).map(([name, route]) => {
    const handler = handlers[name]
    if (!handler) throw new Error(`no handler for ${route.method} ${route.path}`)
    return { route, ...(typeof handler === 'function' ? { work: handler } : handler) }
  })
