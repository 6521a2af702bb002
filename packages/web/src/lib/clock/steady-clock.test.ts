import { expect, test } from 'vitest'
import { createSteadyNow } from './steady-clock.ts'

const begin = Date.parse('2026-11-20T12:00:00Z')

/** A device: its clock, its steady counter, and whether its page was hidden. */
const aDevice = () => {
  const at = { wall: begin, steady: 5_000, hidden: false }
  const now = createSteadyNow({
    wallNow: () => at.wall,
    steadyNow: () => at.steady,
    wasHidden: () => at.hidden,
  })
  const pass = (ms: number) => {
    at.wall += ms
    at.steady += ms
  }
  return { at, now, pass }
}

test('CLOCK-3 A step of the device’s clock moves nothing, forward or back, also once the page has been hidden after it', () => {
  const { at, now, pass } = aDevice()
  for (const step of [3_600_000, -75_000]) {
    const before = now()
    at.wall += step
    expect(now()).toBe(before)
    pass(1_000)
    at.hidden = true
    pass(9_000)
    expect(now()).toBe(before + 10_000)
    at.hidden = false
    expect(now()).toBe(before + 10_000)
  }
})

test('CLOCK-4 A hidden page whose counter stood still while the device slept takes the time from the clock', () => {
  const { at, now, pass } = aDevice()
  const before = now()
  at.hidden = true
  at.wall += 600_000
  pass(2_000)
  expect(now()).toBe(before + 602_000)
})
