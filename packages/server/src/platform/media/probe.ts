import { Worker } from 'node:worker_threads'
import { isSystemError, MediaProblem } from './media-problem.ts'
import type { MediaMessage, MediaTask } from './media-worker.ts'
import type { Written } from './segment-writer.ts'
import type { VideoFacts } from './facts.ts'

export type ReadingOptions = {
  readonly signal?: AbortSignal | undefined
  /** How long the reader may be silent before it counts as lost in a damaged file. */
  readonly patienceMs?: number | undefined
}

/** Tables of the longest film take a few seconds. */
const defaultPatienceMs = 30_000
const largestHeapMb = 1024

/** Runs a task in a thread that can be ended at any moment, whatever the file makes it do. */
const inThread = <T>(
  task: MediaTask,
  options: ReadingOptions,
  answerOf: (message: MediaMessage) => { readonly value: T } | undefined,
): Promise<T> => {
  const { signal, patienceMs = defaultPatienceMs } = options
  signal?.throwIfAborted()
  const worker = new Worker(new URL('./media-worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: largestHeapMb },
  })
  return new Promise<T>((resolve, reject) => {
    let ended = false
    const end = (settle: () => void) => {
      if (ended) return
      ended = true
      clearTimeout(silence)
      signal?.removeEventListener('abort', stop)
      // Files in its folder may be removed only after it has stopped writing.
      void worker.terminate().finally(settle)
    }
    const stop = () => end(() => reject(signal?.reason))
    const silence = setTimeout(
      () => end(() => reject(new MediaProblem('unreadable', { silentMs: patienceMs }))),
      patienceMs,
    )
    signal?.addEventListener('abort', stop, { once: true })
    worker.on('message', (message: MediaMessage) => {
      silence.refresh()
      if (message.type === 'problem') return end(() => reject(new MediaProblem(message.kind, message.details)))
      const answer = answerOf(message)
      if (answer) end(() => resolve(answer.value))
    })
    // The reader throws plain errors on content that breaks its format, or runs out of memory.
    worker.on('error', (error) =>
      end(() => reject(isSystemError(error) ? error : new MediaProblem('unreadable', {}, error))),
    )
    worker.on('exit', (code) => end(() => reject(new MediaProblem('unreadable', { exit: code }))))
  })
}

/**
 * What a video file holds, without decoding it. Throws MediaProblem (unreadable, noVideo, tooShort, truncated, drm),
 * the signal's reason when it is aborted, and system errors (ENOENT) as they are.
 */
export const probeVideo = (path: string, options: ReadingOptions = {}): Promise<VideoFacts> =>
  inThread({ type: 'probe', path }, options, (message) =>
    message.type === 'facts' ? { value: message.facts } : undefined,
  )

/** Copies a video whose plan is to copy into segments in a folder, without any program beside us. */
export const remuxVideo = (
  path: string,
  options: ReadingOptions & { readonly outDir: string; readonly onTime: (ms: number) => void },
): Promise<Written | undefined> =>
  inThread({ type: 'remux', path, outDir: options.outDir }, options, (message) => {
    if (message.type === 'time') options.onTime(message.ms)
    return message.type === 'written' ? { value: message.written } : undefined
  })
