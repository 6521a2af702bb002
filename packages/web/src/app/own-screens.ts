import { defineScreens } from '../lib/screens/screens.ts'

/** Screens that belong to no feature. */
export const ownScreens = defineScreens({
  notFound: () => import('./not-found.page.tsx').then((m) => m.NotFoundPage),
  clientNotFound: () => import('./not-found.page.tsx').then((m) => m.NotFoundPage),
  playground: () => import('./playground/playground.page.tsx').then((m) => m.PlaygroundPage),
  playground2: () => import('./playground/composition.page.tsx').then((m) => m.CompositionPage),
  playgroundPage1: () => import('./playground/foundations.page.tsx').then((m) => m.FoundationsPage),
  playgroundPage2: () => import('./playground/actions.page.tsx').then((m) => m.ActionsPage),
  playgroundPage3: () => import('./playground/lists.page.tsx').then((m) => m.ListsPage),
  playgroundPage4: () => import('./playground/overlays.page.tsx').then((m) => m.OverlaysPage),
  playgroundPage5: () => import('./playground/audience.page.tsx').then((m) => m.AudiencePartsPage),
  proto: () => import('./bench/proto.page.tsx').then((m) => m.ProtoPage),
  chat: () => import('./bench/chat.page.tsx').then((m) => m.ChatPage),
})
