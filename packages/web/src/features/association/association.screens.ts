import { defineScreens } from '../../lib/screens/screens.ts'

export const associationScreens = defineScreens({
  associationLinks: () => import('./link.page.tsx').then((m) => m.LinkPage),
})
