import { PRELOAD_MS } from '@kaimai/contract/live/playlist.rules.ts'
import { expect, test } from 'vitest'
import { begun, nowMs, off, pass, stage, standStill } from './test-stage.ts'

standStill()

test('PLAYBACK-18 Before the begin it waits, loads within the preload time, and plays at the begin to the moment', async () => {
  const set = stage()
  const { playback, states } = begun(-60_123, set)
  await pass(60_123 - PRELOAD_MS - 1)
  expect(set.world.opened).toBe(0)
  await pass(6500)
  expect(set.world.opened).toBe(1)
  await pass(3500)
  expect(set.video.paused).toBe(true)
  expect(playback.snapshot().state).toBe('waiting')
  await pass(2)
  expect(set.video.paused).toBe(false)
  expect(states).toEqual(['waiting', 'loading', 'playing'])
  expect(off(playback)).toBeLessThan(20)
})

test('PLAYBACK-19 Viewers who wait do not all load at once', async () => {
  const openedAt: number[] = []
  for (let n = 0; n < 40; n += 1) {
    const set = stage()
    const { playback } = begun(nowMs - Date.now() - 20_000, set)
    let waitedMs = 0
    for (; set.world.opened === 0; waitedMs += 250) await pass(250)
    openedAt.push(waitedMs)
    playback.destroy()
  }
  expect(Math.max(...openedAt) - Math.min(...openedAt)).toBeGreaterThan(3000)
  expect(Math.min(...openedAt)).toBeGreaterThanOrEqual(10_000)
  expect(Math.max(...openedAt)).toBeLessThanOrEqual(16_250)
})

test('PLAYBACK-20 A begin that is put off sends everybody back to waiting', async () => {
  const set = stage()
  const { playback } = begun(3000, set)
  await pass(2000)
  expect(playback.snapshot().state).toBe('playing')
  playback.update({ beginAtMs: Date.now() + 3000, endAtMs: undefined })
  expect(playback.snapshot().state).toBe('waiting')
  expect(set.video.paused).toBe(true)
  await pass(3500)
  expect(playback.snapshot().state).toBe('playing')
})

test.each([100, 400, 900, 4000, 9000])(
  'PLAYBACK-21 Who joins late is within 0.5 s of now, on a line that needs %i ms',
  async (loadMs) => {
    const set = stage()
    set.world.loadMs = loadMs
    const { playback } = begun(123_456, set)
    expect(set.video.muted).toBe(true)
    await pass(loadMs + 100)
    if (loadMs < 500) expect(off(playback)).toBeLessThan(170)
    await pass(900)
    expect(playback.snapshot().state).toBe('playing')
    expect(off(playback)).toBeLessThan(500)
    await pass(8000)
    expect(off(playback)).toBeLessThan(100)
  },
)

test.each([0.99, 1.01, 0.995])(
  'PLAYBACK-22 A player that runs at %f of real time stays within 0.15 s for ten minutes',
  async (speed) => {
    const set = stage()
    set.world.speed = speed
    const { playback } = begun(1000, set)
    await pass(10_000)
    for (let n = 0; n < 570; n += 1) {
      await pass(1000)
      expect(off(playback)).toBeLessThan(150)
    }
  },
)

test.each([2, 20, 45])('PLAYBACK-23 After a pause of %i s it returns to now', async (seconds) => {
  const set = stage()
  const { playback } = begun(10_000, set)
  await pass(3000)
  set.video.pause()
  expect(playback.snapshot().state).toBe('paused')
  await pass(seconds * 1000)
  expect(playback.driftMs()).toBeLessThan(-900 * seconds)
  set.world.startMs = 600
  void playback.start()
  await pass(1600)
  expect(playback.snapshot().state).toBe('playing')
  expect(off(playback)).toBeLessThan(300)
  expect(set.world.opened).toBe(1)
})

test('PLAYBACK-24 A picture that was paused for a minute loads nothing, and comes back by loading again', async () => {
  const set = stage()
  const { playback } = begun(10_000, set)
  await pass(3000)
  set.video.pause()
  await pass(100_000)
  expect(set.world.rested).toBe(1)
  void playback.start()
  await pass(2000)
  expect(set.world.opened).toBe(2)
  expect(playback.snapshot().state).toBe('playing')
  expect(off(playback)).toBeLessThan(300)
})

test('PLAYBACK-25 A hidden page that the system paused goes on by itself at now when it is seen', async () => {
  const set = stage()
  const { playback } = begun(10_000, set)
  await pass(3000)
  set.world.page.visibilityState = 'hidden'
  set.video.pause()
  await pass(30_000)
  set.world.page.visibilityState = 'visible'
  set.world.page.dispatchEvent(new Event('visibilitychange'))
  await pass(1000)
  expect(playback.snapshot().state).toBe('playing')
  expect(off(playback)).toBeLessThan(300)
})

test('PLAYBACK-26 A hidden page that fell behind is at now as soon as it is seen', async () => {
  const set = stage()
  const { playback } = begun(10_000, set)
  await pass(3000)
  set.world.page.visibilityState = 'hidden'
  set.world.socketIsAway = true
  await pass(4000)
  set.world.socketIsAway = false
  set.world.page.visibilityState = 'visible'
  set.world.page.dispatchEvent(new Event('visibilitychange'))
  await pass(500)
  expect(off(playback)).toBeLessThan(300)
})

test('PLAYBACK-27 A live can not be wound, neither back nor ahead', async () => {
  const set = stage()
  const { playback } = begun(60_000, set)
  for (const seconds of [-7, 4, -2]) {
    await pass(5000)
    set.video.currentTime += seconds
    await pass(1000)
    expect(off(playback)).toBeLessThan(300)
  }
  set.video.playbackRate = 2
  await pass(3000)
  expect(off(playback)).toBeLessThan(500)
})

test('PLAYBACK-28 On a machine whose seeks take long it does not seek again and again', async () => {
  const set = stage()
  const { playback } = begun(60_000, set)
  await pass(3000)
  let seeks = 0
  set.element.addEventListener('seeking', () => {
    seeks += 1
    set.world.socketIsAway = set.element.seeking = true
    setTimeout(() => (set.world.socketIsAway = set.element.seeking = false), 1100)
  })
  set.video.currentTime -= 7
  await pass(15_000)
  expect(seeks).toBeLessThanOrEqual(3)
  expect(off(playback)).toBeLessThan(300)
})

test('PLAYBACK-29 Where the browser wants a tap it says so, and the tap starts at now', async () => {
  const set = stage()
  set.world.refusesToPlay = true
  const { playback } = begun(10_000, set)
  await pass(1000)
  expect(playback.snapshot().state).toBe('blocked-autoplay')
  await pass(7000)
  expect(playback.snapshot().state).toBe('blocked-autoplay')
  set.world.refusesToPlay = false
  void playback.unmute()
  await pass(1000)
  expect(playback.snapshot()).toMatchObject({ state: 'playing' })
  expect(set.video.muted).toBe(false)
  expect(off(playback)).toBeLessThan(300)
})

test('PLAYBACK-30 It ends when the live ends, when the host closes it, and goes on when the end was moved', async () => {
  const set = stage()
  const { playback } = begun(600_000 - 10_000, set)
  await pass(9900)
  expect(playback.snapshot().state).toBe('playing')
  await pass(400)
  expect(playback.snapshot().state).toBe('ended')
  expect(set.video.paused).toBe(true)
  playback.update({ beginAtMs: nowMs - 10_000, endAtMs: nowMs + 60_000 })
  await pass(2000)
  expect(playback.snapshot().state).toBe('playing')
  playback.update({ beginAtMs: nowMs - 10_000, endAtMs: Date.now() })
  expect(playback.snapshot().state).toBe('ended')
})
