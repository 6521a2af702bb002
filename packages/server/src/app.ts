import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createLiveMediaHandler } from './modules/live/live-media-handler.ts'
import { viewerAuthenticator } from './modules/viewer/viewer-authenticator.ts'
import type { Environment } from './platform/environment.ts'
import { bareHandler } from './platform/http/bare-handler.ts'
import { createStaticAssets, type StaticAssets } from './platform/http/static-assets.ts'
import type { Platform } from './platform/platform.ts'
import { createPublicUrls } from './platform/public-urls.ts'
import { createHttpServer } from './surfaces/http-server.ts'
import { createServices } from './services.ts'

const packageJson = fileURLToPath(new URL('../package.json', import.meta.url))
const webFolder = fileURLToPath(new URL('../../web/dist/', import.meta.url))

interface DemoLogin {
  readonly account?: string
  readonly password?: string
  readonly roomUrl?: string
  /** Where somebody who comes now sees most: never the last seconds of a session. */
  readonly entryUrl?: string
}

export interface AppOptions {
  readonly platform: Platform
  readonly environment: Environment
  /** The built web app's files, where they are read already, or not wanted. */
  readonly assets?: StaticAssets
}

/** All modules, the HTTP server before them, and the life of the process that runs it. */
export const createApp = async ({ platform, environment, assets: given }: AppOptions) => {
  const urls = createPublicUrls(environment)
  const reading = given ?? createStaticAssets(`${webFolder}client`)
  const services = createServices(platform, environment, urls)
  const { log, clock, fileServer, secret, jobs } = platform
  const { rooms, liveReader, videos, suspension, avatars, media } = services
  // Of module video, which keeps the large files.
  jobs.freesSpace(['remove-video-files', 'sweep-uploads', 'sweep-images', 'package-video/folders'])
  const version: string = JSON.parse(await readFile(packageJson, 'utf8')).version
  const assets = await reading
  let demoLogin = async (): Promise<DemoLogin> => ({})
  const http = await createHttpServer({
    platform,
    environment,
    services,
    version,
    webFolder,
    publicUrl: urls.publicUrl,
    demo: () => demoLogin(),
    first: [
      assets.serve,
      avatars.serve,
      media,
      bareHandler(
        log,
        createLiveMediaHandler({
          liveReader,
          videos,
          clock,
          files: fileServer,
          namesKey: secret.keyFor('segment names'),
          isSuspended: suspension.isSuspended,
        }),
      ),
    ],
    authenticators: {
      firm: services.authenticateFirm,
      inLive: services.crew.inLive,
      viewer: viewerAuthenticator(services.liveUsers, suspension.isSuspended),
      order: services.orders.authenticate,
      grant: services.grants.read,
      partner: services.partnerSessions.authenticate,
    },
  })
  rooms.attach(http.server)

  return {
    http,
    version,
    services,
    publicUrl: urls.publicUrl,
    /** Loads what must stand before the first request and starts the jobs. */
    start: async (): Promise<void> => {
      await services.access.start()
      await jobs.start()
    },
    /** Listens; `port` 0 takes a free one, and without PUBLIC_URL that becomes the public address. */
    listen: async (port = environment.port): Promise<string> => {
      const address = await http.listen({ port, host: environment.host })
      const bound = http.server.address()
      if (port === 0 && typeof bound === 'object' && bound) urls.setPublicUrl(`http://localhost:${bound.port}`)
      return address
    },
    setDemoLogin: (login: typeof demoLogin): void => {
      demoLogin = login
    },
    close: async (): Promise<void> => {
      await rooms.close()
      await http.close()
      await platform.close()
    },
  }
}
export type App = Awaited<ReturnType<typeof createApp>>
