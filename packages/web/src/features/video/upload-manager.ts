import { filmEndingOf, uploadLimits } from '@kaimai/contract/video/video.rules.ts'
import { CallError } from '../../lib/http/call-error.ts'
import { createStore } from '../../lib/store/store.ts'
import { type Added, bytesOf, isSame, type Job, type Upload, type UploadManagerDeps } from './upload-job.ts'
import { beginUpload, restarted, type UploadState } from './upload-plan.ts'
import { runUpload } from './upload-run.ts'

/** The time left is computed from what went through within this time, in ms. */
const rateOverMs = 30_000
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
  const fail = (job: Job, problem: string, mayRetry: boolean) => {
    show(job.id, { phase: 'failed', problem, mayRetry, secondsLeft: undefined })
    // A stuck upload is reported once, however often it is tried.
    if (!job.stuck) job.words.failed(job.file.name, problem)
  }

  /** Asks the server about the file: false when it must not be sent (yet). A server that doesn't answer knows nothing. */
  const recognise = async (job: Job): Promise<boolean> => {
    const { file, words, expects } = job
    job.fingerprint = await deps.fingerprintOf(file).catch(() => '')
    const asked = job.fingerprint === '' ? undefined : deps.known(job.fingerprint, file.size)
    const known = await asked?.catch(() => undefined)
    if (job.cancelled) return false
    const uuid = known?.unfinished?.uuid
    const isRemembered = shown(job.id)?.resumed === true
    if (expects !== undefined && uuid !== expects && job.state.fileGuid !== expects) {
      fail(job, words.error('otherFile'), false)
      return false
    }
    if (isRemembered) return true
    if (uuid !== undefined) {
      if ([...jobs.values()].some((other) => other !== job && other.state.fileGuid === uuid)) {
        words.twice(file.name)
        takeOff(job.id)
        return false
      }
      job.state = beginUpload(uuid, file.size, true)
      show(job.id, { resumed: true })
      return true
    }
    if (!known?.twin) return true
    show(job.id, { phase: 'asking', twin: known.twin })
    return false
  }

  const read = async (job: Job): Promise<void> => {
    const { file, words } = job
    if (filmEndingOf(file.name, file.type) === undefined) return fail(job, words.error('notFilm'), false)
    if (file.size > uploadLimits.fileBytes) return fail(job, words.error('tooLarge'), false)
    const frame = await deps.readFrame(file)
    if (job.cancelled) return
    if (frame.kind === 'fault') return fail(job, words.error(frame.error), false)
    if (frame.kind === 'frame') {
      job.frame = frame
      show(job.id, { duration: frame.duration, thumbnailUrl: pictures.urlOf(frame.thumbnail) })
    } else job.frame = { duration: 0, thumbnail: undefined }
    if (!(await recognise(job)) || job.cancelled) return
    show(job.id, { phase: 'waiting' })
    void work()
  }

  /** Keeps the row up to date while chunks go through. */
  const watch = (job: Job) => {
    const marks: { readonly ms: number; readonly bytes: number }[] = []
    return (state: UploadState) => {
      job.state = state
      const bytesThrough = bytesOf(state)
      const now = clock.now()
      // The count starts again when it starts from zero, and covers only what went through lately: networks change.
      if (bytesThrough < (marks.at(-1)?.bytes ?? 0)) marks.length = 0
      marks.push({ ms: now, bytes: bytesThrough })
      while (marks.length > 2 && now - (marks[1]?.ms ?? now) > rateOverMs) marks.shift()
      const from = marks[0] ?? { ms: now, bytes: bytesThrough }
      const bytesPerMs = (bytesThrough - from.bytes) / Math.max(1, now - from.ms)
      const secondsLeft = bytesPerMs > 0 ? (state.fileSize - bytesThrough) / bytesPerMs / 1000 : undefined
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
    memory.keep(firmId, file, state.fileGuid)
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
      job.state = beginUpload(deps.newId(), job.file.size)
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
      const isWanted = job.cancelled || job.halted
      if (!isWanted && !(error instanceof CallError)) throw error
      if (!isWanted && error instanceof CallError) refused(job, error)
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
    memory.forget(job.firmId, job.file)
    board.remove(id)
    takeOff(id)
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
    const known = memory.find(added.firmId, file)
    const id = deps.newId()
    const job: Job = {
      ...added,
      expects: added.expects,
      id,
      file,
      state: beginUpload(known ?? deps.newId(), file.size, known !== undefined),
      frame: undefined,
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
    /** Reads the files and uploads them one after the other; one that has failed before is tried again. */
    add: (files: readonly File[], added: Added): void => {
      for (const file of files) {
        const twin = [...jobs.values()].find((job) => isSame(job.file, file))
        const there = twin && shown(twin.id)
        if (there && there.phase !== 'failed') added.words.twice(file.name)
        else if (there?.mayRetry) retry(there.id)
        else {
          if (there) cancel(there.id)
          addOne(file, added)
        }
      }
    },
  }
}
export type UploadManager = ReturnType<typeof createUploadManager>
