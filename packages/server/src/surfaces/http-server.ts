import { readFile } from 'node:fs/promises'
import { services as prefixes, type Service } from '@kaimai/contract/common/route.ts'
import { allRoutes, slugOfRoute } from '@kaimai/contract/all-routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from './services.ts'
import type { DemoLogin } from '../modules/firm/firm.plugin.ts'
import { createPublicFirms } from '../modules/firm/public-firms.ts'
import { createPublicRooms } from '../modules/live/public-rooms.ts'
import { createPublicSalesPages } from '../modules/sales-page/public-sales-pages.ts'
import { createPublicForms } from '../modules/signup/public-forms.ts'
import type { Environment } from '../platform/environment.ts'
import type { Authenticators } from '../platform/http/caller.ts'
import { mount } from '../platform/http/mount.ts'
import { openApiOf } from '../platform/http/openapi.ts'
import { openApiPage } from '../platform/http/openapi-page.ts'
import { createHttp, type HttpOptions } from '../platform/http/server.ts'
import type { Platform } from '../platform/platform.ts'
import { shopChanged } from '../platform/shop-hints.ts'
import { createReadiness } from '../platform/readiness.ts'
import { consoleModules } from './console.ts'
import { createPageRenderer } from './page-renderer.ts'
import { createPages } from './pages.ts'
import { mountPaymentReturn } from './payment-return.ts'
import { mountPaynowPage } from './paynow-page.ts'
import { createPublicFiles } from './public-files.ts'
import { createShopFronts } from './shop-front.ts'
import { purchaseModules } from './purchase.ts'
import { roomModules } from './room.ts'
import { guardDiskSpace } from './disk-space-guard.ts'
import { mountUnsubscribePage } from './unsubscribe-page.ts'

export interface HttpServerDeps {
  readonly platform: Platform
  readonly environment: Environment
  readonly services: Services
  readonly version: string
  readonly webFolder: string
  /** Asked at each request: known only once the server listens. */
  readonly publicUrl: () => string
  readonly demo: () => Promise<DemoLogin>
  readonly first: HttpOptions['first']
  readonly authenticators: Authenticators
}

/** The three services on one HTTP server, as the roles of this process say. */
export const createHttpServer = async (deps: HttpServerDeps): Promise<FastifyInstance> => {
  const { platform, environment, services, authenticators } = deps
  const http = createHttp({ log: platform.log, trustProxy: environment.trustProxy, first: deps.first })
  guardDiskSpace(http, platform.diskSpace)
  const options = {
    authenticators,
    idempotency: platform.idempotency,
    secureCookies: environment.publicUrl.startsWith('https:'),
    changed: (firmId: string) => shopChanged(platform.bus, firmId),
  }
  const { roles } = environment
  if (roles.has('console')) mount(http, consoleModules({ ...services, demo: deps.demo }), options)
  if (roles.has('room')) mount(http, roomModules(services, platform), options)
  if (roles.has('purchase')) mount(http, purchaseModules(services, platform), options)

  for (const service of Object.keys(prefixes) as Service[]) {
    // Written down when somebody asks first: it costs a start a quarter of a second.
    let written: { readonly document: ReturnType<typeof openApiOf>; readonly page: string } | undefined
    const docs = () => {
      if (written === undefined) {
        const document = openApiOf(service, allRoutes, deps.version, slugOfRoute)
        written = { document, page: openApiPage(document) }
      }
      return written
    }
    http.get(`${prefixes[service]}/openapi.json`, (_request, reply) => reply.send(docs().document))
    http.get(`${prefixes[service]}/docs`, (_request, reply) =>
      reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
        .send(docs().page),
    )
  }

  const readiness = createReadiness(platform)
  http.get('/health', (_request, reply) => reply.header('cache-control', 'no-store').send({ alive: true }))
  http.get('/ready', async (_request, reply) => {
    const report = await readiness()
    return reply
      .status(report.ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(report)
  })
  // One address for whichever session of the demo firm is worth coming into: what npm start prints is opened any time later.
  http.get('/demo-room', async (_request, reply) => {
    const { entryUrl } = await deps.demo()
    return reply.header('cache-control', 'no-store').redirect(entryUrl ?? '/', 302)
  })
  mountPaymentReturn(http, services.payments)
  mountPaynowPage(http, services.payments.pages)
  mountUnsubscribePage(http, services)
  // Read once, with the assets: a document of another build would name files that this process does not hold.
  const consoleHtml = await readFile(`${deps.webFolder}client/console.html`, 'utf8').catch(() => undefined)
  const firms = createPublicFirms(platform.db)
  const forms = createPublicForms(platform.db)
  const salesPages = createPublicSalesPages(platform.db, platform.clock)
  const { publicUrl } = deps
  const { audienceUrl } = environment
  const nowMs = platform.clock.ms
  http.setNotFoundHandler(
    createPages({
      render: createPageRenderer(`${deps.webFolder}ssr/render.js`),
      publicSignup: services.publicSignup,
      links: services.shortLinks,
      sales: services.publicSalesPage,
      room: services.rooms.service,
      orders: services.orders,
      sandbox: services.sandbox,
      staffBrowsers: services.staffBrowsers,
      secureCookies: options.secureCookies,
      shopFront: createShopFronts({ publicUrl, audienceUrl, firms, sources: [forms, salesPages], nowMs }),
      publicFiles: createPublicFiles({
        publicUrl,
        audienceUrl,
        firms,
        sources: [forms, salesPages, createPublicRooms(platform.db, platform.clock)],
        nowMs,
      }),
      publicUrl,
      audienceUrl,
      consoleHtml: async () => consoleHtml,
    }),
  )
  return http
}
