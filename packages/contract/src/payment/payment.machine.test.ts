import { after, unreachable } from '@kaimai/contract/common/machine.ts'
import { describe, expect, test } from 'vitest'
import { paymentTryMachine, paymentTryStates } from './payment.machine.ts'

describe('the life of a payment', () => {
  test('PAYMENT-1 Every state can be reached', () => {
    expect(unreachable(paymentTryMachine)).toEqual([])
    expect(paymentTryMachine.states).toEqual([...paymentTryStates])
  })

  test('PAYMENT-2 Money counts whatever was said before, and nothing undoes it', () => {
    for (const state of paymentTryStates) {
      expect(after(paymentTryMachine, state, 'succeed')).toBe(state === 'paid' ? undefined : 'paid')
    }
    expect(after(paymentTryMachine, 'paid', 'fail')).toBeUndefined()
    expect(after(paymentTryMachine, 'paid', 'expire')).toBeUndefined()
    expect(after(paymentTryMachine, 'failed', 'issueCode')).toBeUndefined()
  })
})
