import {
  applyItem,
  emptyShow,
  itemsBetween,
  type Script,
  type ScriptItem,
  type ShowState,
} from '@kaimai/contract/live/show.rules.ts'
import { roomLimits } from '@kaimai/contract/room/room.limits.ts'
import type { ChatUser, ScriptedEvent } from '@kaimai/contract/room/room-event.schema.ts'
import { applyFact } from '@kaimai/contract/room/room.reducer.ts'
import { emptyRoom, type RoomState } from '@kaimai/contract/room/room.state.ts'
import { scriptedEventOf } from '@kaimai/contract/room/scripted.rules.ts'

const viewer: ChatUser = { userId: 'studio', name: '', imgUrl: '', as: 'viewer' }

/** A room at a moment of its script. */
export interface RoomAt {
  readonly ms: number
  readonly show: ShowState
  readonly room: RoomState
}

export interface PreviewTimeline {
  readonly script: Script
  /** Whether what is simulated is marked. */
  readonly disclosure: boolean
  /** This rises with every jump: what is announced again is announced anew. */
  readonly turn: number
}

const eventsOf = (items: readonly ScriptItem[], { disclosure, turn }: PreviewTimeline): ScriptedEvent[] =>
  items.flatMap((item) => {
    const event = scriptedEventOf(item, (name) => ({
      userId: `virtual ${name}`,
      as: disclosure ? 'virtual' : 'viewer',
    }))
    return event === undefined ? [] : [{ ...event, sid: `${event.sid} ${turn}` }]
  })

/** The call to action that is still shown but was announced before the newest events. */
const standingCall = (items: readonly ScriptItem[], newest: readonly ScriptItem[], show: ShowState): ScriptItem[] => {
  if (show.callToAction === undefined) return []
  const call = items.findLast(({ kind }) => kind === 'callToAction')
  return call === undefined || newest.includes(call) ? [] : [call]
}

/** What a viewer sees who comes in at that moment. `passing`: without the purchases that come up right then. */
export const enterAt = (timeline: PreviewTimeline, ms: number, passing: boolean): RoomAt => {
  const items = itemsBetween(timeline.script, -1, ms)
  const show = items.reduce(applyItem, emptyShow)
  const newest = items.slice(-roomLimits.historyLength)
  const announced = [...standingCall(items, newest, show), ...newest].filter(
    ({ kind }) => !(passing && kind === 'fakeTicket'),
  )
  const room = applyFact(emptyRoom, {
    t: 'joined',
    now: ms,
    you: viewer,
    resume: '',
    seq: 0,
    events: eventsOf(announced, timeline),
    reset: true,
    shown: [...show.shown],
    stock: {},
    online: show.audience,
  })
  return { ms, show, room }
}

/** What a viewer sees who was there already; the same object while nothing happens. */
export const goOn = (before: RoomAt, timeline: PreviewTimeline, ms: number): RoomAt => {
  const items = itemsBetween(timeline.script, before.ms, ms)
  if (items.length === 0) return before.ms >= ms ? before : { ...before, ms }
  const show = items.reduce(applyItem, before.show)
  const fact = { t: 'frame', now: ms, seq: 0, events: eventsOf(items, timeline), online: show.audience } as const
  return { ms, show, room: applyFact(before.room, fact) }
}
