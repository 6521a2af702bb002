import { defineScreens } from '../../lib/screens/screens.ts'

export const letterScreens = defineScreens({
  manageSmsEmail: () => import('./letter-list.page.tsx').then((m) => m.LetterListPage),
})
