import { defineScreens } from '../../lib/screens/screens.ts'

export const signupUserScreens = defineScreens({
  manageFormUsers: () => import('./signup-user-list.page.tsx').then((m) => m.SignupUserListPage),
})
