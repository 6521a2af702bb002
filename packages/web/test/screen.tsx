import { authRoutes } from '@kaimai/contract/auth/auth.routes.ts'
import type { BombmyAuthority } from '@kaimai/contract/common/access.ts'
import type { Language } from '@kaimai/contract/common/language.ts'
import { render } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { createMemoryRouter, Outlet, type RouteObject, RouterProvider } from 'react-router'
import { test as base, expect, vi } from 'vitest'
import { loadConsoleTexts } from '../src/app/console-text-files.ts'
import { Guard } from '../src/app/guard.tsx'
import { type ConsoleParts, ConsoleProviders } from '../src/app/providers.tsx'
import { screenOf, screensByRoute } from '../src/app/screen-files.ts'
import { configureHttp, call } from '../src/lib/http/http.ts'
import { routeNames, routeRow } from '../src/lib/paths/paths.ts'
import { createQueryClient } from '../src/lib/query/query-client.ts'
import { createSession } from '../src/lib/session/session.ts'
import { storedAuthKey } from '../src/lib/session/stored-auth.ts'
import { profileWith, storedAuth } from '../src/lib/session/test-session.ts'
import { createStore } from '../src/lib/store/store.ts'
import { toast } from '../src/ui/toast.tsx'
import { createStrictTranslator, impatientClock } from './surroundings.ts'
import { createUser } from './user.ts'
import { createWire, type Wire } from './wire.ts'

interface Opening {
  readonly language?: Language
  /** What the member may do; null: nobody is logged in. */
  readonly authority?: Partial<BombmyAuthority> | null
}

/** A screen of the console that a test has opened. */
export interface Opened {
  /** Path and query of the address that is shown now. */
  readonly address: () => string
}

const screens = screensByRoute()

const routeOf = (name: (typeof routeNames)[number]): RouteObject[] => {
  const load = screenOf(screens, name)
  if (!load) return []
  const lazy = async () => {
    const Screen = await load()
    return { element: <Guard row={routeRow(name)}>{<Screen />}</Guard> }
  }
  return [{ path: routeRow(name).path, caseSensitive: false, lazy }]
}

/** Logs in and hands the wire to the transport, as the console's start does. */
const startConsole = async (wire: Wire, { language = 'en', authority = {} }: Opening) => {
  const profile = profileWith('bearer')
  wire.answer(authRoutes.profile, () => ({
    ...profile,
    bombmyAuthority: { ...profile.bombmyAuthority, ...authority },
  }))
  if (authority !== null) localStorage.setItem(storedAuthKey, JSON.stringify(storedAuth))
  const clock = impatientClock()
  const session = createSession({
    call,
    clock,
    storages: [localStorage, sessionStorage],
    exclusive: (run) => run(),
    tabs: { notify: () => undefined, listen: () => undefined },
    newDeviceId: () => 'device-new',
    language: () => language,
    reload: (message) => console.error(`the session ended: ${message}`),
  })
  configureHttp({
    fetch: wire.fetch,
    clock,
    language: () => language,
    staff: session.staff,
    renew: session.renew,
    onForbidden: (error) => toast.bad(error.message),
    onNoData: (error) => toast.warn(error.message),
  })
  document.documentElement.lang = language
  const texts = {
    translator: createStore(createStrictTranslator(language, await loadConsoleTexts(language))),
    change: async () => undefined,
  }
  await session.start(authority === null ? 'public' : 'auth')
  return { texts, session, queries: createQueryClient((error) => toast.bad(error.message)) }
}

const show = async (parts: ConsoleParts, address: string, children: RouteObject[]): Promise<Opened> => {
  const element = (
    <ConsoleProviders parts={parts}>
      <Outlet />
    </ConsoleProviders>
  )
  const router = createMemoryRouter(
    [{ element, hydrateFallbackElement: element, children: [...children, { path: '*', element: null }] }],
    { initialEntries: [address] },
  )
  render(<RouterProvider router={router} />)
  // The screen's own file is on its way.
  await vi.waitFor(() => expect(router.state.initialized).toBe(true), { timeout: 30_000, interval: 5 })
  return { address: () => router.state.location.pathname + router.state.location.search }
}

interface Fixtures {
  /** Answers what the screen asks the server. */
  wire: Wire
  /** Opens a screen of the console by its address (`paths`), as an owner who speaks English unless said otherwise. */
  open: (address: string, opening?: Opening) => Promise<Opened>
  /** Shows a part of a screen, with all that the console gives it. */
  mount: (part: ReactNode, opening?: Opening) => Promise<Opened>
  user: UserEvent
}

export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- vitest reads from the pattern what a fixture needs
  wire: async ({}, use) => {
    await use(createWire())
  },
  open: async ({ wire }, use) => {
    await use(async (address, opening = {}) => {
      const parts = await startConsole(wire, opening)
      return show(parts, address, routeNames.flatMap(routeOf))
    })
  },
  mount: async ({ wire }, use) => {
    await use(async (part, opening = {}) => {
      const parts = await startConsole(wire, opening)
      return show(parts, '/', [{ path: '/', element: part }])
    })
  },
  // oxlint-disable-next-line no-empty-pattern -- vitest reads from the pattern what a fixture needs
  user: async ({}, use) => {
    await use(createUser())
  },
})
