import type { ComponentType } from 'react'
import { type LoadScreen, defineScreens } from '../lib/screens/screens.ts'
import { plannedScreens } from './planned-screens.ts'
import { type RouteName, routeNames } from '../lib/paths/paths.ts'

/** The gallery of components begins here: the addresses of the specification that are for testing lead to it. */
const gallery: LoadScreen = () => import('./playground/foundations.page.tsx').then((m) => m.FoundationsPage)

/** Screens that belong to no feature. */
const ownScreens = defineScreens({
  notFound: () => import('./not-found.page.tsx').then((m) => m.NotFoundPage),
  clientNotFound: () => import('./not-found.page.tsx').then((m) => m.NotFoundPage),
  playground: gallery,
  playground2: gallery,
  proto: gallery,
  chat: gallery,
  playgroundPage1: gallery,
  playgroundPage2: () => import('./playground/actions.page.tsx').then((m) => m.ActionsPage),
  playgroundPage3: () => import('./playground/lists.page.tsx').then((m) => m.ListsPage),
  playgroundPage4: () => import('./playground/overlays.page.tsx').then((m) => m.OverlaysPage),
  playgroundPage5: () => import('./playground/audience.page.tsx').then((m) => m.AudiencePartsPage),
})

const files = import.meta.glob<Record<string, unknown>>('../features/*/*.screens.ts', { eager: true })

const isScreens = (value: unknown): value is Record<string, LoadScreen> =>
  typeof value === 'object' && value !== null && Object.values(value).every((load) => typeof load === 'function')

/** Every screen that a feature or the app itself has, by route name. Throws when two claim one route. */
export const screensByRoute = (): ReadonlyMap<RouteName, LoadScreen> => {
  const found = new Map<RouteName, LoadScreen>()
  const claims = [...Object.values(files).flatMap((exports) => Object.values(exports).filter(isScreens)), ownScreens]
  for (const claim of claims) {
    for (const [name, load] of Object.entries(claim)) {
      const route = routeNames.find((each) => each === name)
      if (!route) throw new Error(`a screen for the route ${name}, which lib/paths does not know`)
      if (found.has(route)) throw new Error(`two screens for the route ${name}`)
      found.set(route, load)
    }
  }
  return found
}

const plannedPage = async (name: RouteName): Promise<ComponentType> => {
  const { laterScreenOf } = await import('./planned-screen.page.tsx')
  return laterScreenOf(name)
}

/** The screen of a route: its own, else what planned-screens.ts says will be there; undefined: neither. */
export const screenOf = (screens: ReadonlyMap<RouteName, LoadScreen>, name: RouteName): LoadScreen | undefined =>
  screens.get(name) ?? (name in plannedScreens ? () => plannedPage(name) : undefined)
