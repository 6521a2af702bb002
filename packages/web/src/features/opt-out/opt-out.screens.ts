import { defineScreens } from '../../lib/screens/screens.ts'

export const optOutScreens = defineScreens({
  optOuts: () => import('./opt-out.page.tsx').then((m) => m.OptOutPage),
})
