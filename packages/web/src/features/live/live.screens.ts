import { defineScreens } from '../../lib/screens/screens.ts'

export const liveScreens = defineScreens({
  manageLiveStream: () => import('./live-list.page.tsx').then((m) => m.LiveListPage),
  liveStreamNew: () => import('./live-form.page.tsx').then((m) => m.LiveFormPage),
  liveStreamEdit: () => import('./live-form.page.tsx').then((m) => m.LiveFormPage),
})
