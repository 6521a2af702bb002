import { defineScreens } from '../../lib/screens/screens.ts'

export const liveCustomerScreens = defineScreens({
  liveCustomers: () => import('./live-customer.page.tsx').then((m) => m.LiveCustomerPage),
})
