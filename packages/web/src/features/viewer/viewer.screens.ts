import { defineScreens } from '../../lib/screens/screens.ts'

export const liveUserScreens = defineScreens({
  liveUsers: () => import('./viewer-list.page.tsx').then((m) => m.LiveUserListPage),
})
