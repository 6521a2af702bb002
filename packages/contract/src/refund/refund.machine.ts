import { defineMachine } from '../common/machine.ts'

/**
 * How the money of a refund goes back. The order has moved when the refund is made: what is left is the money's way.
 * `requested`: the gateway is to be asked; `pending`: it has taken the refund, and has not paid it out yet; `refused`: it
 * has said no; `manual`: the staff transfers it; `withdrawn`: it was taken back before any money moved.
 */
export const refundMachine = defineMachine({
  initial: 'requested',
  states: ['requested', 'pending', 'refused', 'manual', 'done', 'withdrawn'],
  moves: {
    /** What it was paid by has no way back: cash at a store, a transfer. */
    leaveToStaff: { from: ['requested'], to: 'manual' },
    take: { from: ['requested'], to: 'pending' },
    refuse: { from: ['requested', 'pending'], to: 'refused' },
    finish: { from: ['requested', 'pending'], to: 'done' },
    retry: { from: ['refused'], to: 'requested' },
    /** The staff has transferred the money, or given it back at the gateway's own site. */
    settleByHand: { from: ['manual', 'refused'], to: 'done' },
    withdraw: { from: ['manual', 'refused'], to: 'withdrawn' },
  },
})
export const refundStates = refundMachine.states
export type RefundState = (typeof refundStates)[number]
