import { type ReactNode, useEffect } from 'react'
import { createBrowserRouter, Navigate, type RouteObject, useLocation, useParams, useRouteError } from 'react-router'
import { paths, type RouteName, routeNames, routeRow, customPageTypes } from '../lib/paths/paths.ts'
import type { LoadScreen } from '../lib/screens/screens.ts'
import { FullScreenLoading } from '../ui/full-screen-loading.tsx'
import { ConsoleProviders, type ConsoleParts } from './providers.tsx'
import { Guard } from './guard.tsx'
import { screenOf, screensByRoute } from './screen-files.ts'
import { ConsoleShell } from './shell/console-shell.tsx'
import { useText } from '../lib/i18n/use-text.tsx'
import { ErrorState } from '../ui/error-state.tsx'

/** The path that this document was loaded for. */
const loadedFor = location.pathname

/**
 * Audience pages are documents of their own, rendered by the server: a link to one from the console loads it. Where
 * the server answered one of their paths with the console, there is no such page.
 */
const AudienceDocument = ({ name }: { name: RouteName }) => {
  const { pathname } = useLocation()
  const { pageType = '' } = useParams()
  const isKnown = name !== 'customUrl' || customPageTypes.some((type) => type === pageType.toLowerCase())
  const isOther = isKnown && pathname !== loadedFor
  useEffect(() => {
    if (isOther) location.assign(location.href)
  }, [isOther])
  return isKnown && isOther ? null : <Navigate to={paths.clientNotFound()} replace />
}

/** A screen that could not be shown: a bug, or a part of the program that did not load. */
const ScreenFailure = () => {
  const t = useText('app')
  const error = useRouteError()
  useEffect(() => {
    console.error(error)
  }, [error])
  return <ErrorState title={t('failure.title')} text={t('failure.text')} onRetry={() => location.reload()} />
}

const ToNotFound = () => <Navigate to={paths.clientNotFound()} replace />

const guarded = (name: RouteName, screen: ReactNode) => <Guard row={routeRow(name)}>{screen}</Guard>

const routeOf = (screens: ReadonlyMap<RouteName, LoadScreen>, name: RouteName): RouteObject => {
  const row = routeRow(name)
  const load = screenOf(screens, name)
  if (name === 'root') return { path: row.path, element: <Navigate to={paths.dashboard()} replace /> }
  if (row.shell === 'audience') return { path: row.path, element: <AudienceDocument name={name} /> }
  if (!load) return { path: row.path, element: <ToNotFound /> }
  return {
    path: row.path,
    caseSensitive: false,
    errorElement: <ScreenFailure />,
    lazy: async () => {
      const Screen = await load()
      return { element: guarded(name, <Screen />) }
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
