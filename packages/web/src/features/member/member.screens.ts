import { defineScreens } from '../../lib/screens/screens.ts'

export const memberScreens = defineScreens({
  myAccount: () => import('./account.page.tsx').then((m) => m.AccountPage),
})
