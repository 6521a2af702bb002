import { videoErrors } from '@kaimai/contract/video/video.errors.ts'
import { UnreadableFile } from '../../lib/file/read-part.ts'
import { CallError } from '../../lib/http/call-error.ts'
import { isLasting } from '../../lib/http/lasting-error.ts'
import { createStore } from '../../lib/store/store.ts'
import { type Added, bytesOf, isSame, type Job, markOf, type Upload, type UploadManagerDeps } from './upload-job.ts'
import { isUnchanged, readChosen, recognise } from './upload-admission.ts'
import { keyOf } from './upload-memory.ts'
import { beginUpload, restarted, type UploadState } from './upload-plan.ts'
import { runUpload } from './upload-run.ts'
import { createTimeLeft } from './upload-time-left.ts'

/** How long a finished upload stands in the sidebar, in ms. */
export const doneShownMs = 4000

/** Uploads of this tab: one file at a time, going on while the user moves between screens. */
export const createUploadManager = (deps: UploadManagerDeps) => {
  const { clock, memory, board, pictures } = deps
  const uploads = createStore<readonly Upload[]>([])
  const jobs = new Map<string, Job>()
  let working = false

  const shown = (id: string) => uploads.get().find((upload) => upload.id === id)
  const show = (id: string, patch: Partial<Upload>) => {
    uploads.set(uploads.get().map((upload) => (upload.id === id ? { ...upload, ...patch } : upload)))
    const upload = shown(id)
    if (!upload || upload.phase === 'reading' || upload.phase === 'asking') return
    const state = upload.phase === 'failed' ? 'failed' : 'running'
    board.put({ id, name: upload.fileName, percent: upload.progress, state, cancel: () => cancel(id) })
  }
  const takeOff = (id: string) => {
    const url = shown(id)?.thumbnailUrl
    if (url) pictures.release(url)
    jobs.delete(id)
    uploads.set(uploads.get().filter((upload) => upload.id !== id))
  }
  /** Takes a row away; what has arrived stays at the server. */
  const dismiss = (id: string) => {
    board.remove(id)
    takeOff(id)
  }
  const fail = (job: Job, problem: string, mayRetry: boolean) => {
    show(job.id, { phase: 'failed', problem, mayRetry, secondsLeft: undefined })
    // A stuck upload is reported once, however often it is tried.
    if (!job.stuck) job.words.failed(job.file.name, problem)
  }

  /** The others of the same content; of those that are still being read only the earlier ones. */
  const sameAs = (job: Job): Job[] => {
    const all = [...jobs.values()]
    const isAhead = (other: Job) => all.indexOf(other) < all.indexOf(job) || shown(other.id)?.phase !== 'reading'
    return all.filter((other) => other !== job && keyOf(markOf(other)) === keyOf(markOf(job)) && isAhead(other))
  }

  /** Finds out what the server has of the file: false when it must not be sent (yet). */
  const isToBeSent = async (job: Job): Promise<boolean> => {
    const found = await recognise(job, deps)
    if (job.cancelled) return false
    if ('error' in found) {
      fail(job, job.words.error(found.error), false)
      return false
    }
    const { fingerprint, uuid, twin } = found
    job.fingerprint = fingerprint
    if (uuid === undefined && twin) {
      show(job.id, { phase: 'asking', twin })
      return false
    }
    const others = sameAs(job)
    if (others.some(({ id }) => shown(id)?.phase !== 'failed')) {
      job.words.twice(job.file.name)
      takeOff(job.id)
      return false
    }
    // What has failed of it goes on in this row.
    for (const { id } of others) dismiss(id)
    if (uuid === undefined) return true
    job.state = beginUpload(uuid, job.file.size, true)
    show(job.id, { resumed: true })
    return true
  }

  const read = async (job: Job): Promise<void> => {
    const chosen = await readChosen(job.file, deps)
    if (job.cancelled) return
    if ('error' in chosen) return fail(job, job.words.error(chosen.error), false)
    const { film, frame } = chosen
    job.film = film
    if (frame.kind === 'frame') {
      job.frame = frame
      show(job.id, { duration: frame.duration, thumbnailUrl: pictures.urlOf(frame.thumbnail) })
    } else job.frame = { duration: 0, thumbnail: undefined }
    if (!(await isToBeSent(job)) || job.cancelled) return
    show(job.id, { phase: 'waiting' })
    void work()
  }

  /** Keeps the row up to date while chunks go through. */
  const watch = (job: Job) => {
    const secondsLeftAt = createTimeLeft(clock)
    return (state: UploadState) => {
      job.state = state
      const bytesThrough = bytesOf(state)
      const secondsLeft = secondsLeftAt(bytesThrough, state.fileSize)
      if (!job.cancelled && !job.halted) show(job.id, { progress: state.progress, bytesThrough, secondsLeft })
    }
  }

  const onVideo = (job: Job, videoId: string) => {
    if (job.cancelled) remove(job, videoId)
    else if (shown(job.id)?.videoId !== videoId) show(job.id, { videoId })
  }

  const send = async (job: Job, frame: NonNullable<Job['frame']>): Promise<void> => {
    const { file, firmId, state, fingerprint } = job
    job.abort = new AbortController()
    job.halted = false
    const { signal } = job.abort
    memory.keep(markOf(job), state.fileGuid)
    show(job.id, { phase: 'running' })
    const onState = watch(job)
    if (!state.asks) onState(state)
    const calls = deps.callsOf({ firmId, fileGuid: state.fileGuid, file, fingerprint, ...frame }, signal)
    const last = await runUpload(state, { calls, clock, signal, onState, onVideo: (id) => onVideo(job, id) })
    if (!last.finished) {
      fail(job, job.words.error('stuck'), true)
      job.stuck = true
      return
    }
    job.stuck = false
    memory.forget(markOf(job))
    board.put({ id: job.id, name: file.name, percent: 100, state: 'done' })
    clock.after(doneShownMs, () => board.remove(job.id))
    takeOff(job.id)
    job.onChange()
    job.words.done(file.name)
  }

  const refused = (job: Job, error: CallError) => {
    if (isLasting(error) || error.errorName === 'gone') memory.forget(markOf(job))
    if (error.errorName === 'gone') {
      // The server has swept it, or someone has deleted it: only a new upload can follow.
      job.state = beginUpload(deps.newId(), job.file.size)
      if (shown(job.id)?.resumed)
        return show(job.id, { phase: 'waiting', resumed: false, progress: 0, videoId: undefined })
    }
    fail(job, error.fields?.file ?? error.message, !isLasting(error))
  }

  /** Chosen once more, it goes on with the same content: what has arrived stays, and stands in the list of videos. */
  const changed = (job: Job) => {
    job.stuck = false
    show(job.id, { videoId: undefined })
    fail(job, job.words.error(videoErrors.uploadChanged), false)
    job.onChange()
  }

  const next = () => jobs.get(uploads.get().find(({ phase }) => phase === 'waiting')?.id ?? '')
  const work = async (): Promise<void> => {
    const job = next()
    if (working || !job?.frame) return
    working = true
    try {
      // It may have waited for hours.
      const isSame = await isUnchanged(job, deps)
      if (next() !== job) return
      if (isSame) await send(job, job.frame)
      else changed(job)
    } catch (error) {
      if (job.cancelled || job.halted) return
      if (error instanceof UnreadableFile) changed(job)
      else if (error instanceof CallError) refused(job, error)
      else throw error
    } finally {
      working = false
      void work()
    }
  }

  const remove = (job: Job, videoId: string) => {
    job.abort.abort()
    void deps.removeVideo(videoId).then(job.onChange, job.onChange)
  }

  /** Stops an upload and takes what has arrived off the server. */
  const cancel = (id: string): void => {
    const job = jobs.get(id)
    if (!job) return
    const { phase, videoId } = shown(id) ?? {}
    job.cancelled = true
    memory.forget(markOf(job))
    dismiss(id)
    if (videoId !== undefined) remove(job, videoId)
    // The answer to the first chunk will name what is to be removed.
    else if (phase !== 'running') job.abort.abort()
  }

  /** Goes on with an upload that has failed or waits for its question, from what the server holds. */
  const retry = (id: string): void => {
    const job = jobs.get(id)
    const phase = shown(id)?.phase
    if (!job || (phase !== 'failed' && phase !== 'paused' && phase !== 'asking')) return
    if (phase === 'failed') job.state = restarted(job.state)
    show(id, { phase: 'waiting', problem: undefined, twin: undefined })
    void work()
  }

  /** Stops sending; what has arrived is asked for before it goes on. */
  const halt = (job: Job, phase: 'paused' | 'waiting'): void => {
    job.halted = true
    job.state = { ...job.state, asks: true }
    job.abort.abort()
    show(job.id, { phase, secondsLeft: undefined })
  }
  const pause = (id: string): void => {
    const job = jobs.get(id)
    const phase = shown(id)?.phase
    if (job && phase === 'running') halt(job, 'paused')
    else if (phase === 'waiting') show(id, { phase: 'paused' })
  }

  /** Sends this one next; one that is being sent waits behind it. */
  const sendFirst = (id: string): void => {
    const upload = shown(id)
    if (!upload || upload.phase === 'running') return
    const running = uploads.get().find(({ phase }) => phase === 'running')
    uploads.set([upload, ...uploads.get().filter((each) => each.id !== id)])
    if (upload.phase === 'paused') show(id, { phase: 'waiting' })
    const job = running && jobs.get(running.id)
    if (job) halt(job, 'waiting')
    void work()
  }

  const addOne = (file: File, added: Added): void => {
    const id = deps.newId()
    const job: Job = {
      ...added,
      expects: added.expects,
      id,
      file,
      state: beginUpload(deps.newId(), file.size),
      frame: undefined,
      film: undefined,
      fingerprint: '',
      abort: new AbortController(),
      cancelled: false,
      halted: false,
      stuck: false,
    }
    jobs.set(id, job)
    const row: Upload = {
      id,
      fileName: file.name,
      fileSize: file.size,
      phase: 'reading',
      twin: undefined,
      thumbnailUrl: undefined,
      duration: undefined,
      progress: 0,
      bytesThrough: 0,
      secondsLeft: undefined,
      resumed: false,
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
    pause,
    sendFirst,
    pauseAll: (): void => {
      // The waiting ones stop first: otherwise one of them would begin as soon as the network is free.
      for (const { id, phase } of uploads.get().toReversed()) if (phase === 'waiting') pause(id)
      for (const { id, phase } of uploads.get()) if (phase === 'running') pause(id)
    },
    continueAll: (): void => {
      for (const { id, phase } of uploads.get()) if (phase === 'paused') retry(id)
    },
    /** The line may be back: what was stuck goes on. */
    wake: (): void => {
      for (const job of jobs.values()) if (job.stuck && shown(job.id)?.phase === 'failed') retry(job.id)
    },
    /** Reads the files and uploads them one after the other; a row of the same file that has failed makes room for it. */
    add: (files: readonly File[], added: Added): void => {
      for (const file of files) {
        const before = [...jobs.values()].find((job) => isSame(job.file, file) && shown(job.id)?.phase === 'failed')
        if (before) dismiss(before.id)
        addOne(file, added)
      }
    },
  }
}
export type UploadManager = ReturnType<typeof createUploadManager>
