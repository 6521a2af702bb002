import { defineScreens } from '../../lib/screens/screens.ts'

export const productScreens = defineScreens({
  manageProduct: () => import('./product-list.page.tsx').then((m) => m.ProductListPage),
})
