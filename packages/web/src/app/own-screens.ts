import { defineScreens } from '../lib/screens/screens.ts'

/** Screens that belong to no feature. */
export const ownScreens = defineScreens({
  notFound: () => import('./not-found.page.tsx').then((m) => m.NotFoundPage),
  clientNotFound: () => import('./not-found.page.tsx').then((m) => m.NotFoundPage),
  playground: () => import('./playground/playground.page.tsx').then((m) => m.PlaygroundPage),
})
