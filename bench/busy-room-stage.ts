// The room of fifty comments a second: its film, and who says them. For the benches that look at what goes on beside it.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { film, filmFile } from '../e2e/harness/film.ts'
import type { TalkersReport } from './busy-room-talkers.ts'

/** One viewer may say one comment a second. */
export const viewers = 64
export const perSecond = 50
/** The film of the journeys, so many times over: the room is still live at the end. */
const filmTimes = 9

/** The film, in this folder, as an upload takes it. */
export const longFilm = async (folder: string) => {
  const path = join(folder, 'long-film.mp4')
  const again = ['-stream_loop', String(filmTimes - 1), '-i', await filmFile(), '-c', 'copy', path]
  await promisify(execFile)('ffmpeg', ['-v', 'error', '-y', ...again])
  return { path, name: '開賣之夜', seconds: filmTimes * film.seconds }
}

/** From now on the talkers say so many comments a second; answers what came of those before. */
export const speakAt = async (talkers: ChildProcess, rate: number): Promise<TalkersReport> => {
  const answer = once(talkers, 'message')
  talkers.send(rate)
  return (await answer)[0]
}

/** Who speaks in this room; they are in it, and silent until they are asked. */
export const startTalkers = async (url: string, streamId: string): Promise<ChildProcess> => {
  const file = fileURLToPath(new URL('./busy-room-talkers.ts', import.meta.url))
  const talkers = spawn(process.execPath, [file, url, streamId, String(viewers)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await Promise.race([
    once(talkers, 'message'),
    once(talkers, 'exit').then(() => Promise.reject(new Error('the talkers did not get in'))),
  ])
  return talkers
}
