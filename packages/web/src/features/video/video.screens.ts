import { defineScreens } from '../../lib/screens/screens.ts'

export const videoScreens = defineScreens({
  manageLive: () => import('./video-list.page.tsx').then((m) => m.VideoListPage),
})
