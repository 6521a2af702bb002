import { defineScreens } from '../../lib/screens/screens.ts'

export const salesPageScreens = defineScreens({
  salesPages: () => import('./sales-page-list.page.tsx').then((m) => m.SalesPageListPage),
  salesPageNew: () => import('./sales-page-form.page.tsx').then((m) => m.SalesPageNewPage),
  salesPageEdit: () => import('./sales-page-form.page.tsx').then((m) => m.SalesPageEditPage),
})
