import { defineMachine } from '../common/machine.ts'

/** uploading → processing → ready | failed; what has failed may be packaged again from what was uploaded. */
export const videoMachine = defineMachine({
  initial: 'uploading',
  states: ['uploading', 'processing', 'ready', 'failed'],
  moves: {
    finish: { from: ['uploading'], to: 'processing' },
    package: { from: ['processing'], to: 'ready' },
    fail: { from: ['processing'], to: 'failed' },
    again: { from: ['failed'], to: 'processing' },
  },
})
export const videoStates = videoMachine.states
export type VideoState = (typeof videoStates)[number]
