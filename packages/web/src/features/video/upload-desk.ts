import { uploadLimits } from '@kaimai/contract/video/video.rules.ts'
import type { Clock } from '../../lib/clock/clock.ts'
import { CallError } from '../../lib/http/call-error.ts'
import type { progressBoard } from '../../lib/progress/progress.ts'
import { createStore } from '../../lib/store/store.ts'
import type { FrameFault, FrameRead } from './read-frame.ts'
import type { UploadMemory } from './upload-memory.ts'
import { beginUpload, restarted, type UploadState } from './upload-plan.ts'
import { runUpload, type UploadCalls } from './upload-run.ts'

/** An upload as the panel shows it. */
export interface Upload {
  readonly id: string
  readonly fileName: string
  /** Bytes. */
  readonly fileSize: number
  readonly phase: 'reading' | 'waiting' | 'running' | 'failed'
  /** The frame, once it was read. */
  readonly thumbnailUrl: string | undefined
  /** Seconds. */
  readonly duration: number | undefined
  /** 0 to 100. */
  readonly progress: number
  readonly bytesThrough: number
  readonly secondsLeft: number | undefined
  /** Goes on from an earlier visit. */
  readonly resumed: boolean
  readonly videoId: string | undefined
  /** Why it failed, in the user's language. */
  readonly problem: string | undefined
  /** Another try may help. */
  readonly mayRetry: boolean
}

export type UploadFault = FrameFault | 'notMp4' | 'tooLarge' | 'stuck'

/** What the desk says in the user's language, wherever the user is by then. */
export interface UploadWords {
  readonly fault: (fault: UploadFault) => string
  readonly failed: (name: string, problem: string) => void
  readonly done: (name: string) => void
  readonly twice: (name: string) => void
}

/** What the calls of one upload need to know. */
export interface ChunkJob {
  readonly firmId: string
  readonly fileGuid: string
  readonly file: File
  /** Seconds. */
  readonly duration: number
  readonly thumbnail: Blob
}

export interface UploadDeskNeeds {
  readonly clock: Clock
  readonly newId: () => string
  readonly memory: UploadMemory
  readonly board: Pick<typeof progressBoard, 'put' | 'remove'>
  readonly readFrame: (file: Blob) => Promise<FrameRead>
  readonly pictures: { readonly urlOf: (picture: Blob) => string; readonly release: (url: string) => void }
  readonly callsOf: (job: ChunkJob, signal: AbortSignal) => UploadCalls
  readonly removeVideo: (videoId: string) => Promise<unknown>
}

interface Job {
  readonly id: string
  readonly firmId: string
  readonly file: File
  readonly words: UploadWords
  /** Called when the server's list of videos has changed. */
  readonly onChange: () => void
  frame: { readonly duration: number; readonly thumbnail: Blob } | undefined
  state: UploadState
  readonly abort: AbortController
  cancelled: boolean
}

/** How long a finished upload stands in the sidebar, in ms. */
export const doneShownMs = 4000

const isMp4 = (file: File) => /\.mp4$/i.test(file.name) || (file.type === 'video/mp4' && !file.name.includes('.'))
const isSame = (a: File, b: File) => a.name === b.name && a.size === b.size && a.lastModified === b.lastModified
const bytesOf = ({ progress, fileSize }: UploadState) => Math.round((progress / 100) * fileSize)

/** Uploads of this tab: one file at a time, going on while the user moves between screens. */
export const createUploadDesk = (needs: UploadDeskNeeds) => {
  const { clock, memory, board, pictures } = needs
  const uploads = createStore<readonly Upload[]>([])
  const jobs = new Map<string, Job>()
  let working = false

  const shown = (id: string) => uploads.get().find((upload) => upload.id === id)
  const show = (id: string, patch: Partial<Upload>) => {
    uploads.set(uploads.get().map((upload) => (upload.id === id ? { ...upload, ...patch } : upload)))
    const upload = shown(id)
    if (!upload || upload.phase === 'reading') return
    const state = upload.phase === 'failed' ? 'failed' : 'running'
    board.put({ id, name: upload.fileName, percent: upload.progress, state, cancel: () => cancel(id) })
  }
  const takeOff = (id: string) => {
    const url = shown(id)?.thumbnailUrl
    if (url) pictures.release(url)
    jobs.delete(id)
    uploads.set(uploads.get().filter((upload) => upload.id !== id))
  }
  const fail = (job: Job, problem: string, mayRetry: boolean) => {
    show(job.id, { phase: 'failed', problem, mayRetry, secondsLeft: undefined })
    job.words.failed(job.file.name, problem)
  }

  const read = async (job: Job): Promise<void> => {
    const { file, words } = job
    if (!isMp4(file)) return fail(job, words.fault('notMp4'), false)
    if (file.size > uploadLimits.fileBytes) return fail(job, words.fault('tooLarge'), false)
    const frame = await needs.readFrame(file)
    if (job.cancelled) return
    if (frame.kind === 'fault') return fail(job, words.fault(frame.fault), false)
    job.frame = frame
    show(job.id, { phase: 'waiting', duration: frame.duration, thumbnailUrl: pictures.urlOf(frame.thumbnail) })
    void work()
  }

  /** Keeps the row up to date while chunks go through. */
  const watch = (job: Job) => {
    let from: { readonly ms: number; readonly bytes: number } | undefined
    return (state: UploadState) => {
      job.state = state
      const bytesThrough = bytesOf(state)
      from ??= { ms: clock.now(), bytes: bytesThrough }
      const bytesPerMs = (bytesThrough - from.bytes) / Math.max(1, clock.now() - from.ms)
      const secondsLeft = bytesPerMs > 0 ? (state.fileSize - bytesThrough) / bytesPerMs / 1000 : undefined
      if (!job.cancelled) show(job.id, { progress: state.progress, bytesThrough, secondsLeft })
    }
  }

  const onVideo = (job: Job, videoId: string) => {
    if (job.cancelled) remove(job, videoId)
    else if (shown(job.id)?.videoId !== videoId) show(job.id, { videoId })
  }

  const send = async (job: Job, frame: NonNullable<Job['frame']>): Promise<void> => {
    const { file, firmId, state } = job
    const { signal } = job.abort
    memory.keep(firmId, file, state.fileGuid)
    show(job.id, { phase: 'running' })
    const onState = watch(job)
    if (!state.asks) onState(state)
    const calls = needs.callsOf({ firmId, fileGuid: state.fileGuid, file, ...frame }, signal)
    const last = await runUpload(state, { calls, clock, signal, onState, onVideo: (id) => onVideo(job, id) })
    if (!last.finished) return fail(job, job.words.fault('stuck'), true)
    memory.forget(firmId, file)
    board.put({ id: job.id, name: file.name, percent: 100, state: 'done' })
    clock.after(doneShownMs, () => board.remove(job.id))
    takeOff(job.id)
    job.onChange()
    job.words.done(file.name)
  }

  const refused = (job: Job, error: CallError) => {
    if (error.errorName === 'invalid' || error.errorName === 'gone') memory.forget(job.firmId, job.file)
    if (error.errorName === 'gone') {
      // The server has swept it, or someone has deleted it: only a new upload can follow.
      job.state = beginUpload(needs.newId(), job.file.size)
      if (shown(job.id)?.resumed)
        return show(job.id, { phase: 'waiting', resumed: false, progress: 0, videoId: undefined })
    }
    fail(job, error.fields?.file ?? error.message, error.errorName !== 'invalid')
  }

  const work = async (): Promise<void> => {
    const job = jobs.get(uploads.get().find(({ phase }) => phase === 'waiting')?.id ?? '')
    if (working || !job?.frame) return
    working = true
    try {
      await send(job, job.frame)
    } catch (error) {
      if (!job.cancelled && !(error instanceof CallError)) throw error
      if (!job.cancelled && error instanceof CallError) refused(job, error)
    } finally {
      working = false
      void work()
    }
  }

  const remove = (job: Job, videoId: string) => {
    job.abort.abort()
    void needs.removeVideo(videoId).then(job.onChange, job.onChange)
  }

  /** Stops an upload and takes what has arrived off the server. */
  const cancel = (id: string): void => {
    const job = jobs.get(id)
    if (!job) return
    const { phase, videoId } = shown(id) ?? {}
    job.cancelled = true
    memory.forget(job.firmId, job.file)
    board.remove(id)
    takeOff(id)
    if (videoId !== undefined) remove(job, videoId)
    // The answer to the first chunk will name what is to be removed.
    else if (phase !== 'running') job.abort.abort()
  }

  /** Goes on with a failed upload, from what the server holds. */
  const retry = (id: string): void => {
    const job = jobs.get(id)
    if (!job) return
    job.state = restarted(job.state)
    show(id, { phase: 'waiting', problem: undefined })
    void work()
  }

  const addOne = (file: File, given: Pick<Job, 'firmId' | 'words' | 'onChange'>): void => {
    const known = memory.find(given.firmId, file)
    const id = needs.newId()
    const state = beginUpload(known ?? needs.newId(), file.size, known !== undefined)
    const job: Job = { ...given, id, file, state, frame: undefined, abort: new AbortController(), cancelled: false }
    jobs.set(id, job)
    const row: Upload = {
      id,
      fileName: file.name,
      fileSize: file.size,
      phase: 'reading',
      thumbnailUrl: undefined,
      duration: undefined,
      progress: 0,
      bytesThrough: 0,
      secondsLeft: undefined,
      resumed: known !== undefined,
      videoId: undefined,
      problem: undefined,
      mayRetry: false,
    }
    uploads.set([...uploads.get(), row])
    void read(job)
  }

  return {
    get: uploads.get,
    subscribe: uploads.subscribe,
    cancel,
    retry,
    /** Reads the files and uploads them one after the other; one that has failed before is tried again. */
    add: (files: readonly File[], given: Pick<Job, 'firmId' | 'words' | 'onChange'>): void => {
      for (const file of files) {
        const twin = [...jobs.values()].find((job) => isSame(job.file, file))
        const there = twin && shown(twin.id)
        if (there && there.phase !== 'failed') given.words.twice(file.name)
        else if (there?.mayRetry) retry(there.id)
        else {
          if (there) cancel(there.id)
          addOne(file, given)
        }
      }
    },
  }
}
export type UploadDesk = ReturnType<typeof createUploadDesk>
