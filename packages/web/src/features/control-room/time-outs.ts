import type { ControlRoom } from '@kaimai/contract/control-room/control-room.schema.ts'
import type { RoomEvent } from '@kaimai/contract/room/room-event.schema.ts'

/** Until when viewers may not comment, epoch ms, by publicId; `at`: the seq that said so. 0: it was ended. */
export type TimeOuts = ReadonlyMap<string, { readonly at: number; readonly untilMs: number }>

/** After events, which may come twice and in any order; the newest decides of each viewer. */
export const timeOutsAfter = (before: TimeOuts, events: readonly RoomEvent[]): TimeOuts => {
  let next: Map<string, { at: number; untilMs: number }> | undefined
  for (const event of events) {
    if (event.kind !== 'timedOut' && event.kind !== 'timeOutEnded') continue
    if (((next ?? before).get(event.userId)?.at ?? 0) >= event.seq) continue
    next ??= new Map(before)
    next.set(event.userId, { at: event.seq, untilMs: event.kind === 'timedOut' ? event.untilMs : 0 })
  }
  return next ?? before
}

/** With what the server answered, which knew all up to `atSeq`. */
export const timeOutsLoaded = (before: TimeOuts, loaded: ControlRoom['timeOuts'], atSeq: number): TimeOuts => {
  const newer = [...before].filter(([, { at }]) => at > atSeq)
  return new Map([...loaded.map(({ userId, untilMs }) => [userId, { at: atSeq, untilMs }] as const), ...newer])
}

/** Without those that are over. */
export const timeOutsAt = (before: TimeOuts, nowMs: number): TimeOuts => {
  const left = [...before].filter(([, { untilMs }]) => untilMs > nowMs)
  return left.length === before.size ? before : new Map(left)
}

/** Tells when a time-out has ended by itself, which no event says. Called after every change. */
export const createTimeOutWatch = (deps: {
  readonly timeOuts: () => TimeOuts
  /** Epoch ms. */
  readonly serverNow: () => number
  readonly later: (ms: number, run: () => void) => () => void
  readonly onOver: (nowMs: number) => void
}) => {
  let cancel: (() => void) | undefined
  const watch = (): void => {
    cancel?.()
    cancel = undefined
    const nowMs = deps.serverNow()
    const ends = [...deps.timeOuts().values()].flatMap(({ untilMs }) => (untilMs > nowMs ? [untilMs] : []))
    if (ends.length === 0) return
    cancel = deps.later(Math.min(...ends) - nowMs, () => {
      deps.onOver(deps.serverNow())
      watch()
    })
  }
  return watch
}
