import { defineScreens } from '../../lib/screens/screens.ts'

export const orderScreens = defineScreens({
  cashFlow: () => import('./cash-flow.page.tsx').then((m) => m.CashFlowPage),
  manageOrders: () => import('./order-list.page.tsx').then((m) => m.OrderListPage),
  manageSettlement: () => import('./settlement.page.tsx').then((m) => m.SettlementPage),
  manageStatement: () => import('./statement.page.tsx').then((m) => m.StatementPage),
})
