import { defineScreens } from '../../lib/screens/screens.ts'

export const virtualUserScreens = defineScreens({
  manageVirtualUser: () => import('./virtual-user.page.tsx').then((m) => m.VirtualUserPage),
})
