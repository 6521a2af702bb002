import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { prepareVideo } from './prepare-video.ts'
import { announceNowPlaying } from './media-session.ts'

beforeEach(() => {
  vi.stubGlobal('document', Object.assign(new EventTarget(), { pictureInPictureEnabled: false }))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const aVideo = () => {
  const element = Object.assign(new EventTarget(), {
    volume: 1,
    muted: true,
    attributes: new Map<string, string>(),
    setAttribute: (name: string, value: string) => void element.attributes.set(name, value),
    left: 0,
    webkitExitFullscreen: () => {
      element.left += 1
    },
  })
  // What a browser's element has beyond this is not touched.
  return { element, video: element as unknown as HTMLVideoElement }
}

test('PLAYBACK-7 In browsers of other programs the video stays on its page, also where they take it over the screen', () => {
  const { element, video } = aVideo()
  const { destroy } = prepareVideo(video, { read: () => undefined, write: () => {} }, () => {})
  expect([...element.attributes.keys()]).toEqual(['playsinline', 'webkit-playsinline', 'x5-playsinline'])
  element.dispatchEvent(new Event('webkitbeginfullscreen'))
  expect(element.left).toBe(1)
  destroy()
})

test('PLAYBACK-8 It is as loud as last time, and sound that was on comes back with the first tap of a reload, once', () => {
  const { element, video } = aVideo()
  const written: unknown[] = []
  const unmute = vi.fn(() => {
    element.muted = false
    element.dispatchEvent(new Event('volumechange'))
  })
  const memory = { read: () => ({ volume: 0.4, on: true }), write: (sound: unknown) => void written.push(sound) }
  const { destroy } = prepareVideo(video, memory, unmute)
  expect([element.volume, unmute.mock.calls.length]).toEqual([0.4, 0])
  document.dispatchEvent(new Event('pointerup'))
  document.dispatchEvent(new Event('pointerup'))
  expect(unmute).toHaveBeenCalledTimes(1)
  element.volume = 0.7
  element.dispatchEvent(new Event('volumechange'))
  expect(written).toEqual([
    { volume: 0.4, on: true },
    { volume: 0.7, on: true },
  ])
  destroy()
})

test.each([[undefined], ['loud'], [{ volume: 0 }], [{ volume: 7 }]])(
  'PLAYBACK-9 What is kept of the sound may be anything: %j leaves it as it is, silent until a tap',
  (kept) => {
    const { element, video } = aVideo()
    const unmute = vi.fn()
    const { destroy } = prepareVideo(video, { read: () => kept, write: () => {} }, unmute)
    document.dispatchEvent(new Event('pointerup'))
    expect([element.volume, unmute.mock.calls.length]).toEqual([1, 0])
    destroy()
  },
)

test('PLAYBACK-10 The lock screen shows title and picture of a live and has nothing to wind it by', () => {
  const off: string[] = []
  const session: { metadata: unknown; setActionHandler: (action: string, handler: null) => void } = {
    metadata: null,
    setActionHandler: (action) => {
      if (action === 'nexttrack') throw new TypeError('unknown here')
      off.push(action)
    },
  }
  vi.stubGlobal('navigator', { mediaSession: session })
  vi.stubGlobal('location', { href: 'https://shop.example/stream/room01/anonymous' })
  vi.stubGlobal('MediaMetadata', function MediaMetadata(this: object, given: object) {
    Object.assign(this, given)
  })
  const takeBack = announceNowPlaying({ title: '秋窯開窯夜', artist: '器日', artworkUrl: '/media/poster.webp' })
  expect(session.metadata).toMatchObject({
    title: '秋窯開窯夜',
    artist: '器日',
    artwork: [{ src: 'https://shop.example/media/poster.webp' }],
  })
  expect(off).toEqual(expect.arrayContaining(['seekbackward', 'seekforward', 'seekto', 'previoustrack']))
  takeBack()
  expect(session.metadata).toBe(null)
  vi.stubGlobal('navigator', {})
  expect(() => announceNowPlaying({ title: '', artist: '', artworkUrl: '' })()).not.toThrow()
})
