import { defineMachine } from '../common/machine.ts'

/** created → waiting (a code was issued) → paid | failed | expired. */
export const paymentTryMachine = defineMachine({
  initial: 'created',
  states: ['created', 'waiting', 'paid', 'failed', 'expired'],
  moves: {
    issueCode: { from: ['created'], to: 'waiting' },
    succeed: { from: ['created', 'waiting', 'failed', 'expired'], to: 'paid' },
    fail: { from: ['created', 'waiting'], to: 'failed' },
    expire: { from: ['created', 'waiting'], to: 'expired' },
  },
})
export const paymentTryStates = ['created', 'waiting', 'paid', 'failed', 'expired'] as const
export type PaymentTryState = (typeof paymentTryStates)[number]
