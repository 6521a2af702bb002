import { parentPort, workerData } from 'node:worker_threads'
import { lowerPriority } from '../low-priority.ts'
import { readFragments } from './fragments.ts'
import { MediaProblem } from './media-problem.ts'
import type { MediaProblemDetails, MediaProblemKind } from './media-problem.ts'
import { remux } from './remux.ts'
import { writeSegments } from './segment-writer.ts'
import type { Written } from './segment-writer.ts'
import { readVideoFacts } from './video-facts.ts'
import type { VideoFacts } from './facts.ts'

/** A thread of its own for each file: content that people send must not stop the rooms of this process. */
export type MediaTask =
  | { readonly type: 'probe'; readonly path: string }
  | { readonly type: 'remux'; readonly path: string; readonly outDir: string }

export type MediaMessage =
  | { readonly type: 'alive' }
  /** Milliseconds of the recording that are written. */
  | { readonly type: 'time'; readonly ms: number }
  | { readonly type: 'facts'; readonly facts: VideoFacts }
  | { readonly type: 'written'; readonly written: Written | undefined }
  | { readonly type: 'problem'; readonly kind: MediaProblemKind; readonly details: MediaProblemDetails }

/** Frames read between two signs of life. */
const beatEvery = 5000

const port = parentPort
if (!port) throw new Error('media-worker runs in a thread')
lowerPriority('thread')
const post = (message: MediaMessage): void => port.postMessage(message)

const work = async (task: MediaTask): Promise<MediaMessage> => {
  if (task.type === 'probe') {
    let beats = 0
    const onBeat = () => {
      beats += 1
      if (beats % beatEvery === 0) post({ type: 'alive' })
    }
    return { type: 'facts', facts: await readVideoFacts(task.path, onBeat) }
  }
  const written = await writeSegments(readFragments(remux(task.path)), task.outDir, (ms) => post({ type: 'time', ms }))
  return { type: 'written', written }
}

const task: MediaTask = workerData
try {
  post(await work(task))
} catch (error) {
  if (!(error instanceof MediaProblem)) throw error
  post({ type: 'problem', kind: error.kind, details: error.details })
}
