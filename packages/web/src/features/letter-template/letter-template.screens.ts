import { defineScreens } from '../../lib/screens/screens.ts'

export const letterTemplateScreens = defineScreens({
  manageMailTemplate: () => import('./letter-template-list.page.tsx').then((m) => m.LetterTemplateListPage),
  automaticLetters: () => import('./automatic-letters.page.tsx').then((m) => m.AutomaticLettersPage),
  mailTemplateCreate: () => import('./letter-template-form.page.tsx').then((m) => m.LetterTemplateNewPage),
  mailTemplateEdit: () => import('./letter-template-form.page.tsx').then((m) => m.LetterTemplateEditPage),
})
