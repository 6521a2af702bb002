import type { Language } from '@kaimai/contract/common/language.ts'
import type { Cue } from '@kaimai/contract/live/cue.rules.ts'
import type {
  commentFilters,
  ControlRoom,
  ControlRoomComment,
} from '@kaimai/contract/control-room/control-room.schema.ts'
import type { CommentOrder } from '@kaimai/contract/order/comment-order.routes.ts'
import type { ControlRoomPlace } from '@kaimai/contract/room/room.protocol.ts'
import type { Clock } from '../../lib/clock/clock.ts'
import { newId } from '../../lib/ids/new-id.ts'
import { createStore, type Store } from '../../lib/store/store.ts'
import type { OpenSocket } from '../room/room-socket.ts'
import { type Action, inverseOf, isUndoable, shownAfterMs, subjectOf } from './control-room-actions.ts'
import { createControlRoomSocket, type SocketState } from './control-room-socket.ts'
import { controlRoomAfter, type ControlRoomState, emptyControlRoom, type Happening } from './control-room-state.ts'
import { controlRoomView } from './control-room-view.ts'

/** The answer to an action, as far as taking it back needs it. */
export interface Done {
  readonly cueId?: string
  readonly cue?: Cue
  /** Of what was said. */
  readonly seq?: number
}

export interface ControlRoomCalls {
  readonly controlRoom: () => Promise<ControlRoom>
  /** Undefined: this room takes nobody in any more. */
  readonly ticket: () => Promise<string | undefined>
  readonly comments: (
    filter: (typeof commentFilters)[number],
    more: { before?: number; limit?: number },
  ) => Promise<readonly ControlRoomComment[]>
  readonly waitingOrders: () => Promise<readonly CommentOrder[]>
  /** `before`: the answer to the action that this one takes back. */
  readonly perform: (action: Action, before: Done | undefined) => Promise<Done>
}

interface ControlRoomStoreOptions {
  readonly calls: ControlRoomCalls
  readonly url: string
  readonly language: Language
  readonly clock: Clock
  readonly openSocket: OpenSocket
  readonly random: () => number
  readonly onFailed: (error: unknown, action: Action) => void
}

/** Something done that can still be taken back. */
export interface Undoable {
  readonly id: string
  readonly action: Action
  /** By this page's clock, epoch ms. */
  readonly untilMs: number
}

type Loading = 'loading' | 'ready' | { readonly failed: unknown }

export interface ControlRoomStore {
  readonly state: Pick<Store<ControlRoomState>, 'get' | 'subscribe'>
  readonly socket: Pick<Store<SocketState>, 'get' | 'subscribe'>
  readonly loading: Pick<Store<Loading>, 'get' | 'subscribe'>
  /** The newest last. */
  readonly undoables: Pick<Store<readonly Undoable[]>, 'get' | 'subscribe'>
  readonly start: () => void
  readonly stop: () => void
  readonly wake: () => void
  /** Shows it at once and sends it; answers its id. */
  readonly act: (action: Action) => string
  /** Takes back what was done last, or that. */
  readonly undo: (id?: string) => void
  readonly look: (of: number | null, place: ControlRoomPlace) => void
  readonly serverNow: () => number
  /** Older comments than those held; false: there are no more. */
  readonly loadOlder: () => Promise<boolean>
  readonly loadTab: (filter: 'held' | 'marked' | 'questions') => void
  readonly patch: (patch: Extract<Happening, { t: 'patched' }>['patch']) => void
  readonly reload: () => void
}

const undoMs = 5_000
const settleMs = 400
/** Of a timer; a room that opens later is asked for again. */
const longestWaitMs = 6 * 3_600_000
const askRegularsEveryMs = 12_000
const pageOfComments = 200

/** A control room outside React: its state, its pending actions, and the socket that brings the rest. */
export const createControlRoomStore = (options: ControlRoomStoreOptions): ControlRoomStore => {
  const { calls, clock, onFailed } = options
  const state = createStore<ControlRoomState>(emptyControlRoom)
  const socketState = createStore<SocketState>('connecting')
  const loading = createStore<Loading>('loading')
  const undoables = createStore<readonly Undoable[]>([])
  const done = new Map<string, Done>()
  /** Of each subject, the end of what is being sent. */
  const chains = new Map<string, Promise<void>>()
  const cancels = new Set<() => void>()
  let stopped = false
  let staleness = 0
  let refreshing: (() => void) | undefined
  let asking: (() => void) | undefined

  const happen = (happening: Happening): void => {
    if (!stopped) state.set(controlRoomAfter(state.get(), happening))
  }
  const later = (ms: number, run: () => void): (() => void) => {
    const cancel = clock.after(ms, () => {
      cancels.delete(cancel)
      run()
    })
    cancels.add(cancel)
    return cancel
  }
  const seq = () => state.get().room.seq

  const loadControlRoom = async (): Promise<void> => {
    const atSeq = seq()
    happen({ t: 'loaded', controlRoom: await calls.controlRoom(), atSeq })
  }
  const loadComments = async (
    filter: (typeof commentFilters)[number],
    more: { before?: number; limit?: number } = { limit: pageOfComments },
  ): Promise<number> => {
    const atSeq = seq()
    const comments = await calls.comments(filter, more)
    happen({ t: 'comments', comments, atSeq })
    return comments.length
  }
  const loadOrders = async (): Promise<void> => {
    const atSeq = seq()
    happen({ t: 'orders', orders: await calls.waitingOrders(), atSeq })
  }
  /** A failed fetch is repeated the next time: the socket brings most of it. */
  const quietly = (work: Promise<unknown>): void => void work.catch(() => undefined)

  const askRegulars = (): void => {
    const { rows, asked } = state.get()
    const isNew = rows.some((row) => row.kind === 'comment' && row.user.as === 'viewer' && !asked.has(row.user.userId))
    if (!isNew || asking !== undefined || loading.get() !== 'ready') return
    asking = later(askRegularsEveryMs, () => {
      asking = undefined
      quietly(loadComments('all', { limit: 100 }))
    })
  }

  const socket = createControlRoomSocket({
    url: options.url,
    ticket: calls.ticket,
    held: () => ({ seq: seq(), since: state.get().room.heardAtMs }),
    language: options.language,
    clock,
    openSocket: options.openSocket,
    random: options.random,
    onState: (next) => socketState.set(next),
    onFact: (fact) => {
      happen({ t: 'fact', fact })
      if (fact.t === 'joined') {
        for (const { id } of state.get().pendingActions) if (done.has(id)) happen({ t: 'actionOver', id })
      }
      askRegulars()
      if (state.get().staleness === staleness || loading.get() !== 'ready') return
      staleness = state.get().staleness
      refreshing ??= later(settleMs, () => {
        refreshing = undefined
        quietly(loadControlRoom())
      })
    },
  })

  /** A room accepts connections while it is open or live; before that the store waits for it. */
  const connectWhenOpen = (): void => {
    const { controlRoom } = state.get()
    if (controlRoom?.status === 'open' || controlRoom?.status === 'live') return socket.start()
    if (controlRoom?.status !== 'scheduled') return
    const openMs = Date.parse(controlRoom.beginAt) - controlRoom.waitingMinutes * 60_000
    const wait = Math.min(longestWaitMs, Math.max(0, openMs - Date.parse(controlRoom.now)) + settleMs)
    later(wait, () => quietly(loadControlRoom().then(connectWhenOpen)))
  }

  const load = async (): Promise<void> => {
    loading.set('loading')
    try {
      await loadControlRoom()
      staleness = state.get().staleness
      loading.set('ready')
      connectWhenOpen()
      quietly(loadComments('all'))
      quietly(loadOrders())
    } catch (failed) {
      if (!stopped) loading.set({ failed })
    }
  }

  const queue = (subject: string, work: () => Promise<void>): void => {
    const before = chains.get(subject) ?? Promise.resolve()
    const mine = before.then(work)
    chains.set(subject, mine)
    void mine.then(() => {
      if (chains.get(subject) === mine) chains.delete(subject)
    })
  }

  const forget = (id: string): void => undoables.set(undoables.get().filter((each) => each.id !== id))

  const send = (id: string, action: Action): void => {
    queue(subjectOf(action), async () => {
      try {
        const before = action.kind === 'uncue' || action.kind === 'unsay' ? done.get(action.of) : undefined
        const answer = await calls.perform(action, before)
        done.set(id, answer)
        const { cueId: made, cue } = answer
        if (made !== undefined && cue !== undefined)
          happen({ t: 'cued', cue: { id: made, cue, byName: state.get().controlRoom?.you.name ?? '' } })
        if (action.kind === 'uncue' && before?.cueId !== undefined) happen({ t: 'uncued', cueId: before.cueId })
        if (action.kind === 'unblock') happen({ t: 'unblocked', userId: action.userId })
        if (action.kind === 'anonymous') happen({ t: 'patched', patch: { anonymousAllowed: action.on } })
        if (action.kind === 'script') quietly(loadControlRoom())
        const wait = shownAfterMs(action)
        if (wait === 0) happen({ t: 'actionOver', id })
        else later(wait, () => happen({ t: 'actionOver', id }))
      } catch (error) {
        happen({ t: 'actionOver', id })
        forget(id)
        if (!stopped) onFailed(error, action)
      }
    })
  }

  const befores = new Map<string, () => Action | undefined>()

  const act = (action: Action): string => {
    const id = newId()
    const view = controlRoomView(state.get())
    const before = { announced: view.announcement(Number.NEGATIVE_INFINITY)?.text ?? '', slow: view.slow }
    befores.set(id, () => inverseOf(action, id, before))
    happen({ t: 'acted', pendingAction: { id, action } })
    if (isUndoable(action)) {
      undoables.set([...undoables.get(), { id, action, untilMs: clock.now() + undoMs }])
      later(undoMs, () => forget(id))
    }
    send(id, action)
    return id
  }

  return {
    state,
    socket: socketState,
    loading,
    undoables,
    start: () => {
      stopped = false
      void load()
    },
    stop: () => {
      stopped = true
      socket.stop()
      for (const cancel of cancels) cancel()
      cancels.clear()
    },
    wake: socket.wake,
    act,
    undo: (id = undoables.get().at(-1)?.id) => {
      if (id === undefined || !undoables.get().some((each) => each.id === id)) return
      forget(id)
      const inverse = befores.get(id)?.()
      if (inverse === undefined) return
      const undoId = newId()
      happen({ t: 'acted', pendingAction: { id: undoId, action: inverse } })
      send(undoId, inverse)
    },
    look: socket.look,
    serverNow: socket.serverNow,
    loadOlder: async () => {
      const oldest = state.get().rows.find((row) => row.seq !== undefined && row.kind === 'comment')?.seq
      if (oldest === undefined) return false
      return (await loadComments('all', { before: oldest, limit: pageOfComments })) === pageOfComments
    },
    loadTab: (filter) => quietly(loadComments(filter)),
    patch: (patch) => happen({ t: 'patched', patch }),
    reload: () => quietly(loadControlRoom()),
  }
}
