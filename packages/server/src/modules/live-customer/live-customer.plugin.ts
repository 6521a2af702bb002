import { liveCustomerRoutes } from '@kaimai/contract/live-customer/live-customer.routes.ts'
import { actorOf } from '../../platform/audit/audit.ts'
import { bind } from '../../platform/http/bind.ts'
import type { LiveCustomers } from './live-customer.module.ts'

export const liveCustomerPlugin = (customers: LiveCustomers) =>
  bind(liveCustomerRoutes, {
    ...customers.handlers,
    addMany: ({ firm, body, ip }) => customers.addMany(firm.id, body, actorOf(firm, ip)),
  })
