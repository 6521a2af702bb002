import { defineScreens } from '../../lib/screens/screens.ts'

export const commissionScreens = defineScreens({
  associationResults: () => import('./results.page.tsx').then((m) => m.ResultsPage),
  associationCommissions: () => import('./commission-list.page.tsx').then((m) => m.CommissionListPage),
  associationStatements: () => import('./statement-list.page.tsx').then((m) => m.StatementListPage),
  associationPayouts: () => import('./payout-list.page.tsx').then((m) => m.PayoutListPage),
})
