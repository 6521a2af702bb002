import { defineScreens } from '../../lib/screens/screens.ts'

export const liveUserScreens = defineScreens({
  liveUsers: () => import('./live-user-list.page.tsx').then((m) => m.LiveUserListPage),
})
