import { browserClock } from '../../lib/clock/clock.ts'
import { newId } from '../../lib/ids/new-id.ts'
import { progressBoard } from '../../lib/progress/progress.ts'
import { readFrame } from './read-frame.ts'
import { isUnderWay } from './upload-job.ts'
import { createUploadManager } from './upload-manager.ts'
import { createUploadMemory } from './upload-memory.ts'
import { callsWith } from './upload-calls.ts'
import { discardVideo, knownFile } from './video.api.ts'
import { readPart } from '../../lib/file/read-part.ts'
import { readFilm } from '@kaimai/contract/video/film-file.rules.ts'
import { fingerprintOf, fingerprintSamples } from '@kaimai/contract/video/fingerprint.rules.ts'

/** What a file is known by again: reads half a megabyte of it at most. */
const readFingerprint = async (file: Blob): Promise<string> => {
  const samples: Uint8Array[] = []
  for (const { start, end } of fingerprintSamples(file.size)) samples.push(await readPart(file, start, end))
  return fingerprintOf(file.size, samples)
}

/** The uploads of this tab. */
export const uploadManager = createUploadManager({
  clock: browserClock,
  newId,
  memory: createUploadMemory(localStorage, () => Date.now()),
  board: progressBoard,
  readFilm: (file) => readFilm(file.size, (start, end) => readPart(file, start, end)),
  readFrame,
  fingerprintOf: readFingerprint,
  known: knownFile,
  pictures: { urlOf: (picture) => URL.createObjectURL(picture), release: (url) => URL.revokeObjectURL(url) },
  callsOf: callsWith(async (file, start, end) => new Blob([await readPart(file, start, end)])),
  removeVideo: discardVideo,
})

const onLeave = (event: BeforeUnloadEvent) => event.preventDefault()
uploadManager.subscribe(() => {
  if (uploadManager.get().some(isUnderWay)) addEventListener('beforeunload', onLeave)
  else removeEventListener('beforeunload', onLeave)
})

/** Browsers report a network that comes back, but not a server that does. */
const wakeEveryMs = 60_000
addEventListener('online', () => uploadManager.wake())
setInterval(() => uploadManager.wake(), wakeEveryMs)
