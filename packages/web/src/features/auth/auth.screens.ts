import { defineScreens } from '../../lib/screens/screens.ts'

export const authScreens = defineScreens({
  login: () => import('./login.page.tsx').then((m) => m.LoginPage),
  forget: () => import('./forget.page.tsx').then((m) => m.ForgetPage),
  reset: () => import('./reset.page.tsx').then((m) => m.ResetPage),
  invitation: () => import('./invitation.page.tsx').then((m) => m.InvitationPage),
  confirmEmail: () => import('./confirm-email.page.tsx').then((m) => m.ConfirmEmailPage),
  register: () => import('./register.page.tsx').then((m) => m.RegisterPage),
})
