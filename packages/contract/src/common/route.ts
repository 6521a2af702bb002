import type { z } from 'zod'
import type { Access, Level } from './access.ts'
import type { ErrorName } from './error.ts'
import type { Page, PageAnswer } from './page.ts'

/** The three services of the spec and the prefix each answers under. */
export const services = { console: '/api', room: '/api/room', purchase: '/api/pay' } as const
export type Service = keyof typeof services

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** An answer that is not JSON: a file, or the text that a gateway expects. */
export interface RawAnswer {
  readonly kind: 'raw'
  readonly contentType: string
}
export const raw = (contentType: string): RawAnswer => ({ kind: 'raw', contentType })

/** One route, declared once: the server binds it, the web calls it, the API docs print it. */
export interface RouteSpec {
  readonly method: Method
  /** Below the service's prefix, `:id` where the spec writes {id}. */
  readonly path: string
  /** One line for the API docs and `node tooling/calls.ts`. */
  readonly summary: string
  readonly access: Access
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  readonly answer: z.ZodType | PageAnswer<z.ZodType> | RawAnswer
  /** Errors beyond those every route of its access kind may answer. */
  readonly errors?: readonly ErrorName[]
  /** `required`: the call moves money or sends: an Idempotency-Key header must be given; `optional`: it may be. */
  readonly idempotency?: 'required' | 'optional'
  /** Largest body, in bytes. */
  readonly bodyLimit?: number
  /** The body is multipart/form-data: its text parts are `body`, these are its files (whole, in memory). */
  readonly files?: readonly string[]
  /** The body is urlencoded or of another form that the handler reads itself, as text. */
  readonly textBody?: boolean
  /** Not in the spec's section 7: added by us. */
  readonly added?: boolean
}

export type Route = RouteSpec & { readonly service: Service }

/** Bodies are at most this long unless the route says otherwise, in bytes. */
export const defaultBodyLimit = 256 * 1024

export const defineRoutes = <const R extends Record<string, RouteSpec>>(
  service: Service,
  routes: R,
): { readonly [K in keyof R]: R[K] & { readonly service: Service } } => {
  const made: Record<string, Route> = {}
  for (const [name, route] of Object.entries(routes)) made[name] = { ...route, service }
  return made as { readonly [K in keyof R]: R[K] & { readonly service: Service } }
}

/** The level a firm route asks for: as declared, else GET reads and the rest writes. */
export const levelOf = (route: Pick<RouteSpec, 'method' | 'access'>): Level =>
  (route.access.kind === 'firm' ? route.access.level : undefined) ?? (route.method === 'GET' ? 'read' : 'write')

export const pathOf = (route: Pick<Route, 'service' | 'path'>): string => services[route.service] + route.path

type In<S> = S extends z.ZodType ? z.input<S> : undefined
type Out<S> = S extends z.ZodType ? z.output<S> : undefined
type Part<R, K extends PropertyKey> = R extends { readonly [P in K]: infer S } ? S : undefined

/** What a handler receives, parsed. */
export type Parsed<R extends RouteSpec> = {
  readonly params: Out<Part<R, 'params'>>
  readonly query: Out<Part<R, 'query'>>
  readonly body: Out<Part<R, 'body'>>
}

/** A body that is not JSON. */
export interface RawContent {
  readonly contentType?: string
  readonly fileName?: string
  readonly content: string | Uint8Array | NodeJS.ReadableStream
}

/** What a handler gives back. */
export type HandlerResult<R extends RouteSpec> = R['answer'] extends RawAnswer
  ? RawContent
  : R['answer'] extends PageAnswer<infer I>
    ? Page<z.input<I>>
    : R['answer'] extends z.ZodType
      ? z.input<R['answer']>
      : never

/** What the caller receives: the data, or a page. */
export type Answer<R extends RouteSpec> = R['answer'] extends RawAnswer
  ? Blob
  : R['answer'] extends PageAnswer<infer I>
    ? Page<z.output<I>>
    : R['answer'] extends z.ZodType
      ? z.output<R['answer']>
      : never

/** What the caller sends: only the parts the route has. */
export type Sent<R extends RouteSpec> = (Part<R, 'params'> extends undefined
  ? unknown
  : { readonly params: In<Part<R, 'params'>> }) &
  (Part<R, 'query'> extends undefined ? unknown : { readonly query?: In<Part<R, 'query'>> }) &
  (Part<R, 'body'> extends undefined ? unknown : { readonly body: In<Part<R, 'body'>> | FormData })
