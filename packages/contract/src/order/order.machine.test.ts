import { after, movesFrom, unreachable } from '@kaimai/contract/common/machine.ts'
import { describe, expect, test } from 'vitest'
import { type PaymentState, paymentMachine } from './order.machine.ts'

describe('the life of an order', () => {
  test('ORDER-1 Every state of a payment can be reached', () => {
    expect(unreachable(paymentMachine)).toEqual([])
  })

  test('ORDER-2 Only an unpaid order expires, one that is paid is cancelled with its refund, and what has ended is paid late or owed back', () => {
    const from = (state: PaymentState) => movesFrom(paymentMachine, state).sort()
    expect(from('pending')).toEqual(['cancel', 'confirm', 'expire', 'pay'])
    // Paid when it is handed over: it never expires.
    expect(from('onDelivery')).toEqual(['cancel', 'pay'])
    expect(from('expired')).toEqual(['oweRefund', 'payLate'])
    expect(from('cancelled')).toEqual(['oweRefund', 'payLate'])
    expect(from('paid')).toEqual(['cancelPaid', 'refund', 'refundPart'])
    expect(from('refundDue')).toEqual(['refund'])
    // Only by withdrawing the refund.
    expect(from('refunded')).toEqual(['oweAgain', 'undoRefund', 'undoRefundPart'])
    expect(after(paymentMachine, 'paid', 'expire')).toBeUndefined()
  })
})
