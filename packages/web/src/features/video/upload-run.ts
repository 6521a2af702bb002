import { type Clock, sleep } from '../../lib/clock/clock.ts'
import { isCallError } from '../../lib/http/call-error.ts'
import {
  afterAnswer,
  afterError,
  afterSuccess,
  type ChunkToSend,
  chunkOf,
  isStuck,
  type UploadState,
} from './upload-plan.ts'

export interface ChunkAnswer {
  readonly result: 'Success' | 'error'
  readonly videoId?: string | undefined
}

/** The two calls that an upload is made of. Both throw CallError. */
export interface UploadCalls {
  readonly send: (chunk: ChunkToSend) => Promise<ChunkAnswer>
  readonly uploaded: () => Promise<{ readonly chunks: readonly number[]; readonly finished: boolean }>
}

export interface UploadRun {
  readonly calls: UploadCalls
  readonly clock: Clock
  readonly signal: AbortSignal
  /** Called after each step. */
  readonly onState: (state: UploadState) => void
  readonly onVideo: (videoId: string) => void
}

/** Between a call that failed on its way and the next try, in ms (spec section 9). */
export const retryAfterMs = 2000

/** The errors that another try can fix; the rest (no space, no MP4, expired …) is thrown. */
const isPassing = (error: unknown): boolean =>
  isCallError(error, 'busy') || isCallError(error, 'tooManyRequests') || isCallError(error, 'internal')

/**
 * Sends the file chunk by chunk until the server has all of it. Answers the last state: finished, or stuck, when
 * nothing has gone through for long. Throws CallError for what no repetition fixes, and the signal's reason.
 */
export const runUpload = async (begun: UploadState, run: UploadRun): Promise<UploadState> => {
  const { calls, clock, signal, onState, onVideo } = run
  let state = begun
  const reported = (next: UploadState) => {
    state = next
    onState(state)
  }
  const step = async (): Promise<UploadState> => {
    if (state.asks) return afterAnswer(state, await calls.uploaded())
    const { result, videoId } = await calls.send(chunkOf(state))
    if (videoId !== undefined) onVideo(videoId)
    return result === 'Success' ? afterSuccess(state) : afterError(state)
  }
  while (!state.finished && !isStuck(state)) {
    signal.throwIfAborted()
    try {
      reported(await step())
    } catch (error) {
      if (!isPassing(error)) throw error
      reported(afterError(state))
      await sleep(clock, retryAfterMs, signal)
    }
  }
  return state
}
