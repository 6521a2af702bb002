import { defineScreens } from '../../lib/screens/screens.ts'

export const dashboardScreens = defineScreens({
  dashboard: () => import('./dashboard.page.tsx').then((m) => m.DashboardPage),
})
