import type { Language } from '@kaimai/contract/common/language.ts'
import type { Cue } from '@kaimai/contract/live/cue.rules.ts'
import type { commentFilters, Desk, DeskComment } from '@kaimai/contract/control-room/control-room.schema.ts'
import type { CommentOrder } from '@kaimai/contract/order/comment-order.routes.ts'
import type { DeskPlace } from '@kaimai/contract/room/room.protocol.ts'
import type { Clock } from '../../lib/clock/clock.ts'
import { newId } from '../../lib/ids/new-id.ts'
import { createStore, type Store } from '../../lib/store/store.ts'
import type { OpenLine } from '../room/room-socket.ts'
import { type Deed, inverseOf, isUndoable, subjectOf } from './control-room-actions.ts'
import { createDeskLine, type LineState } from './control-room-socket.ts'
import { deskAfter, type DeskState, emptyDesk, type Happening } from './control-room-state.ts'
import { deskView } from './control-room-view.ts'

/** What a deed answered, as far as taking it back needs it. */
export interface Done {
  readonly cueId?: string
  readonly cue?: Cue
  /** Of what was said. */
  readonly seq?: number
}

export interface DeskCalls {
  readonly desk: () => Promise<Desk>
  /** Undefined: this room takes nobody in any more. */
  readonly ticket: () => Promise<string | undefined>
  readonly comments: (
    filter: (typeof commentFilters)[number],
    more: { before?: number; limit?: number },
  ) => Promise<readonly DeskComment[]>
  readonly waitingOrders: () => Promise<readonly CommentOrder[]>
  /** `before`: what the deed answered that this one takes back. */
  readonly perform: (deed: Deed, before: Done | undefined) => Promise<Done>
}

interface DeskStoreOptions {
  readonly calls: DeskCalls
  readonly url: string
  readonly language: Language
  readonly clock: Clock
  readonly openLine: OpenLine
  readonly random: () => number
  readonly onFailed: (error: unknown, deed: Deed) => void
}

/** Something done that can still be taken back. */
export interface Undoable {
  readonly id: string
  readonly deed: Deed
  /** By this page's clock, epoch ms. */
  readonly untilMs: number
}

type Loading = 'loading' | 'ready' | { readonly failed: unknown }

export interface DeskStore {
  readonly state: Pick<Store<DeskState>, 'get' | 'subscribe'>
  readonly line: Pick<Store<LineState>, 'get' | 'subscribe'>
  readonly loading: Pick<Store<Loading>, 'get' | 'subscribe'>
  /** The newest last. */
  readonly undoables: Pick<Store<readonly Undoable[]>, 'get' | 'subscribe'>
  readonly start: () => void
  readonly stop: () => void
  readonly wake: () => void
  /** Shows it at once and sends it; answers its id. */
  readonly act: (deed: Deed) => string
  /** Takes back what was done last, or that. */
  readonly undo: (id?: string) => void
  readonly look: (of: number | null, place: DeskPlace) => void
  readonly serverNow: () => number
  /** Older comments than those held; false: there are no more. */
  readonly loadOlder: () => Promise<boolean>
  readonly loadTab: (filter: 'held' | 'marked' | 'questions') => void
  readonly patch: (patch: Extract<Happening, { t: 'patched' }>['patch']) => void
  readonly reload: () => void
}

const undoMs = 5_000
/** The room tells an act within a tick or two; a line that is down tells it when it is back. */
const echoWithinMs = 6_000
const settleMs = 400
/** Of a timer; a room that opens later is asked for again. */
const longestWaitMs = 6 * 3_600_000
const askRegularsEveryMs = 12_000
const pageOfComments = 200

/** Deeds of which no act tells: shown as wished for so long after they were carried out. */
const shownAfterMs = (deed: Deed): number => {
  switch (deed.kind) {
    case 'cue':
    case 'uncue':
    case 'anonymous':
    case 'say':
      return 0
    case 'stock':
    case 'script':
      return 1_200
    default:
      return echoWithinMs
  }
}

/** A control room beside React: what is known, what was done, and the line that tells the rest. */
export const createDeskStore = (options: DeskStoreOptions): DeskStore => {
  const { calls, clock, onFailed } = options
  const state = createStore<DeskState>(emptyDesk)
  const lineState = createStore<LineState>('connecting')
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
    if (!stopped) state.set(deskAfter(state.get(), happening))
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

  const loadDesk = async (): Promise<void> => {
    const atSeq = seq()
    happen({ t: 'desk', desk: await calls.desk(), atSeq })
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
  /** What fails here comes with the next time: the line tells most of it. */
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

  const line = createDeskLine({
    url: options.url,
    ticket: calls.ticket,
    held: () => ({ seq: seq(), since: state.get().room.heardAtMs }),
    language: options.language,
    clock,
    openLine: options.openLine,
    random: options.random,
    onState: (next) => lineState.set(next),
    onFact: (fact) => {
      happen({ t: 'fact', fact })
      if (fact.t === 'joined') {
        for (const { id } of state.get().wishes) if (done.has(id)) happen({ t: 'wishOver', id })
      }
      askRegulars()
      if (state.get().staleness === staleness || loading.get() !== 'ready') return
      staleness = state.get().staleness
      refreshing ??= later(settleMs, () => {
        refreshing = undefined
        quietly(loadDesk())
      })
    },
  })

  /** A room takes seats while it is open or live; before that the line waits for it. */
  const lineWhenOpen = (): void => {
    const { desk } = state.get()
    if (desk?.status === 'open' || desk?.status === 'live') return line.start()
    if (desk?.status !== 'scheduled') return
    const openMs = Date.parse(desk.beginAt) - desk.waitingMinutes * 60_000
    const wait = Math.min(longestWaitMs, Math.max(0, openMs - Date.parse(desk.now)) + settleMs)
    later(wait, () => quietly(loadDesk().then(lineWhenOpen)))
  }

  const load = async (): Promise<void> => {
    loading.set('loading')
    try {
      await loadDesk()
      staleness = state.get().staleness
      loading.set('ready')
      lineWhenOpen()
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

  const send = (id: string, deed: Deed): void => {
    queue(subjectOf(deed), async () => {
      try {
        const before = deed.kind === 'uncue' || deed.kind === 'unsay' ? done.get(deed.of) : undefined
        const answer = await calls.perform(deed, before)
        done.set(id, answer)
        const { cueId: made, cue } = answer
        if (made !== undefined && cue !== undefined)
          happen({ t: 'cued', cue: { id: made, cue, byName: state.get().desk?.you.name ?? '' } })
        if (deed.kind === 'uncue' && before?.cueId !== undefined) happen({ t: 'uncued', cueId: before.cueId })
        if (deed.kind === 'unblock') happen({ t: 'unblocked', userId: deed.userId })
        if (deed.kind === 'anonymous') happen({ t: 'patched', patch: { anonymousAllowed: deed.on } })
        if (deed.kind === 'script') quietly(loadDesk())
        const wait = shownAfterMs(deed)
        if (wait === 0) happen({ t: 'wishOver', id })
        else later(wait, () => happen({ t: 'wishOver', id }))
      } catch (error) {
        happen({ t: 'wishOver', id })
        forget(id)
        if (!stopped) onFailed(error, deed)
      }
    })
  }

  const befores = new Map<string, () => Deed | undefined>()

  const act = (deed: Deed): string => {
    const id = newId()
    const view = deskView(state.get())
    const before = { announced: view.announcement(Number.NEGATIVE_INFINITY)?.text ?? '', slow: view.slow }
    befores.set(id, () => inverseOf(deed, id, before))
    happen({ t: 'wished', wish: { id, deed } })
    if (isUndoable(deed)) {
      undoables.set([...undoables.get(), { id, deed, untilMs: clock.now() + undoMs }])
      later(undoMs, () => forget(id))
    }
    send(id, deed)
    return id
  }

  return {
    state,
    line: lineState,
    loading,
    undoables,
    start: () => {
      stopped = false
      void load()
    },
    stop: () => {
      stopped = true
      line.stop()
      for (const cancel of cancels) cancel()
      cancels.clear()
    },
    wake: line.wake,
    act,
    undo: (id = undoables.get().at(-1)?.id) => {
      if (id === undefined || !undoables.get().some((each) => each.id === id)) return
      forget(id)
      const inverse = befores.get(id)?.()
      if (inverse === undefined) return
      const undoId = newId()
      happen({ t: 'wished', wish: { id: undoId, deed: inverse } })
      send(undoId, inverse)
    },
    look: line.look,
    serverNow: line.serverNow,
    loadOlder: async () => {
      const oldest = state.get().rows.find((row) => row.seq !== undefined && row.kind === 'comment')?.seq
      if (oldest === undefined) return false
      return (await loadComments('all', { before: oldest, limit: pageOfComments })) === pageOfComments
    },
    loadTab: (filter) => quietly(loadComments(filter)),
    patch: (patch) => happen({ t: 'patched', patch }),
    reload: () => quietly(loadDesk()),
  }
}
