import type { Currency } from '@kaimai/contract/common/money.ts'

declare module '../../platform/events/events.ts' {
  interface EventMap {
    /** A sale earned something, minor units. `day`: in Taipei, on which the ledger took it. */
    'commission.earned': {
      firmId: string
      partnerId: string
      commissionId: string
      amount: number
      currency: Currency
      dueAtMs: number
      day: string
    }
    /** A month's statement was made: amounts as StatementRow, minor units. */
    'commission.statementMade': {
      firmId: string
      partnerId: string
      statementId: string
      /** yyyy-mm, in Taipei. */
      month: string
      currency: Currency
      carried: number
      earned: number
      reversed: number
      payable: number
      carriedOn: number
    }
  }
}
