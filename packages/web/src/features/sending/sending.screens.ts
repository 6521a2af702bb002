import { defineScreens } from '../../lib/screens/screens.ts'

export const sendingScreens = defineScreens({
  sendings: () => import('./sending-list.page.tsx').then((m) => m.SendingListPage),
  smsEmailCreate: () => import('./sending-form.page.tsx').then((m) => m.SendingFormPage),
})
