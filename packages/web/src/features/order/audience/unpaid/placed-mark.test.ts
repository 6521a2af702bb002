import { expect, test, vi } from 'vitest'
import type { DeviceMemory } from '../../../../lib/audience/device-memory.ts'
import { hasPlaced, markPlaced, unmarkPlaced } from './placed-mark.ts'

const inMemory = (): DeviceMemory => {
  const stored = new Map<string, unknown>()
  return {
    read: (name) => stored.get(name),
    write: (name, value) => void stored.set(name, value),
    forget: (name) => void stored.delete(name),
  }
}
const dayMs = 86_400_000

test('ORDER-223 Only a browser that placed an order in a shop asks there for what is unpaid, for as long as one can be', () => {
  vi.stubGlobal('dispatchEvent', () => true)
  const memory = inMemory()
  expect(hasPlaced(memory, 'room01', dayMs)).toBe(false)
  markPlaced(memory, 'room01', dayMs)
  expect(hasPlaced(memory, 'room01', 4 * dayMs)).toBe(true)
  expect(hasPlaced(memory, 'room02', 4 * dayMs)).toBe(false)
  expect(hasPlaced(memory, 'room01', 20 * dayMs)).toBe(false)
  expect(hasPlaced(memory, 'room01', 0)).toBe(false)
  unmarkPlaced(memory, 'room01')
  expect(hasPlaced(memory, 'room01', 4 * dayMs)).toBe(false)
  memory.write('placed.room01', 'soon')
  expect(hasPlaced(memory, 'room01', dayMs)).toBe(false)
  vi.unstubAllGlobals()
})
