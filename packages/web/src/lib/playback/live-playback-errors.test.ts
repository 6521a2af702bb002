import { expect, test, vi } from 'vitest'
import { begun, nowMs, off, pass, stage, standStill } from './test-stage.ts'

standStill()

test('PLAYBACK-13 A stall is shown, and once the network is back playback returns to now', async () => {
  const set = stage()
  const { playback } = begun(10_000, set)
  await pass(3000)
  set.world.socketIsAway = true
  set.element.dispatchEvent(new Event('waiting'))
  await pass(300)
  expect(playback.snapshot().state).toBe('playing')
  await pass(12_000)
  expect(playback.snapshot().state).toBe('stalled')
  set.world.socketIsAway = false
  set.element.dispatchEvent(new Event('playing'))
  await pass(2000)
  expect(playback.snapshot().state).toBe('playing')
  expect(off(playback)).toBeLessThan(300)
})

test('PLAYBACK-14 An engine that fails is opened again, later each time, and at once when the network is back', async () => {
  const set = stage()
  set.world.failsToOpen = 1000
  const { playback } = begun(10_000, set)
  await pass(60_000)
  const tried = 1000 - set.world.failsToOpen
  expect(tried).toBeGreaterThan(9)
  expect(tried).toBeLessThan(20)
  set.world.failsToOpen = 0
  window.dispatchEvent(new Event('online'))
  await pass(1000)
  expect(playback.snapshot().state).toBe('playing')
  set.world.loadMs = 3000
  set.world.failure()
  expect(playback.snapshot().state).toBe('stalled')
  await pass(6000)
  expect(playback.snapshot().state).toBe('playing')
  expect(off(playback)).toBeLessThan(300)
})

test.each(['brings no picture', 'never opens'])(
  'PLAYBACK-15 An engine that %s is opened anew after half a minute',
  async (how) => {
    const set = stage()
    set.world.hangs = how === 'never opens'
    set.world.loadMs = 1e9
    const { playback } = begun(10_000, set)
    await pass(29_000)
    expect(set.world.opened).toBe(1)
    set.world.hangs = false
    set.world.loadMs = 300
    await pass(4000)
    expect(set.world.opened).toBe(2)
    expect(playback.snapshot().state).toBe('playing')
  },
)

test('PLAYBACK-16 Playback loads again after the machine slept', async () => {
  const set = stage()
  const { playback } = begun(10_000, set)
  await pass(3000)
  vi.setSystemTime(Date.now() + 90_000)
  const performanceNow = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => performanceNow + 90_000 + (Date.now() - nowMs - 93_000))
  await pass(2000)
  expect(set.world.opened).toBe(2)
  expect(playback.snapshot().state).toBe('playing')
  expect(off(playback)).toBeLessThan(300)
})

test('PLAYBACK-17 A browser that can play neither way says so; after destroy nothing goes on', async () => {
  const set = stage()
  set.world.unsupported = true
  const { playback } = begun(10_000, set)
  await pass(1000)
  expect(playback.snapshot().state).toBe('unsupported')

  const other = stage()
  const second = begun(10_000, other)
  await pass(1000)
  second.playback.destroy()
  expect(other.world.closed).toBe(1)
  const calls = second.states.length
  await pass(20_000)
  second.playback.update({ beginAtMs: nowMs, endAtMs: undefined })
  await second.playback.start()
  expect(other.video.paused).toBe(true)
  expect(second.states.length).toBe(calls)
  expect(other.world.opened).toBe(1)
  expect(vi.getTimerCount()).toBe(0)
})
