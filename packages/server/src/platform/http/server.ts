import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { fail, KaimaiError } from '@kaimai/contract/common/error.ts'
import { languageOf } from '@kaimai/contract/common/language.ts'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Logger } from 'pino'
import { newId } from '../ids.ts'
import { errorBodyOf, frameworkError, retryAfterOf } from './answer-error.ts'
import { type ConnectionLimits, connectionLimits, limitConnections, serverTimeouts } from './connection-limits.ts'
import { readWholeBody } from './whole-body.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The handler reads the body as text, whatever its type. */
    readonly readsText?: boolean
  }
}

/** Takes requests before the framework does: media, where every microsecond counts. True: it has answered or will. */
export type FirstHandler = (request: IncomingMessage, response: ServerResponse) => boolean

export interface HttpOptions {
  readonly log: Logger
  /** Whose forwarded headers count (TRUST_PROXY); none by default. */
  readonly trustProxy: readonly string[]
  readonly first: readonly FirstHandler[]
  /** Other bounds on connections than those that stand (tests). */
  readonly limits?: Partial<ConnectionLimits>
}

/** The HTTP server with one error answer for all; routes are mounted on it by app.ts. */
export const createHttp = (options: HttpOptions): FastifyInstance => {
  const refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const known = error instanceof KaimaiError ? error : error instanceof Error ? frameworkError(error) : undefined
    if (!known) request.log.error({ err: error, requestId: request.id }, 'unexpected error')
    const failure = known ?? fail('internal')
    const { status, body } = errorBodyOf(failure, languageOf(request.headers['accept-language']))
    const retryAfter = retryAfterOf(failure)
    if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter))
    // What is left of it is not read.
    if (failure.errorName === 'tooLarge') void reply.header('connection', 'close')
    void reply.status(status).header('x-request-id', request.id).send(body)
  }

  const limits = { ...connectionLimits(options.trustProxy), ...options.limits }
  const app: FastifyInstance = Fastify({
    // The request's own child logger; bodies and headers are never logged.
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => newId(),
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 700 },
    trustProxy: options.trustProxy.length > 0 ? [...options.trustProxy] : false,
    forceCloseConnections: true,
    // An address that nobody can decode never reaches a route.
    frameworkErrors: refuse,
    serverFactory: (handler: RequestListener): Server => {
      const server = createServer(serverTimeouts(limits), (request, response) => {
        try {
          for (const first of options.first) if (first(request, response)) return
        } catch (error) {
          options.log.error({ err: error }, 'a request could not be looked at')
          if (response.headersSent) response.destroy()
          else response.writeHead(500).end()
          return
        }
        handler(request, response)
      })
      limitConnections(server, options.trustProxy, limits, options.log)
      return server
    },
  }) as unknown as FastifyInstance

  // A POST without a body is fine where the route has none; browsers and tools name JSON all the same.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    // What is signed is signed byte by byte: such a route reads the text itself.
    if (request.routeOptions.config.readsText === true) return done(null, body)
    return body === '' ? done(null, undefined) : parseJson(request, body, done)
  })
  app.addContentTypeParser('multipart/form-data', (request: FastifyRequest, body: IncomingMessage) =>
    readWholeBody(body, request.routeOptions.bodyLimit),
  )
  app.addContentTypeParser(
    ['text/plain', 'application/x-www-form-urlencoded'],
    { parseAs: 'string' },
    (_request, body, done) => done(null, body),
  )

  app.addHook('onSend', async (request, reply) => {
    void reply.header('x-content-type-options', 'nosniff')
    if (request.url.startsWith('/api')) {
      if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store')
      void reply.header('referrer-policy', 'no-referrer')
    }
  })

  app.setErrorHandler(refuse)
  return app
}
