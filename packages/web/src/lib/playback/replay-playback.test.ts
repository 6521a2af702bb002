import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { UnsupportedBrowser } from './engine.ts'
import type { OpenReplay } from './engine.ts'
import { createReplayPlayback } from './replay-playback.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const stage = () => {
  const world = {
    opened: 0,
    closed: 0,
    refusesToPlay: false,
    openingFails: undefined as Error | undefined,
    failure: () => {},
  }
  const element = Object.assign(new EventTarget(), {
    muted: false,
    ended: false,
    playsInline: false,
    currentTime: 0,
    play: async () => {
      if (world.refusesToPlay) throw Object.assign(new Error('a tap first'), { name: 'NotAllowedError' })
      element.dispatchEvent(new Event('playing'))
    },
  })
  const open: OpenReplay = async (_video, _url, events) => {
    if (world.openingFails) throw world.openingFails
    world.opened += 1
    world.failure = events.onFailure
    element.dispatchEvent(new Event('loadedmetadata'))
    return {
      close: () => {
        world.closed += 1
        element.currentTime = 0
      },
    }
  }
  // What a browser's element has beyond this is not touched.
  const playback = createReplayPlayback(element as unknown as HTMLVideoElement, { url: '/replay.m3u8', open })
  return { world, element, playback }
}

test('PLAYBACK-37 A replay plays from its start, and whoever watches may pause and wind', async () => {
  const { element, playback } = stage()
  await vi.advanceTimersByTimeAsync(0)
  expect(playback.snapshot()).toEqual({ state: 'playing', muted: false })
  element.dispatchEvent(new Event('pause'))
  expect(playback.snapshot().state).toBe('paused')
  element.currentTime = 400
  await playback.start()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(element.currentTime).toBe(400)
  expect(playback.snapshot().state).toBe('playing')
  element.ended = true
  element.dispatchEvent(new Event('pause'))
  expect(playback.snapshot().state).toBe('ended')
})

test('PLAYBACK-38 After an error, and after another before the picture is back, playback goes on where it was', async () => {
  const { world, element, playback } = stage()
  await vi.advanceTimersByTimeAsync(0)
  element.currentTime = 123
  world.openingFails = new Error('no line')
  world.failure()
  expect(playback.snapshot().state).toBe('stalled')
  expect(element.currentTime).toBe(0)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(world.opened).toBe(1)
  world.openingFails = undefined
  await vi.advanceTimersByTimeAsync(3000)
  expect(world.opened).toBe(2)
  expect(element.currentTime).toBe(123)
  expect(playback.snapshot().state).toBe('playing')
})

test('PLAYBACK-39 A rejected start asks for a tap, a browser that can not play says so, and the end is the end', async () => {
  const first = stage()
  first.world.refusesToPlay = true
  await first.playback.start()
  expect(first.playback.snapshot().state).toBe('blocked-autoplay')

  const second = stage()
  await vi.advanceTimersByTimeAsync(0)
  second.world.openingFails = new UnsupportedBrowser()
  second.world.failure()
  await vi.advanceTimersByTimeAsync(3000)
  expect(second.playback.snapshot().state).toBe('unsupported')
  second.playback.destroy()
  second.world.failure()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(second.world.opened).toBe(1)
  expect(vi.getTimerCount()).toBe(0)
})
