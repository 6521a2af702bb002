import { expect, test } from 'vitest'
import { begun, nowMs, off, pass, stage, standStill } from '../../../../lib/playback/test-stage.ts'

standStill()

/** A film that began 100 s ago and is over in 20 s, in a live that goes on for ten minutes. */
const beganAgoMs = 100_000
const endAtMs = nowMs + 600_000
const film = { fromMs: nowMs - beganAgoMs, untilMs: nowMs + 20_000, url: '/live.m3u8' }
const other = { fromMs: film.untilMs, untilMs: nowMs + 50_000, url: '/past-0/index.m3u8' }

/** What a browser says when a list has played to its end. */
const playsOut = (set: ReturnType<typeof stage>) => {
  Object.assign(set.element, { ended: true })
  set.element.dispatchEvent(new Event('ended'))
  Object.assign(set.element, { ended: false })
}

test('ROOM-908 When another recording follows the film, its list is opened at its instant, in step, with the sound as it was', async () => {
  const set = stage()
  const { playback, states } = begun(beganAgoMs, set, { endAtMs, runs: [film, other] })
  await pass(10_000)
  await playback.unmute()
  await pass(9990)
  expect(set.world.urls).toEqual([film.url])
  await pass(1500)
  expect(set.world.urls).toEqual([film.url, other.url])
  expect(playback.snapshot().state).toBe('playing')
  expect(set.video.muted).toBe(false)
  expect(off(playback)).toBeLessThan(300)
  expect(states).not.toContain('ended')
})

test('ROOM-909 Where nothing plays the picture is over, and comes back by itself when the next one begins', async () => {
  const set = stage()
  const { playback } = begun(beganAgoMs, set, { endAtMs, runs: [film] })
  await pass(20_000)
  playsOut(set)
  await pass(5000)
  expect(playback.snapshot().state).toBe('ended')
  const late = { fromMs: nowMs + 40_000, untilMs: null, url: '/past-0/index.m3u8' }
  playback.update({ beginAtMs: film.fromMs, endAtMs, runs: [film, late] })
  await pass(14_000)
  expect(playback.snapshot().state).toBe('ended')
  await pass(3000)
  expect(playback.snapshot().state).toBe('playing')
  expect(set.world.urls).toEqual([film.url, late.url])
  expect(off(playback)).toBeLessThan(300)
})

test('ROOM-910 A film that goes on into its last minute is not opened anew, and ends with the live', async () => {
  const set = stage()
  const { playback } = begun(beganAgoMs, set, { endAtMs, runs: [{ ...film, untilMs: null }] })
  await pass(300_000)
  expect(set.world.opened).toBe(1)
  expect(playback.snapshot().state).toBe('playing')
  await pass(300_001)
  expect(playback.snapshot().state).toBe('ended')
})

test('ROOM-911 Who has paused meets the picture of now when they come back, and nothing before', async () => {
  const set = stage()
  const { playback } = begun(beganAgoMs, set, { endAtMs, runs: [film, other] })
  await pass(10_000)
  set.video.pause()
  await pass(15_000)
  expect(set.world.urls).toEqual([film.url])
  expect(playback.snapshot().state).toBe('paused')
  void playback.start()
  await pass(2000)
  expect(set.world.urls).toEqual([film.url, other.url])
  expect(playback.snapshot().state).toBe('playing')
})

test('ROOM-912 A list that ended before it heard that it goes on is asked for again', async () => {
  const set = stage()
  const { playback } = begun(beganAgoMs, set, { endAtMs, runs: [{ ...film, untilMs: null }] })
  await pass(21_000)
  playsOut(set)
  await pass(4000)
  expect(set.world.opened).toBe(2)
  expect(playback.snapshot().state).toBe('playing')
})
