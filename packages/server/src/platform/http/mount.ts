import { createHash } from 'node:crypto'
import { fail } from '@kaimai/contract/common/error.ts'
import { languageOf } from '@kaimai/contract/common/language.ts'
import type { Page } from '@kaimai/contract/common/page.ts'
import { common } from '@kaimai/contract/common/error-text.ts'
import { Id } from '@kaimai/contract/common/fields.ts'
import { defaultBodyLimit, levelOf, pathOf, type RawContent, type Route } from '@kaimai/contract/common/route.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Idempotency } from '../idempotency/idempotency.ts'
import { conflictWithin, invalidBy } from './answer-error.ts'
import type { BoundRoute, Surroundings } from './bind.ts'
import type { Authenticators, CallerOf, Credentials } from './caller.ts'
import { cookieReader, cookieText } from './cookie.ts'
import { readMultipart } from './multipart.ts'

export interface MountOptions {
  readonly authenticators: Authenticators
  readonly idempotency: Pick<Idempotency, 'once'>
  /** Whether cookies are marked Secure. */
  readonly secureCookies: boolean
  /** Told, before the answer leaves, of whom a member has changed something. */
  readonly changed?: (firmId: string) => void
}

/** No database keeps NUL or half a surrogate pair: such a text is bad input, not a bug. */
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** Where a text stands that cannot be stored; as deep as the schema, for what it does not name is gone. */
const unstorableIn = (value: unknown, path = ''): string | undefined => {
  if (typeof value === 'string') return isStorable(value) ? undefined : path
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, inner] of Object.entries(value)) {
    const found = isStorable(name) ? unstorableIn(inner, path === '' ? name : `${path}.${name}`) : path
    if (found !== undefined) return found
  }
  return undefined
}

const parse = (schema: z.ZodType | undefined, input: unknown): unknown => {
  if (!schema) return undefined
  const result = schema.safeParse(input, { reportInput: true })
  if (!result.success) throw invalidBy(result.error)
  const unstorable = unstorableIn(result.data)
  if (unstorable !== undefined) throw fail('invalid', { fields: { [unstorable]: common.wrongFormat } })
  return result.data
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64url')

const credentialsOf = (request: FastifyRequest): Credentials => ({
  header: (name) => {
    const value = request.headers[name]
    return Array.isArray(value) ? value[0] : value
  },
  cookie: cookieReader(request.headers.cookie),
  ip: request.ip,
})

interface Authenticated {
  readonly caller: object
  /** Of a member. */
  readonly firmId?: string
  /** Names the caller for idempotency keys. */
  readonly scope: string
}

/**
 * The live that a call of a control room names, before its input is parsed, at the place where its schema takes it: what
 * stands elsewhere decides nothing. Undefined: it names none, and the role of the firm holds.
 */
const liveIdOf = (route: Route, { query, body }: Pick<FastifyRequest, 'query' | 'body'>): string | undefined => {
  const part = route.body === undefined ? query : body
  const id = Id.safeParse(typeof part === 'object' && part !== null && 'liveId' in part ? part.liveId : undefined)
  return id.success ? id.data : undefined
}

const WithGrant = z.object({ grant: z.string() })

/** Who calls; throws what to answer to who may not. */
const authenticate = async (
  route: Route,
  credentials: Credentials,
  authenticators: Authenticators,
  { liveId, given }: { readonly liveId?: string | undefined; readonly given?: unknown },
): Promise<Authenticated> => {
  switch (route.access.kind) {
    case 'firm': {
      const member = await authenticators.firm(credentials)
      const { resource, inLive } = route.access
      const firm = inLive && liveId !== undefined ? await authenticators.inLive(member, liveId) : member
      if (resource !== undefined && !firm.can(resource, levelOf(route))) throw fail('forbidden')
      return {
        caller: { firm } satisfies CallerOf<{ kind: 'firm'; resource: undefined; level: undefined }>,
        scope: `user:${firm.userId}`,
        firmId: firm.id,
      }
    }
    case 'viewer': {
      const viewer = await authenticators.viewer(credentials)
      return { caller: { viewer }, scope: `viewer:${viewer.liveUserId}` }
    }
    case 'order': {
      const order = await authenticators.order(credentials)
      return { caller: { order }, scope: `order:${order.orderId}` }
    }
    case 'public':
    case 'gateway':
      return { caller: {}, scope: 'public' }
    case 'grant': {
      const { data } = WithGrant.safeParse(given)
      if (!data) throw fail('forbidden')
      const granted = authenticators.grant(data.grant, route.access.action)
      return { caller: { granted }, scope: `user:${granted.userId}` }
    }
    case 'partner': {
      const partner = await authenticators.partner(credentials)
      return { caller: { partner }, scope: `partner:${partner.partnerId}` }
    }
  }
}

const sendRaw = (reply: FastifyReply, contentType: string, raw: RawContent): FastifyReply => {
  void reply.header('content-type', raw.contentType ?? contentType)
  if (raw.fileName)
    void reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(raw.fileName)}`)
  return reply.send(raw.content)
}

/** The answer through its schema: what is not listed cannot leak. */
const envelopeOf = (route: Route, answer: unknown): object => {
  if ('kind' in route.answer && route.answer.kind === 'page') {
    const page = answer as Page<unknown>
    return {
      data: page.items.map((item) => (route.answer as { item: z.ZodType }).item.parse(item)),
      page: { total: page.total, cursor: page.cursor ?? null },
    }
  }
  return { data: (route.answer as z.ZodType).parse(answer) }
}

const isRaw = (route: Route): route is Route & { answer: { kind: 'raw'; contentType: string } } =>
  'kind' in route.answer && route.answer.kind === 'raw'

/** Binds routes to the HTTP server: who may call, input by schema, answer by schema, idempotency, nothing else. */
export const mount = (app: FastifyInstance, bound: readonly BoundRoute[], options: MountOptions): void => {
  // Of a request on its way: known before its body is read.
  const authenticated = new WeakMap<FastifyRequest, Authenticated>()
  for (const { route, work, finish } of bound) {
    app.route({
      method: route.method,
      url: pathOf(route),
      bodyLimit: route.bodyLimit ?? defaultBodyLimit,
      config: { readsText: route.textBody === true },
      // Members' calls take the large bodies: who may not call makes this process hold nothing of what it sends. Those of
      // a control room are small, and say in their body which live decides.
      onRequest: async (request) => {
        if (route.access.kind === 'firm' && !route.access.inLive)
          authenticated.set(request, await authenticate(route, credentialsOf(request), options.authenticators, {}))
      },
      handler: async (request, reply) => {
        const credentials = credentialsOf(request)
        const { caller, scope, firmId } =
          authenticated.get(request) ??
          (await authenticate(route, credentials, options.authenticators, {
            liveId: liveIdOf(route, request),
            // Of a GET, which has no body, the grant stands in the query.
            given: route.method === 'GET' ? request.query : request.body,
          }))
        const multipart = route.files
          ? readMultipart(
              request.body instanceof Uint8Array ? request.body : new Uint8Array(),
              credentials.header('content-type') ?? '',
            )
          : undefined
        const text = typeof request.body === 'string' ? request.body : ''
        const idempotencyKey = credentials.header('idempotency-key')
        if (idempotencyKey !== undefined && !/^[\w-]{8,80}$/.test(idempotencyKey))
          throw fail('invalid', { fields: { 'idempotency-key': common.wrongFormat } })
        if (route.idempotency === 'required' && idempotencyKey === undefined)
          throw fail('invalid', { fields: { 'idempotency-key': common.required } })
        const surroundings: Surroundings = {
          language: languageOf(credentials.header('accept-language')),
          requestId: request.id,
          ip: request.ip,
          userAgent: (credentials.header('user-agent') ?? '').slice(0, 300),
          log: request.log as Surroundings['log'],
          cookie: credentials.cookie,
          header: credentials.header,
          setHeader: (name, value) => void reply.header(name, value),
          setCookie: (name, value, cookie) =>
            void reply.header('set-cookie', cookieText(name, value, { ...cookie, secure: options.secureCookies })),
          files: multipart?.files ?? {},
          text,
        }
        const input = {
          params: parse(route.params, request.params),
          query: parse(route.query, request.query),
          body: parse(route.body, multipart ? multipart.fields : (request.body ?? {})),
        }
        const context = { ...surroundings, ...caller, ...input } as never
        const run = async () => {
          try {
            const result = await work(context)
            if (route.method !== 'GET' && firmId !== undefined) options.changed?.(firmId)
            return result
          } catch (error) {
            throw conflictWithin(error, route.answer)
          }
        }
        if (isRaw(route)) return sendRaw(reply, route.answer.contentType, (await run()) as RawContent)
        // Of two steps the first one's answer is kept, else the answer itself.
        const answerOf = async (result: unknown) => envelopeOf(route, finish ? await finish(context, result) : result)
        if (idempotencyKey === undefined || !route.idempotency) return answerOf(await run())
        const files = Object.entries(multipart?.files ?? {}).map(([name, bytes]) => [name, hashOf(bytes)])
        const { answer, replayed } = await options.idempotency.once(
          `${scope} ${route.method} ${pathOf(route)}`,
          idempotencyKey,
          JSON.stringify([input.params, input.query, input.body, files]),
          async () => (finish ? await run() : envelopeOf(route, await run())),
        )
        if (replayed) void reply.header('idempotent-replay', 'true')
        return finish ? answerOf(answer) : answer
      },
    })
  }
}
