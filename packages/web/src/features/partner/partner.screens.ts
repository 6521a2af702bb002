import { defineScreens } from '../../lib/screens/screens.ts'

export const partnerScreens = defineScreens({
  associationSetting: () => import('./partner.page.tsx').then((m) => m.PartnerPage),
})
