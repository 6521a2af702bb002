import { z } from 'zod'
import { firm } from '../common/access.ts'
import { raw } from '../common/route.ts'
import { defineRoutes } from '../common/route.ts'
import { sheetTypes } from '../common/sheet.ts'
import {
  CashFlowExport,
  CashFlowQuery,
  CashFlowRow,
  CashFlowSum,
  UsageExport,
  UsageQuery,
  UsageRow,
} from './cash-flow.schema.ts'

export const cashFlowRoutes = defineRoutes('console', {
  list: {
    method: 'GET',
    path: '/signup/firm_cash_flow_list',
    summary:
      'Money by day (in Taipei) and way to pay: received, refunded, fees and what is to be settled, the newest day first, with sums by currency. Play money is marked and summed apart.',
    access: firm('order'),
    query: CashFlowQuery,
    answer: z.object({ rows: z.array(CashFlowRow), sums: z.array(CashFlowSum) }),
  },
  exportList: {
    method: 'GET',
    path: '/signup/firm_cash_flow_list/export',
    summary: 'The same as a file.',
    access: firm('order'),
    query: CashFlowExport,
    answer: raw(sheetTypes.xlsx),
    added: true,
  },
  usage: {
    method: 'GET',
    path: '/signup/firm_cash_flow_list/usage',
    summary: 'Live hours and points that were bought and used, by day (in Taipei), the newest first.',
    access: firm('order'),
    query: UsageQuery,
    answer: z.array(UsageRow),
    added: true,
  },
  exportUsage: {
    method: 'GET',
    path: '/signup/firm_cash_flow_list/usage/export',
    summary: 'The same as a file.',
    access: firm('order'),
    query: UsageExport,
    answer: raw(sheetTypes.xlsx),
    added: true,
  },
})
