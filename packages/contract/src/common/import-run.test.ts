import fc from 'fast-check'
import { expect, test } from 'vitest'
import { importRunMachine, importRunStates, remainingMs } from './import-run.ts'
import { canMove, unreachable } from './machine.ts'

test('COMMON-39 Every state of an import is reached, one that is done starts no more, and one that stopped goes on', () => {
  expect(unreachable(importRunMachine)).toEqual([])
  expect([...importRunMachine.states]).toEqual([...importRunStates])
  expect(importRunStates.filter((state) => canMove(importRunMachine, state, 'start'))).toEqual([
    'ready',
    'cancelled',
    'failed',
  ])
})

test('COMMON-40 The time left follows the pace of the last rows, and nobody guesses before two samples differ', () => {
  fc.assert(
    fc.property(
      fc.nat(5000),
      fc.integer({ min: 1, max: 5000 }),
      fc.integer({ min: 1, max: 60_000 }),
      (from, rows, ms) => {
        const done = from + rows
        const seen = [
          { atMs: 1000, done: from },
          { atMs: 1000 + ms, done },
        ]
        // As many rows again take as long again; nothing left takes no time.
        expect(remainingMs(seen, done + rows)).toBeCloseTo(ms, 6)
        expect(remainingMs(seen, done)).toBe(0)
      },
    ),
  )
  expect(remainingMs([], 10)).toBeUndefined()
  expect(remainingMs([{ atMs: 1, done: 3 }], 10)).toBeUndefined()
  expect(
    remainingMs(
      [
        { atMs: 1, done: 3 },
        { atMs: 900, done: 3 },
      ],
      10,
    ),
  ).toBeUndefined()
})
