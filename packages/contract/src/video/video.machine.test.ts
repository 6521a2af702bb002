import { expect, test } from 'vitest'
import { movesFrom, unreachable } from '../common/machine.ts'
import { videoMachine } from './video.machine.ts'

test('VIDEO-9 Every state of a video can be reached; what is ready stays so, what has failed can only be packaged again', () => {
  expect(unreachable(videoMachine)).toEqual([])
  expect([movesFrom(videoMachine, 'ready'), movesFrom(videoMachine, 'failed')]).toEqual([[], ['again']])
})
