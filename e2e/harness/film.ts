import { execFile } from 'node:child_process'
import { link, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'

const execute = promisify(execFile)

export const film = { seconds: 120, framesPerSecond: 30, bits: 16 } as const

/** Raise it when the recipe changes: the film of the last run is used again. */
const recipe = 1

/** Bit b of a frame's number is the brightness of the b-th of 16 blocks along the top edge. */
const numberedBand = (seconds: number): string =>
  [
    `color=black:size=${film.bits}x2:rate=${film.framesPerSecond}:duration=${seconds}`,
    "geq=lum='if(mod(floor(N/pow(2,X)),2),235,16)':cb=128:cr=128",
    'scale=640:72:flags=neighbor',
    'format=yuv420p',
  ].join(',')
const picture = (seconds: number): string =>
  `testsrc2=size=640x288:rate=${film.framesPerSecond}:duration=${seconds},format=yuv420p`
const sound = (seconds: number): string => `sine=frequency=220:duration=${seconds}`

/** A constant 900 kbit/s makes it longer than two upload chunks, whatever is in the picture. */
const options =
  '-map 2:a -c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 60 -keyint_min 60 -sc_threshold 0 ' +
  '-b:v 900k -minrate 900k -maxrate 900k -bufsize 900k -x264-params nal-hrd=cbr:force-cfr=1 ' +
  '-c:a aac -b:a 64k -ac 1 -movflags +faststart'

/** A real recording (two minutes are 14 MB) whose every frame shows its number; made once for a machine. */
export const filmFile = async (seconds: number = film.seconds): Promise<string> => {
  const length = seconds === film.seconds ? '' : `-${seconds}s`
  const path = join(tmpdir(), `kaimai-e2e-film-${recipe}${length}.mp4`)
  const isMade = await stat(path).then(
    ({ size }) => size > 0,
    () => false,
  )
  if (isMade) return path
  const half = join(tmpdir(), `kaimai-e2e-film-${process.pid}${length}.mp4`)
  const inputs = [numberedBand, picture, sound].flatMap((source) => ['-f', 'lavfi', '-i', source(seconds)])
  await execute('ffmpeg', [
    '-v',
    'error',
    '-y',
    ...inputs,
    '-filter_complex',
    '[0:v][1:v]vstack',
    ...options.split(' '),
    half,
  ])
  // Another process may have made it meanwhile, and a browser may be reading that one: it is never replaced.
  await link(half, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(half)
  return path
}

export interface Shown {
  /** Second of the film that the page's video shows, by the number in the picture. */
  readonly filmSeconds: number
  /** The machine's clock at that moment, in ms. */
  readonly atMs: number
}

/** Runs in the page: the second of the film that its video shows now, by the blocks along the top edge. */
const readFrame = ({ bits, framesPerSecond }: typeof film): Shown => {
  const video = document.querySelector('video')
  const pen = new OffscreenCanvas(640, 360).getContext('2d', { willReadFrequently: true })
  if (!video || !pen) throw new Error('no video to look at')
  pen.drawImage(video, 0, 0, 640, 360)
  const atMs = Date.now()
  const row = pen.getImageData(0, 36, 640, 1).data
  let number = 0
  for (let bit = 0; bit < bits; bit += 1) {
    const x = Math.round((bit + 0.5) * (640 / bits))
    if ((row[x * 4] ?? 0) > 125) number += 2 ** bit
  }
  return { filmSeconds: number / framesPerSecond, atMs }
}

/** Reads the number of the frame that a page's video shows from its pixels, so that no player's own word counts. */
export const shownSecond = (page: Page): Promise<Shown> => page.evaluate(readFrame, film)

type Read = (names: typeof film) => Shown

/** Runs in the page: waits for the text and reads the frame in the same moment. */
const readWhenSaid = (read: Read, names: typeof film, selector: string, text: string): Promise<number> =>
  new Promise((resolve) => {
    const look = () => {
      if (![...document.querySelectorAll(selector)].some((each) => each.textContent.includes(text))) return
      watch.disconnect()
      resolve(read(names).filmSeconds)
    }
    const watch = new MutationObserver(look)
    watch.observe(document, { childList: true, subtree: true, characterData: true })
    look()
  })

/** Second of the film that the video shows when one of the selected elements first holds this text. */
export const secondOfText = (page: Page, selector: string, text: string): Promise<number> => {
  const [namesText, ...more] = [film, selector, text].map((each) => JSON.stringify(each))
  // As one expression: the page's CSP forbids to make functions of text inside it.
  return page.evaluate<number>(`(${readWhenSaid})(${readFrame}, ${namesText}, ${more.join(', ')})`)
}
