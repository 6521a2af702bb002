import { defineScreens } from '../../lib/screens/screens.ts'

export const signupScreens = defineScreens({
  manageForm: () => import('./signup-list.page.tsx').then((m) => m.SignupListPage),
  manageFormNew: () => import('./signup-form.page.tsx').then((m) => m.SignupFormPage),
  manageFormEdit: () => import('./signup-form.page.tsx').then((m) => m.SignupFormPage),
})
