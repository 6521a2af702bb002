import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { demoVideo } from '../content/show.ts'
import { openFilm } from './frames.ts'
import { music } from './music.ts'

const framesPerSecond = 25

/** Key frames every two seconds: the packager cuts segments there. */
const keyFrameEvery = 2 * framesPerSecond

/** Bits a second, so that picture and sound together stay under 7.5 MB. */
const pictureRate = 252_000
const soundRate = 64_000

const run = (args: readonly string[]) => {
  const child = spawn('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...args], {
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  const ended = once(child, 'close').then(([code]) => {
    if (code !== 0) throw new Error(`ffmpeg ended with code ${String(code)}`)
  })
  return { input: child.stdin, ended }
}

/** ffmpeg's words, one option with its values to a line. */
const options = (...lines: readonly (readonly string[])[]): string[] => lines.flat()

const encoder = (pass: 1 | 2, log: string): string[] =>
  options(
    ['-c:v', 'libx264', '-profile:v', 'high', '-level', '3.1', '-preset', 'veryslow', '-tune', 'animation'],
    ['-b:v', String(pictureRate), '-maxrate', '1200k', '-bufsize', '3600k', '-pix_fmt', 'yuv420p'],
    [
      '-x264-params',
      `keyint=${keyFrameEvery}:min-keyint=${keyFrameEvery}:scenecut=0:open-gop=0:aq-mode=3:aq-strength=0.9`,
    ],
    ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'],
    ['-pass', String(pass), '-passlogfile', log],
  )

/** Draws every frame and sends it to ffmpeg, three ahead of what ffmpeg has taken. */
const drawFrames = async (target: string, report: (line: string) => void): Promise<void> => {
  const film = await openFilm()
  const total = demoVideo.duration * framesPerSecond
  const { input, ended } = run(
    options(
      ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${demoVideo.width}x${demoVideo.height}`],
      ['-r', String(framesPerSecond), '-i', 'pipe:0'],
      ['-vf', 'scale=out_color_matrix=bt709:out_range=tv', '-pix_fmt', 'yuv420p'],
      ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '6', target],
    ),
  )
  const ahead: Promise<Uint8Array>[] = []
  for (let index = 0; index < total; index += 1) {
    while (ahead.length < 3 && index + ahead.length < total) {
      ahead.push(film.frame((index + ahead.length) / framesPerSecond))
    }
    const frame = await ahead.shift()
    if (frame && !input.write(frame)) await once(input, 'drain')
    if (index % 500 === 0) report(`frame ${index} of ${total}`)
  }
  input.end()
  await ended
}

/** Draws every frame, adds the sound and writes the recording to `target`; answers its size in bytes. Takes some minutes. */
export const makeFilm = async (target: string, report: (line: string) => void): Promise<number> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'demo-film-'))
  try {
    const drawn = path.join(folder, 'drawn.mkv')
    const sound = path.join(folder, 'music.wav')
    const log = path.join(folder, 'pass')
    await writeFile(sound, music())
    await drawFrames(drawn, report)
    await run(options(['-i', drawn, '-an'], encoder(1, log), ['-f', 'null', '-'])).ended
    await run(
      options(
        ['-i', drawn, '-i', sound, '-map', '0:v', '-map', '1:a'],
        encoder(2, log),
        ['-c:a', 'aac', '-b:a', String(soundRate), '-ar', '44100', '-ac', '2'],
        ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact'],
        ['-t', String(demoVideo.duration), '-movflags', '+faststart', target],
      ),
    ).ended
    return (await stat(target)).size
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
