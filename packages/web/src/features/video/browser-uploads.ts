import { browserClock } from '../../lib/clock/clock.ts'
import { newId } from '../../lib/ids/new-id.ts'
import { progressBoard } from '../../lib/progress/progress.ts'
import { readFingerprint } from './read-fingerprint.ts'
import { readFrame } from './read-frame.ts'
import { isUnderWay } from './leave-warning.ts'
import { createUploadManager } from './upload-manager.ts'
import { createUploadMemory } from './upload-memory.ts'
import { callsOf } from './upload-calls.ts'
import { discardVideo, knownFile } from './video.api.ts'

/** The uploads of this tab. */
export const uploadManager = createUploadManager({
  clock: browserClock,
  newId,
  memory: createUploadMemory(localStorage, () => Date.now()),
  board: progressBoard,
  readFrame,
  fingerprintOf: readFingerprint,
  known: knownFile,
  pictures: { urlOf: (picture) => URL.createObjectURL(picture), release: (url) => URL.revokeObjectURL(url) },
  callsOf,
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
