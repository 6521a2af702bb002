import { eraseFacts } from './modules/fact/erase-facts.service.ts'
import { withFigures } from './modules/figure/figure.module.ts'
import { eraseLetters } from './modules/letter/erase-letters.service.ts'
import { eraseLiveCustomers } from './modules/live-customer/erase-live-customers.service.ts'
import { eraseOrders } from './modules/order/erase-orders.service.ts'
import { eraseRefunds } from './modules/refund/erase-refunds.service.ts'
import { eraseFromRooms } from './modules/room/erase-from-rooms.service.ts'
import { eraseViewers } from './modules/viewer/erase-viewers.service.ts'

/** What takes a person out of what each module keeps, in the transaction that erases them. */
export const erasers = withFigures({
  eraseFacts,
  eraseLetters,
  eraseLiveCustomers,
  eraseOrders,
  eraseRefunds,
  eraseFromRooms,
  eraseViewers,
})
