import { readFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { accessPlugin } from './modules/access/access.plugin.ts'
import { createAccessService } from './modules/access/access.service.ts'
import { announcementPlugin } from './modules/announcement/announcement.plugin.ts'
import { createAnnouncementService } from './modules/announcement/announcement.service.ts'
import { createAccountLetters } from './modules/auth/account-letters.ts'
import { authPlugin } from './modules/auth/auth.plugin.ts'
import { createAuthService } from './modules/auth/auth.service.ts'
import { createAuthStore } from './modules/auth/auth.store.ts'
import { createFirmAuthenticator } from './modules/auth/firm-authenticator.ts'
import { createSessionService } from './modules/auth/session.service.ts'
import { tokenLife } from './modules/auth/session-tokens.ts'
import { firmPlugin } from './modules/firm/firm.plugin.ts'
import { createFirmService } from './modules/firm/firm.service.ts'
import { createFirmStore } from './modules/firm/firm.store.ts'
import type { Environment } from './platform/environment.ts'
import { mount } from './platform/http/mount.ts'
import { createHttp } from './platform/http/server.ts'
import { createStaticAssets } from './platform/http/static-assets.ts'
import type { Platform } from './platform/platform.ts'

export interface AppOptions {
  readonly platform: Platform
  readonly environment: Environment
}

const packageJson = fileURLToPath(new URL('../package.json', import.meta.url))
const webFolder = fileURLToPath(new URL('../../web/dist/', import.meta.url))

/** The composition root: stores → services → plugins, by hand, in reading order. */
export const createApp = async ({ platform, environment }: AppOptions) => {
  const { log, clock, db, bus, jobs, limits, idempotency, secret, mail } = platform
  const version: string = JSON.parse(await readFile(packageJson, 'utf8')).version
  const publicUrl = () => environment.publicUrl

  // Stores
  const firmStore = createFirmStore(db)
  const authStore = createAuthStore(db)

  // Services
  const access = createAccessService({ db, bus })
  const firms = createFirmService({ store: firmStore, clock })
  const announcements = createAnnouncementService({ db, clock })
  const sessions = createSessionService({
    db,
    store: authStore,
    firms,
    access,
    clock,
    secret,
    hoursBalance: async () => 0,
  })
  const accountLetters = createAccountLetters({
    store: authStore,
    jobs,
    clock,
    mail: platform.hasSmtp ? mail : undefined,
    publicUrl,
  })
  const auth = createAuthService({
    db,
    store: authStore,
    sessions,
    firms,
    limits,
    letters: accountLetters,
    clock,
    welcome: async () => {},
  })

  jobs.every('sweep-bearers', 3600, () => authStore.sweepBearers(new Date(clock.ms() - tokenLife.bearerMs)))

  // The HTTP server
  const assets = await createStaticAssets(`${webFolder}client`)
  const http: FastifyInstance = createHttp({ log, trustProxy: environment.trustProxy, first: [assets.serve] })

  mount(
    http,
    [
      ...authPlugin({ auth, sessions }),
      ...firmPlugin({ firms, auth, demo: async () => ({}) }),
      ...accessPlugin(access),
      ...announcementPlugin(announcements),
    ],
    {
      authenticators: {
        firm: createFirmAuthenticator({ store: authStore, access, clock }),
        viewer: async () => {
          throw new Error('not yet')
        },
        order: async () => {
          throw new Error('not yet')
        },
      },
      idempotency,
      secureCookies: environment.publicUrl.startsWith('https:'),
    },
  )

  return {
    http,
    version,
    services: { access, firms, announcements, auth, accountLetters },
    server: (): Server => http.server,
    /** What a start says beside the address. */
    greeting: async (): Promise<string[]> => [],
    /** Loads what must stand before the first request and starts the jobs. */
    start: async (): Promise<void> => {
      await access.start()
      await jobs.start()
      void assets.compress()
    },
    close: async (): Promise<void> => {
      await http.close()
      await platform.close()
    },
  }
}
export type App = Awaited<ReturnType<typeof createApp>>
