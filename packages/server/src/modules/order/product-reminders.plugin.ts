import { productDemandRoutes, productReminderRoutes } from '@kaimai/contract/order/product-reminder.routes.ts'
import { bind } from '../../platform/http/bind.ts'
import type { ProductReminderService } from './product-reminders.ts'

export const productReminderPlugin = (reminders: ProductReminderService) =>
  bind(productReminderRoutes, {
    show: ({ viewer }) => reminders.show(viewer),
    set: ({ viewer, body }) => reminders.set(viewer, body),
  })

export const productDemandPlugin = (reminders: ProductReminderService) =>
  bind(productDemandRoutes, { list: ({ firm }) => reminders.demand(firm.id) })
