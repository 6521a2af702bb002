import { execFile } from 'node:child_process'
import { mkdtemp, stat, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'

const execute = promisify(execFile)

/** Seconds at which a film beeps where it has sound; no two pauses between them are the same. */
export const moments = [1, 4, 9, 15, 22] as const
export const filmSeconds = 24
const beepSeconds = 0.3
const framesPerSecond = 10
/** Blocks of the band below the disc: each is a bit of the frame's number. */
const bits = 8

const during = (late: number): string =>
  moments.map((at) => `between(t,${at + late},${at + late + beepSeconds})`).join('+')

/** What a film is made of; seconds, and names of ffmpeg's encoders and filters. */
export interface FilmRecipe {
  readonly name: string
  readonly video?: 'libx264' | 'libx265'
  /** Each pixel is a third wider than high. */
  readonly oblong?: boolean
  /** How much later than the sound the picture begins. */
  readonly pictureLate?: number
  /** How much later than the picture the sound begins. */
  readonly soundLate?: number
  /** Which of the sound is there: an expression of its time. */
  readonly there?: string
  readonly audio?: 'aac' | 'libmp3lame'
  /** The file is written in fragments and ends in the middle of one, after this share of its bytes. */
  readonly cutAt?: number
}

/** A disc in the middle that is round as shown, and below it the number of the frame: bright blocks are its bits. */
const picture = (oblong: boolean): string => {
  const disc = `lt(hypot((X-W/2)*${oblong ? '4/3' : '1'},Y-45),30)`
  const bit = `gt(Y,95)*mod(floor(N/pow(2,floor(X*${bits}/W))),2)`
  return [
    `color=black:size=${oblong ? 120 : 160}x120:rate=${framesPerSecond}:duration=${filmSeconds}`,
    `geq=lum='if(${disc},235,if(${bit},235,16))':cb=128:cr=128`,
    `setsar=${oblong ? '4/3' : '1'}`,
  ].join(',')
}

/** Makes a film in a folder of its own and answers its path. */
export const makeFilm = async (recipe: FilmRecipe): Promise<string> => {
  const {
    video = 'libx264',
    oblong = false,
    pictureLate = 0,
    soundLate = 0,
    there = '1',
    audio = 'aac',
    cutAt,
  } = recipe
  const folder = await mkdtemp(join(tmpdir(), 'kaimai-e2e-flash-'))
  const path = join(folder, `${recipe.name}.mp4`)
  const tone = `aevalsrc='0.6*sin(2*PI*880*t)*(${during(pictureLate - soundLate)})':d=${filmSeconds + pictureLate - soundLate}:s=48000`
  const quiet = video === 'libx265' ? ['-x265-params', 'log-level=error'] : []
  const fragments = cutAt === undefined ? [] : ['-movflags', 'frag_keyframe+empty_moov+default_base_moof']
  await execute('ffmpeg', [
    ...['-v', 'error', '-y', '-itsoffset', String(pictureLate), '-f', 'lavfi', '-i', picture(oblong)],
    ...['-itsoffset', String(soundLate), '-f', 'lavfi', '-i', `${tone},aselect='${there}'`],
    ...['-c:v', video, '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '20', '-fps_mode', 'passthrough'],
    ...quiet,
    ...['-c:a', audio, ...fragments, path],
  ])
  if (cutAt !== undefined) await truncate(path, Math.floor((await stat(path)).size * cutAt))
  return path
}

/** A frame that a page has shown: its second of the film by its pixels, and by the player; the page's clock in ms. */
export interface Frame {
  readonly second: number
  readonly playerS: number
  readonly atMs: number
}

export interface SeenAndHeard {
  readonly frames: readonly Frame[]
  /** The player's seconds at which a beep was heard to begin. */
  readonly beeps: readonly number[]
  /** The player's seconds, from and to, in which the page had no time to listen: nothing is known of them. */
  readonly deaf: readonly (readonly [number, number])[]
  /** The machine's clock when the page's was at nought. */
  readonly originMs: number
}

interface Numbered {
  readonly bits: number
  readonly framesPerSecond: number
}

/** Begins to write down what a page's video shows and lets hear. The page must have been clicked, or it stays silent. */
export const recordFilm = (page: Page): Promise<void> =>
  page.evaluate(
    async (numbered: Numbered) => {
      const video = document.querySelector('video')
      const pen = new OffscreenCanvas(160, 120).getContext('2d', { willReadFrequently: true })
      if (!video || !pen) throw new Error('no video to look at')
      const frames: Frame[] = []
      const beeps: number[] = []
      const deaf: [number, number][] = []
      const look = (_now: number, { mediaTime, expectedDisplayTime }: VideoFrameCallbackMetadata) => {
        pen.drawImage(video, 0, 0, 160, 120)
        const row = pen.getImageData(0, 110, 160, 1).data
        let number = 0
        for (let bit = 0; bit < numbered.bits; bit += 1)
          if ((row[Math.round(((bit + 0.5) * 160) / numbered.bits) * 4] ?? 0) > 125) number += 2 ** bit
        frames.push({ second: number / numbered.framesPerSecond, playerS: mediaTime, atMs: expectedDisplayTime })
        video.requestVideoFrameCallback(look)
      }
      const sound = new AudioContext()
      await sound.resume()
      video.requestVideoFrameCallback(look)
      const ear = sound.createAnalyser()
      ear.fftSize = 32_768
      sound.createMediaElementSource(video).connect(ear).connect(sound.destination)
      const samples = new Float32Array(ear.fftSize)
      let readUntil = sound.currentTime
      let loudAt = -1000
      setInterval(() => {
        const now = sound.currentTime
        const playerS = video.currentTime
        ear.getFloatTimeDomainData(samples)
        const isNew = samples.length - Math.round((now - readUntil) * sound.sampleRate)
        // It holds the last 0.7 s: what sounded before and was not read yet is gone.
        if (isNew < 0) deaf.push([playerS - (now - readUntil), playerS - samples.length / sound.sampleRate])
        for (let n = Math.max(0, isNew); n < samples.length; n += 1) {
          if (Math.abs(samples[n] ?? 0) < 0.1) continue
          const agoS = (samples.length - n) / sound.sampleRate
          if (now - agoS - loudAt > 0.2) beeps.push(playerS - agoS * video.playbackRate)
          loudAt = now - agoS
        }
        readUntil = now
      }, 100)
      Object.assign(window, { seenAndHeard: { frames, beeps, deaf, originMs: Date.now() - performance.now() } })
    },
    { bits, framesPerSecond },
  )

export const seenAndHeard = (page: Page): Promise<SeenAndHeard> =>
  page.evaluate(() => (window as unknown as { seenAndHeard: SeenAndHeard }).seenAndHeard)

/** Forgets what has been seen and heard so far. */
export const recordAnew = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { frames, beeps, deaf } = (window as unknown as { seenAndHeard: Record<keyof SeenAndHeard, unknown[]> })
      .seenAndHeard
    for (const kept of [frames, beeps, deaf]) kept.length = 0
  })

/** Width of the disc that a page's video shows by its height: 1 is round. */
export const discShape = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const video = document.querySelector('video')
    if (!video) throw new Error('no video to look at')
    const { videoWidth: width, videoHeight: height } = video
    if (width === 0) return 0
    const pen = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
    if (!pen) throw new Error('nothing to draw on')
    pen.drawImage(video, 0, 0, width, height)
    // Without the band that flashes.
    const { data } = pen.getImageData(0, 0, width, Math.round(height * 0.75))
    const bright = Array.from({ length: data.length / 4 }, (_, at) => at).filter((at) => (data[at * 4] ?? 0) > 125)
    if (bright.length === 0) return 0
    const extent = (places: readonly number[]) => Math.max(...places) - Math.min(...places) + 1
    return extent(bright.map((at) => at % width)) / extent(bright.map((at) => Math.floor(at / width)))
  })
