import { createStore } from '../store/store.ts'

/** Long work that goes on while the user moves between screens; the shell shows it in the upload widget. */
export interface Progress {
  readonly id: string
  /** A file's name. */
  readonly name: string
  /** 0 to 100. */
  readonly percent: number
  /** Rows behind it, of how many; undefined: it is not counted in rows. */
  readonly rows?: { readonly done: number; readonly total: number } | undefined
  readonly state: 'running' | 'failed' | 'done'
  readonly cancel?: (() => void) | undefined
}

const store = createStore<readonly Progress[]>([])

export const progressBoard = {
  get: store.get,
  subscribe: store.subscribe,
  /** Adds the work, or replaces what is known of it. */
  put: (progress: Progress): void => {
    const at = store.get().findIndex(({ id }) => id === progress.id)
    store.set(at < 0 ? [...store.get(), progress] : store.get().with(at, progress))
  },
  remove: (id: string): void => store.set(store.get().filter((progress) => progress.id !== id)),
}
