import { matchPath } from 'react-router'
import { type RouteName, routeNames, routes } from '../lib/paths/paths.ts'

const dynamicParts = (name: RouteName): number =>
  routes[name].path.split('/').filter((part) => part.startsWith(':')).length

// The most literal pattern wins, as in the router.
const byLiteralness = routeNames.toSorted((a, b) => dynamicParts(a) - dynamicParts(b))

/** The route of a path, without regard to case; undefined: unknown. */
export const routeAt = (pathname: string): RouteName | undefined =>
  byLiteralness.find((name) => matchPath({ path: routes[name].path, end: true, caseSensitive: false }, pathname))
