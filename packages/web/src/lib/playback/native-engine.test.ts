import { expect, test } from 'vitest'
import { nativeLive, playsNatively } from './native-engine.ts'

const startMs = Date.parse('2026-11-20T12:00:00Z')

/** What Safari's element shows of a live whose media time nought is at `startMs`. */
const safari = (startDate = new Date(startMs)) => {
  const element = Object.assign(new EventTarget(), {
    src: '',
    currentTime: 0,
    readyState: 0,
    seekable: { length: 1, start: () => 0, end: () => 30 },
    load: () => {},
    removeAttribute: () => {
      element.src = ''
    },
    canPlayType: (type: string) => (type === 'application/vnd.apple.mpegurl' ? 'maybe' : ''),
    getStartDate: () => startDate,
  })
  // What a browser's element has beyond this is not touched.
  return { element, video: element as unknown as HTMLVideoElement }
}
const open = (video: HTMLVideoElement, onFailure = () => {}) =>
  nativeLive(video, '/live.m3u8', () => startMs + 21_000, { onFailure })

test('PLAYBACK-31 A browser that plays HLS itself starts at the requested moment, by the date of its media', async () => {
  const { element, video } = safari()
  expect(playsNatively(video)).toBe(true)
  const engine = await open(video)
  expect(element.src).toBe('/live.m3u8')
  expect(engine.dateMs()).toBeUndefined()
  element.readyState = 1
  element.dispatchEvent(new Event('loadedmetadata'))
  expect(element.currentTime).toBe(21)
  expect(engine.dateMs()).toBe(startMs + 21_000)
  element.currentTime = 22.5
  expect(engine.dateMs()).toBe(startMs + 22_500)
  expect(engine.seekToDate(startMs + 28_000)).toBe(true)
  expect(element.currentTime).toBe(28)
})

test('PLAYBACK-32 What it can not reach is not tried, and without a date nothing is corrected', async () => {
  const { element, video } = safari()
  const engine = await open(video)
  element.readyState = 4
  expect(engine.seekToDate(startMs + 90_000)).toBe(false)
  expect(engine.seekToDate(startMs - 1000)).toBe(false)
  expect(element.currentTime).toBe(0)
  const undated = safari(new Date(NaN))
  const blind = await open(undated.video)
  undated.element.readyState = 4
  expect(blind.dateMs()).toBeUndefined()
  expect(blind.seekToDate(startMs + 5000)).toBe(false)
})

test('PLAYBACK-33 An error of the media is reported, and nothing is reported after the engine was closed', async () => {
  let errors = 0
  const { element, video } = safari()
  const engine = await open(video, () => (errors += 1))
  element.dispatchEvent(new Event('error'))
  expect(errors).toBe(1)
  engine.close()
  element.dispatchEvent(new Event('error'))
  element.dispatchEvent(new Event('loadedmetadata'))
  expect(errors).toBe(1)
  expect(element).toMatchObject({ src: '', currentTime: 0 })
})
