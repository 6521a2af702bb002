import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createYoutubePlayback, readYoutube, youtubeFrameUrl, youtubeOrigin } from './youtube-playback.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  vi.stubGlobal('window', new EventTarget())
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A frame that holds YouTube’s player: what it was sent, and what it reports. */
const aFrame = () => {
  const reported: { event: string; func?: string; args?: unknown[] }[] = []
  const contentWindow = {
    postMessage: (text: string, target: string) => {
      expect(target).toBe(youtubeOrigin)
      reported.push(JSON.parse(text))
    },
  }
  const report = (message: unknown, from: { origin?: string; source?: unknown } = {}) =>
    window.dispatchEvent(
      new MessageEvent('message', { data: JSON.stringify(message), origin: from.origin ?? youtubeOrigin }),
    )
  const commands = () =>
    reported.filter(({ event }) => event === 'command').map(({ func, args }) => [func, ...(args ?? [])])
  return { frame: { contentWindow } as unknown as HTMLIFrameElement, reported, report, commands, contentWindow }
}

/** Node’s MessageEvent takes no plain object as its source. */
const withSource = (source: unknown) => {
  const Real = MessageEvent
  vi.stubGlobal(
    'MessageEvent',
    class extends Real<unknown> {
      override get source() {
        return source as MessageEventSource
      }
    },
  )
}

const playing = (info: object = {}) => ({ event: 'infoDelivery', info: { playerState: 1, ...info } })

test('PLAYBACK-40 The frame’s address names our page and the second to begin with, and sets no cookie', () => {
  const url = new URL(youtubeFrameUrl('dQw4w9WgXcQ', { origin: 'https://shop.example', startS: 61.7 }))
  expect(url.origin).toBe('https://www.youtube-nocookie.com')
  expect(url.pathname).toBe('/embed/dQw4w9WgXcQ')
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    enablejsapi: '1',
    start: '61',
    mute: '1',
    origin: 'https://shop.example',
  })
})

test('PLAYBACK-41 A recorded video begins where the room is, and goes on there after a pause; a live stays at its edge', () => {
  const { frame, report, commands, contentWindow } = aFrame()
  withSource(contentWindow)
  let roomS = 100
  const player = createYoutubePlayback(frame, () => roomS)
  report({ event: 'onReady' })
  expect(commands()).toEqual([['playVideo']])
  report(playing({ currentTime: 2, duration: 600, videoData: { isLive: false } }))
  expect(commands().at(-1)).toEqual(['seekTo', 100, true])
  report(playing({ currentTime: 100 }))
  expect(player.snapshot().state).toBe('playing')
  report({ event: 'onStateChange', info: 2 })
  expect(player.snapshot().state).toBe('paused')
  roomS = 160
  report({ event: 'onStateChange', info: 1 })
  expect(commands().at(-1)).toEqual(['seekTo', 160, true])
  player.destroy()

  const live = aFrame()
  withSource(live.contentWindow)
  createYoutubePlayback(live.frame, () => 100)
  live.report(playing({ currentTime: 7_000, duration: 7_010, videoData: { isLive: true } }))
  expect(live.commands().some(([name]) => name === 'seekTo')).toBe(false)
})

test('PLAYBACK-42 A replay of YouTube is wound by messages, and its playhead runs between them', () => {
  const { frame, report, commands, contentWindow } = aFrame()
  withSource(contentWindow)
  const player = createYoutubePlayback(frame)
  report(playing({ currentTime: 10, duration: 600 }))
  vi.advanceTimersByTime(2_000)
  expect(Math.round(player.nowMs())).toBe(12_000)
  player.setRate(2)
  vi.advanceTimersByTime(1_000)
  expect(Math.round(player.nowMs())).toBe(14_000)
  player.seek(300_000)
  player.pause()
  expect(commands()).toEqual([['setPlaybackRate', 2], ['seekTo', 300, true], ['pauseVideo']])
  expect(player.durationMs()).toBe(600_000)
})

test('PLAYBACK-43 Nobody but the frame itself is listened to, and nonsense is no word of it', () => {
  const { frame, report, contentWindow, reported } = aFrame()
  const player = createYoutubePlayback(frame)
  vi.advanceTimersByTime(500)
  expect(reported.filter(({ event }) => event === 'listening')).toHaveLength(2)
  withSource({})
  report(playing())
  withSource(contentWindow)
  report(playing(), { origin: 'https://evil.example' })
  expect(player.snapshot().state).toBe('loading')
  for (const data of ['{', '[]', 'null', '{"event":"other"}', 7, undefined]) expect(readYoutube(data)).toBeUndefined()
  report({ event: 'onError', info: 150 })
  expect(player.snapshot().state).toBe('unsupported')
})

test('PLAYBACK-60 A recorded video that drifts while it plays is brought back, by its rate or from afar by a seek', () => {
  const { frame, report, commands, contentWindow } = aFrame()
  withSource(contentWindow)
  let roomS = 100
  const player = createYoutubePlayback(frame, () => roomS)
  report(playing({ currentTime: 100, duration: 600, videoData: { isLive: false } }))
  const since = commands().length
  const at = (room: number, time: number) => {
    roomS = room
    report(playing({ currentTime: time }))
    return commands().slice(since).at(-1)
  }
  expect(at(110, 109.4)).toBeUndefined()
  expect(at(120, 118.5)).toEqual(['setPlaybackRate', 1.25])
  // Until it is close, not only until it is near.
  expect(at(124, 123.5)).toEqual(['setPlaybackRate', 1.25])
  expect(at(125, 124.9)).toEqual(['setPlaybackRate', 1])
  expect(at(130, 132)).toEqual(['setPlaybackRate', 0.75])
  expect(at(134, 134)).toEqual(['setPlaybackRate', 1])
  expect(at(150, 140)).toEqual(['seekTo', 150, true])
  // The seek didn't help: it is not tried again at once.
  expect(at(151, 140)).toEqual(['setPlaybackRate', 1.25])
  vi.advanceTimersByTime(11_000)
  expect(at(162, 141)).toEqual(['seekTo', 162, true])
  // Beyond the film there is nothing to go to.
  expect(player.snapshot().state).toBe('playing')
  const before = commands().length
  roomS = 700
  report(playing({ currentTime: 590 }))
  expect(player.snapshot().state).toBe('ended')
  const names = commands()
    .slice(before)
    .map(([name]) => name)
  expect([names.includes('pauseVideo'), names.includes('seekTo')]).toEqual([true, false])
})
