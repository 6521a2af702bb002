import { defineScreens } from '../../lib/screens/screens.ts'

export const letterTemplateScreens = defineScreens({
  manageMailTemplate: () => import('./letter-template-list.page.tsx').then((m) => m.LetterTemplateListPage),
  mailTemplateCreate: () => import('./letter-template-form.page.tsx').then((m) => m.LetterTemplateNewPage),
  mailTemplateEdit: () => import('./letter-template-form.page.tsx').then((m) => m.LetterTemplateEditPage),
})
