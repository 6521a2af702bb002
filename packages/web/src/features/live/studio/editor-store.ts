import { changed, type History, historyOf, redone, undone } from '../../../lib/history/history.ts'
import { createStore, type Store } from '../../../lib/store/store.ts'
import type { Keys } from './model/edit.ts'
import type { Mark } from './model/snap.ts'
import { clipsNamed, isSameDoc, type StudioDoc, type TrackId } from './model/studio-doc.ts'
import { boundedView, revealing, type TimelineView } from './model/view.ts'

/** What is dragged now: by how much, and what it stands at. */
export interface Dragging {
  readonly keys: Keys
  readonly edge: 'start' | 'end' | undefined
  readonly changeMs: number
  /** As it stood before. */
  readonly before: StudioDoc
  readonly snapped: Mark | undefined
}

/** What runs the picture; there is none before the preview stands. */
export interface Player {
  readonly seek: (ms: number, settled: boolean) => void
  readonly play: () => void
  readonly pause: () => void
}

const noKeys: Keys = new Set()
const slowMs = 100

/** The state of the studio, apart from React: a playhead moves sixty times a second, and few need to know. */
export const createEditorStore = (start: StudioDoc, startLengthMs: number) => {
  const history: Store<History<StudioDoc>> = createStore(historyOf(start))
  /** The document as it was before a drag that still goes on: for all that need not follow the hand. */
  const settled: Store<StudioDoc> = createStore(start)
  const selection: Store<Keys> = createStore(noKeys)
  const clock: Store<number> = createStore(0)
  /** The clock for words and lists: ten times a second is enough to read. */
  const slowClock: Store<number> = createStore(0)
  let slowing: ReturnType<typeof setTimeout> | undefined
  clock.subscribe(() => {
    slowing ??= setTimeout(() => {
      slowing = undefined
      slowClock.set(clock.get())
    }, slowMs)
  })
  const playing: Store<boolean> = createStore(false)
  const view: Store<TimelineView> = createStore<TimelineView>({ fromMs: 0, pxPerMs: 0.001, width: 0 })
  const snapping: Store<boolean> = createStore(true)
  const dragging: Store<Dragging | undefined> = createStore<Dragging | undefined>(undefined)
  const hidden: Store<ReadonlySet<TrackId>> = createStore<ReadonlySet<TrackId>>(new Set())
  /** For screen readers. */
  const spoken: Store<string> = createStore('')
  let lengthMs = startLengthMs
  let sent = start
  let player: Player | undefined
  let send: ((doc: StudioDoc) => void) | undefined

  const doc = () => history.get().value
  const commit = (): void => {
    settled.set(doc())
    if (isSameDoc(sent, doc())) return
    sent = doc()
    send?.(sent)
  }
  const keepSelection = (): void => {
    const left = clipsNamed(doc(), selection.get())
    if (left.length !== selection.get().size) selection.set(new Set(left.map(({ key }) => key)))
  }
  const select = (keys: Keys): void => selection.set(keys)

  return {
    history,
    settled,
    selection,
    clock,
    slowClock,
    playing,
    view,
    snapping,
    dragging,
    hidden,
    spoken,
    doc,
    lengthMs: () => lengthMs,
    setLength: (ms: number): void => {
      lengthMs = ms
      view.set(boundedView(view.get(), ms))
    },
    select,
    say: (text: string): void => spoken.set(spoken.get() === text ? `${text}\u00A0` : text),

    /**
     * Changes the document. `merge`: with the step before of the same name. `held`: goes on, as a drag does; what is
     * saved hears of it at `commit`.
     */
    edit: (
      next: StudioDoc,
      action: string,
      options: {
        readonly merge?: string
        readonly nowMs?: number
        readonly held?: boolean
        readonly select?: Keys
      } = {},
    ): void => {
      const { merge, nowMs, held, select: keys } = options
      history.set(
        changed(
          history.get(),
          next,
          action,
          merge === undefined ? undefined : { name: merge, ...(nowMs === undefined ? {} : { nowMs }) },
        ),
      )
      if (keys !== undefined) select(keys)
      else if (!held) keepSelection()
      if (!held) commit()
    },
    commit,
    /** The listeners that receive what is to be saved. */
    onCommit: (next: (doc: StudioDoc) => void): void => {
      send = next
    },
    /** Back to how it was before a drag. */
    giveUp: (before: History<StudioDoc>): void => {
      history.set(before)
      keepSelection()
      commit()
    },
    undo: (): void => {
      history.set(undone(history.get()))
      keepSelection()
      commit()
    },
    redo: (): void => {
      history.set(redone(history.get()))
      keepSelection()
      commit()
    },
    /** The lists were changed elsewhere: on another tab, or thrown away. */
    adopt: (next: StudioDoc): void => {
      if (isSameDoc(next, sent)) return
      sent = next
      history.set(changed(history.get(), next, 'elsewhere'))
      settled.set(next)
      keepSelection()
    },

    attach: (next: Player | undefined): void => {
      player = next
    },
    /** The picture went on by itself. */
    goneOn: (ms: number): void => {
      clock.set(Math.max(0, Math.min(lengthMs, ms)))
    },
    /** Another moment for all views. `settled`: it stays there; else the playhead is still being dragged. */
    seek: (ms: number, settled = true): void => {
      const to = Math.round(Math.max(0, Math.min(lengthMs, ms)))
      clock.set(to)
      if (settled) slowClock.set(to)
      player?.seek(to, settled)
      if (settled) view.set(revealing(view.get(), to, lengthMs))
    },
    play: (): void => player?.play(),
    pause: (): void => player?.pause(),
    toggle: (): void => {
      if (playing.get()) player?.pause()
      else player?.play()
    },
    reveal: (ms: number): void => view.set(revealing(view.get(), ms, lengthMs)),
  }
}
export type EditorStore = ReturnType<typeof createEditorStore>
