import type { Language } from '@kaimai/contract/common/language.ts'
import type { Cue } from '@kaimai/contract/live/cue.rules.ts'
import type { ControlRoom } from '@kaimai/contract/control-room/control-room.schema.ts'
import type { ListTab } from './comment-lists.ts'
import { type AskComments, createCommentLoading } from './comment-loading.ts'
import type { ChatTab } from './control-room-view.ts'
import type { StaffMessage } from '@kaimai/contract/control-room/staff-line.routes.ts'
import type { CommentOrder } from '@kaimai/contract/order/comment-order.routes.ts'
import type { ControlRoomPlace } from '@kaimai/contract/room/room.protocol.ts'
import type { Clock } from '../../lib/clock/clock.ts'
import { isCallError } from '../../lib/http/call-error.ts'
import { newId } from '../../lib/ids/new-id.ts'
import { createStore, type Store } from '../../lib/store/store.ts'
import type { OpenSocket } from '../room/room-socket.ts'
import { type Action, inverseOf, isUndoable, shownAfterMs, subjectOf } from './control-room-actions.ts'
import { createControlRoomSocket, type SocketState } from './control-room-socket.ts'
import { controlRoomAfter } from './control-room-state.ts'
import { type ControlRoomState, emptyControlRoom, type Happening, type Undoable } from './control-room-model.ts'
import { controlRoomView } from './control-room-view.ts'
import { createTimeOutWatch } from './time-outs.ts'

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
  readonly comments: AskComments
  readonly waitingOrders: () => Promise<readonly CommentOrder[]>
  /** What the staff said among themselves. */
  readonly staffLine: () => Promise<readonly StaffMessage[]>
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
  /** One more page of what is older than a tab shows: once at a time, and none after the oldest. */
  readonly loadOlder: (tab: ChatTab) => void
  /** Somebody looks at the newest again: what is older is forgotten. */
  readonly leaveOlder: () => void
  readonly loadTab: (tab: ListTab) => void
  readonly patch: (patch: Extract<Happening, { t: 'patched' }>['patch']) => void
  readonly reload: () => void
}

const undoMs = 5_000
const settleMs = 400
/** An answer is kept for so long: an action that takes it back may still be on its way. */
const forgetAfterMs = 60_000
/** Of a timer; a room that opens later is asked for again. */
const longestWaitMs = 6 * 3_600_000
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
  /** What can't be fetched is repeated the next time; who may not see the room any more sees nothing of it. */
  const refresh = (): void =>
    void loadControlRoom().catch((failed: unknown) => {
      if (!stopped && isCallError(failed, 'forbidden')) loading.set({ failed })
    })
  const loadOrders = async (): Promise<void> => {
    const atSeq = seq()
    happen({ t: 'orders', orders: await calls.waitingOrders(), atSeq })
  }
  const loadStaffLine = async (): Promise<void> => {
    const messages = await calls.staffLine()
    happen({ t: 'staffLine', messages: messages.map(({ at, ...message }) => ({ ...message, atMs: Date.parse(at) })) })
  }
  /** A failed fetch is repeated the next time: the socket brings most of it. */
  const quietly = (work: Promise<unknown>): void => void work.catch(() => undefined)

  const comments = createCommentLoading({
    ask: calls.comments,
    state: state.get,
    happen,
    later,
    isReady: () => loading.get() === 'ready',
  })

  const socket = createControlRoomSocket({
    url: options.url,
    ticket: calls.ticket,
    held: () => ({ seq: seq(), since: state.get().room.heardAtMs }),
    language: options.language,
    clock,
    openSocket: options.openSocket,
    random: options.random,
    onState: (next) => {
      socketState.set(next)
      // The room is over, or this member may not see it any more.
      if (next === 'over') refresh()
    },
    onFact: (fact) => {
      happen({ t: 'fact', fact })
      if (fact.t === 'joined') {
        for (const { id } of state.get().pendingActions) if (done.has(id)) happen({ t: 'actionOver', id })
      }
      // After a lost connection something may have been said meanwhile.
      if (fact.t === 'joined' && loading.get() === 'ready') quietly(loadStaffLine())
      if (fact.t === 'controlRoom') watchTimeOuts()
      comments.heard()
      if (state.get().staleness === staleness || loading.get() !== 'ready') return
      staleness = state.get().staleness
      refreshing ??= later(settleMs, () => {
        refreshing = undefined
        refresh()
      })
    },
  })

  const watchTimeOuts = createTimeOutWatch({
    timeOuts: () => state.get().timeOuts,
    serverNow: socket.serverNow,
    later,
    onOver: (nowMs) => happen({ t: 'timeOutsOver', nowMs }),
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
      comments.loadFirst()
      // A rehearsal takes no orders.
      if (state.get().controlRoom?.rehearsalOf === null) quietly(loadOrders())
      quietly(loadStaffLine())
      watchTimeOuts()
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
  /** Nothing takes it back any more: an evening has thousands of them. */
  const forgetAnswer = (id: string): void => {
    if (state.get().pendingActions.some((each) => each.id === id))
      return void later(forgetAfterMs, () => forgetAnswer(id))
    done.delete(id)
    befores.delete(id)
  }

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
        if (action.kind === 'script' || action.kind === 'plan') quietly(loadControlRoom())
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
    const announced = view.announcement(Number.NEGATIVE_INFINITY)?.text ?? ''
    const before = { announced, slow: view.slow, call: view.call, pinned: view.pinned }
    befores.set(id, () => inverseOf(action, id, before))
    happen({ t: 'acted', pendingAction: { id, action } })
    if (isUndoable(action)) {
      undoables.set([...undoables.get(), { id, action, untilMs: clock.now() + undoMs }])
      later(undoMs, () => forget(id))
    }
    send(id, action)
    later(forgetAfterMs, () => forgetAnswer(id))
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
      later(forgetAfterMs, () => forgetAnswer(undoId))
      happen({ t: 'acted', pendingAction: { id: undoId, action: inverse } })
      send(undoId, inverse)
    },
    look: socket.look,
    serverNow: socket.serverNow,
    loadOlder: comments.loadOlder,
    leaveOlder: () => happen({ t: 'olderLeft' }),
    loadTab: comments.loadTab,
    patch: (patch) => happen({ t: 'patched', patch }),
    reload: refresh,
  }
}
