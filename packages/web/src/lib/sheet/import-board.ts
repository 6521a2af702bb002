import { type ImportRun, remainingMs } from '@kaimai/contract/common/import-run.ts'
import { progressBoard } from '../progress/progress.ts'
import { createStore } from '../store/store.ts'
import type { ImportCalls } from './import-calls.ts'

/** An import that is followed: how far it is, and how long the rest takes. */
export interface FollowedRun {
  readonly run: ImportRun
  /** Undefined: nobody knows yet. */
  readonly remainingMs: number | undefined
  /** Nobody could be asked the last time; it goes on all the same. */
  readonly isUnheard: boolean
}

/** Between two questions. */
const askEveryMs = 800
/** The pace is that of the last samples. */
const samples = 12

const board = createStore<ReadonlyMap<string, FollowedRun>>(new Map())

export const importBoard = { get: board.get, subscribe: board.subscribe }

/** Runs that are asked about. */
const following = new Set<string>()

const asksOnLeaving = (event: BeforeUnloadEvent) => event.preventDefault()

const put = (id: string, followed: FollowedRun): void => {
  board.set(new Map([...board.get(), [id, followed]]))
  const isRunning = [...board.get().values()].some(({ run }) => run.state === 'running')
  if (isRunning) addEventListener('beforeunload', asksOnLeaving)
  else removeEventListener('beforeunload', asksOnLeaving)
}

const percentOf = ({ done, total }: ImportRun): number => (total === 0 ? 100 : (done / total) * 100)

/**
 * Follows a run until it ends, whatever page is open: the shell shows it, and leaving the console asks first. It runs on
 * the server; who leaves all the same finds it there.
 */
export const followImport = (calls: ImportCalls, first: ImportRun, onEnd: (run: ImportRun) => void): void => {
  const { id, fileName } = first
  // One that was cancelled and goes on at once is asked about still.
  if (following.has(id)) {
    const followed = board.get().get(id)
    if (followed && followed.run.state !== 'running') put(id, { ...followed, run: first })
    return
  }
  following.add(id)
  let seen: { readonly atMs: number; readonly done: number }[] = []

  const show = (run: ImportRun, isUnheard = false) => {
    if (!isUnheard) seen = [...seen, { atMs: performance.now(), done: run.done }].slice(-samples)
    put(id, { run, remainingMs: remainingMs(seen, run.total), isUnheard })
    if (run.state === 'running') {
      const { done, total } = run
      const cancel = () => void cancelImport(calls, id)
      progressBoard.put({
        id,
        name: fileName,
        percent: percentOf(run),
        rows: { done, total },
        state: 'running',
        cancel,
      })
      setTimeout(() => void ask(), askEveryMs)
      return
    }
    following.delete(id)
    progressBoard.remove(id)
    onEnd(run)
  }
  const ask = async () => {
    const before = board.get().get(id)?.run ?? first
    // A cancel was faster than this question.
    if (before.state !== 'running') return show(before)
    const now = await calls.run(id).catch(() => undefined)
    show(now ?? before, now === undefined)
  }
  show(first)
}

/** Stops a run; one that has ended meanwhile is shown as it ended. */
export const cancelImport = async (calls: ImportCalls, id: string): Promise<void> => {
  const run = await calls.cancel(id).catch(() => calls.run(id).catch(() => undefined))
  const followed = board.get().get(id)
  if (run && followed) put(id, { ...followed, run })
}
