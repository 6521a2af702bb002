import type { ReactNode } from 'react'
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router'
import { paths, type RouteName, routeNames, routeRow } from '../lib/paths/paths.ts'
import type { LoadScreen } from '../lib/screens/screens.ts'
import { FullScreenLoading } from '../ui/full-screen-loading.tsx'
import { AudienceDocument } from './audience-document.tsx'
import { ConsoleProviders, type ConsoleParts } from './providers.tsx'
import { Guard } from './guard.tsx'
import { ScreenFailure } from './screen-failure.tsx'
import { screenOf, screensByRoute } from './screen-files.ts'
import { ConsoleShell } from './shell/console-shell.tsx'

const ToNotFound = () => <Navigate to={paths.clientNotFound()} replace />

const guarded = (name: RouteName, screen: ReactNode) => <Guard row={routeRow(name)}>{screen}</Guard>

const routeOf = (screens: ReadonlyMap<RouteName, LoadScreen>, name: RouteName): RouteObject => {
  const row = routeRow(name)
  const load = screenOf(screens, name)
  if (name === 'root') return { path: row.path, element: <Navigate to={paths.dashboard()} replace /> }
  if (!load) return { path: row.path, element: <ToNotFound /> }
  return {
    path: row.path,
    caseSensitive: false,
    errorElement: <ScreenFailure />,
    lazy: async () => {
      const Screen = await load()
      const element = row.shell === 'audience' ? <AudienceDocument name={name} later={<Screen />} /> : <Screen />
      return { element: guarded(name, element) }
    },
  }
}

/** The console's router: every route of lib/paths, and /client-404 for the rest. */
export const createConsoleRouter = (parts: ConsoleParts) => {
  const screens = screensByRoute()
  return createBrowserRouter([
    {
      element: (
        <ConsoleProviders parts={parts}>
          <ConsoleShell />
        </ConsoleProviders>
      ),
      errorElement: (
        <ConsoleProviders parts={parts}>
          <ScreenFailure />
        </ConsoleProviders>
      ),
      hydrateFallbackElement: (
        <ConsoleProviders parts={parts}>
          <FullScreenLoading />
        </ConsoleProviders>
      ),
      children: [...routeNames.map((name) => routeOf(screens, name)), { path: '*', element: <ToNotFound /> }],
    },
  ])
}
