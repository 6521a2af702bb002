import {
  applyItem,
  emptyShow,
  itemsBetween,
  type Script,
  type ScriptItem,
  type ShowState,
} from '@kaimai/contract/live/show.rules.ts'
import { heartsBetween, heartSpansOf } from '@kaimai/contract/room/hearts.rules.ts'
import { roomLimits } from '@kaimai/contract/room/room.limits.ts'
import type { CallEvent, ChatUser, ScriptedEvent } from '@kaimai/contract/room/room-event.schema.ts'
import { giveawaysOf } from '@kaimai/contract/room/giveaway-state.rules.ts'
import type { GiveawayPair } from '@kaimai/contract/room/giveaway.schema.ts'
import type { PollPair } from '@kaimai/contract/room/poll.schema.ts'
import { applyFact } from '@kaimai/contract/room/room.reducer.ts'
import { pollsOf } from '@kaimai/contract/room/poll-state.rules.ts'
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

/** The newest call to action, or its end. */
const callOf = (items: readonly ScriptItem[], timeline: PreviewTimeline): CallEvent | undefined => {
  const call = items.findLast(({ kind }) => kind === 'callToAction' || kind === 'endCallToAction')
  return eventsOf(call ? [call] : [], timeline).find(
    (event) => event.kind === 'calledToAction' || event.kind === 'callEnded',
  )
}

/** The newest poll, which nobody answers here. */
const pollOf = (items: readonly ScriptItem[]): PollPair | undefined => {
  const item = items.findLast(({ kind }) => kind === 'poll')
  if (item?.kind !== 'poll') return undefined
  const { id, atMs, question, options, seconds } = item
  const untilMs = atMs + seconds * 1000
  return { opened: { seq: 1, ms: atMs, kind: 'pollOpened', poll: id, question, options, untilMs } }
}

/** The newest giveaway, in which nobody takes part here. */
const giveawayOf = (items: readonly ScriptItem[]): GiveawayPair | undefined => {
  const item = items.findLast(({ kind }) => kind === 'giveaway')
  if (item?.kind !== 'giveaway') return undefined
  const { id, atMs, prize, word, winners, seconds } = item
  const until = { untilMs: atMs + seconds * 1000, commitment: '0'.repeat(64) }
  return { opened: { seq: 1, ms: atMs, kind: 'giveawayOpened', giveaway: id, prize, word, winners, ...until } }
}

/** What a viewer sees who comes in at that moment. `passing`: without the purchases that come up right then. */
export const enterAt = (timeline: PreviewTimeline, ms: number, passing: boolean): RoomAt => {
  const items = itemsBetween(timeline.script, -1, ms)
  const show = items.reduce(applyItem, emptyShow)
  const announced = items.slice(-roomLimits.historyLength).filter(({ kind }) => !(passing && kind === 'fakeTicket'))
  const room = applyFact(emptyRoom, {
    t: 'joined',
    now: ms,
    you: viewer,
    resume: '',
    seq: 0,
    events: eventsOf(announced, timeline),
    reset: true,
    shown: [...show.shown],
    call: callOf(items, timeline),
    poll: pollOf(items),
    giveaway: giveawayOf(items),
    stock: {},
    online: show.audience,
  })
  return { ms, show, room }
}

/** What a viewer sees who was there already; the same object while nothing happens. */
export const goOn = (before: RoomAt, timeline: PreviewTimeline, ms: number): RoomAt => {
  const items = itemsBetween(timeline.script, before.ms, ms)
  const hearts = heartsBetween(heartSpansOf(timeline.script), before.ms, ms)
  if (items.length === 0 && hearts === 0) return before.ms >= ms ? before : { ...before, ms }
  const show = items.reduce(applyItem, before.show)
  const fact = {
    t: 'frame',
    now: ms,
    seq: 0,
    events: eventsOf(items, timeline),
    online: show.audience,
    ...(hearts === 0 ? {} : { hearts, ...(timeline.disclosure ? { simulatedHearts: hearts } : {}) }),
  } as const
  const room = applyFact(before.room, fact)
  const poll = pollOf(items)
  const giveaway = giveawayOf(items)
  const polls = poll === undefined ? room.polls : pollsOf(poll)
  const giveaways = giveaway === undefined ? room.giveaways : giveawaysOf(giveaway)
  return { ms, show, room: { ...room, polls, giveaways } }
}
