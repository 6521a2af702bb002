import { defineScreens } from '../../lib/screens/screens.ts'

export const blockScreens = defineScreens({
  manageBlacklist: () => import('./block-list.page.tsx').then((m) => m.BlockListPage),
})
