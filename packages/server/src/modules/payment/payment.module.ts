import type { Platform } from '../../platform/platform.ts'
import type { FirmService, PublicFirm } from '../firm/firm.service.ts'
import type { GatewayService } from '../gateway/gateway.service.ts'
import type { OrderService } from '../order/order.service.ts'
import { createBankStatementStore } from './bank-statement.store.ts'
import { createBankStatements } from './bank-statements.ts'
import { type CashFlowDeps, createCashFlow } from './cash-flow.service.ts'
import { createCashInStore } from './cash-in.store.ts'
import { createPaymentService } from './payment.service.ts'
import { createPaymentStore } from './payment.store.ts'
import { createSettlementStore } from './settlement.store.ts'
import { createSettlements, type SettlementsDeps } from './settlements.ts'
import { createTransfers } from './transfers.ts'
import { createUsage } from './usage.ts'

/** What is kept of payments, and what orders ask of it. */
export const createPayments = (platform: Platform, { offers }: Pick<GatewayService, 'offers'>) => {
  const store = createPaymentStore(platform.db)
  return {
    store,
    payable: (firm: PublicFirm): boolean => offers.offered(firm).length > 0,
    /** Of an order, as the order module asks for them. */
    ofOrders: { offers, ofOrder: store.ofOrder, isBeingPaid: store.isBeingPaid },
  }
}

export interface PaymentModuleDeps {
  readonly platform: Platform
  readonly firms: FirmService
  readonly orders: OrderService
  readonly gateways: Pick<GatewayService, 'offers' | 'merchants'>
  readonly base: Pick<ReturnType<typeof createPayments>, 'store'>
  /** What has gone back, by day. */
  readonly returned: CashFlowDeps['returned']
  readonly refundsOf: SettlementsDeps['refundsOf']
  readonly publicUrl: () => string
}

/** Payments of orders, from the first click to the gateway's notice. */
export const createPaymentModule = ({ platform, orders, gateways, base, ...given }: PaymentModuleDeps) => {
  const { returned, refundsOf, ...deps } = given
  const transfers = createTransfers({ platform, store: base.store, orders })
  return {
    ...createPaymentService({ platform, store: base.store, orders, ...gateways, ...deps }),
    transfers,
    statements: createBankStatements({ platform, store: createBankStatementStore(platform.db), orders, transfers }),
    settlements: createSettlements({ platform, store: createSettlementStore(), refundsOf }),
    cashFlow: {
      ...createCashFlow({ platform, received: createCashInStore(platform.db).byDay, returned }),
      usage: createUsage(platform),
    },
  }
}
export type PaymentModule = ReturnType<typeof createPaymentModule>
