import type { RoomState } from '@kaimai/contract/room/room.state.ts'
import type { ControlRoomState } from './control-room-model.ts'
import { type ControlRoomView, controlRoomView } from './control-room-view.ts'

/** What the list of the talk alone shows; of `lists` and `orders` others show what `view` makes of them. */
const talkParts: ReadonlySet<string> = new Set<keyof ControlRoomState>([
  'rows',
  'older',
  'arrivals',
  'lists',
  'listsStale',
  'regulars',
  'orders',
  'staleness',
  'room',
])
const talkPartsOfRoom: ReadonlySet<string> = new Set<keyof RoomState>(['events', 'seq', 'heardAtMs', 'hearts'])

const isSameBut = (parts: ReadonlySet<string>, before: object, now: object): boolean => {
  const [old, fresh] = [Object.entries(before), now as Readonly<Record<string, unknown>>]
  return old.every(([name, value]) => parts.has(name) || fresh[name] === value)
}

const isSameQueue = (before: ControlRoomView['queue'], now: ControlRoomView['queue']): boolean =>
  before.length === now.length &&
  before.every(({ answer, text }, at) => now[at]?.answer === answer && now[at].text === text)

/** Whether all that stands beside the list of the talk shows the same of both. */
const isSameBesideTalk = (before: ControlRoomState, now: ControlRoomState): boolean => {
  if (!isSameBut(talkParts, before, now) || !isSameBut(talkPartsOfRoom, before.room, now.room)) return false
  const [old, fresh] = [controlRoomView(before), controlRoomView(now)]
  const { held, marked, questions } = fresh.counts
  return (
    old.counts.held === held &&
    old.counts.marked === marked &&
    old.counts.questions === questions &&
    isSameQueue(old.queue, fresh.queue)
  )
}

/**
 * The state for all that stands beside the list of the talk: the same one until something of it changes. A busy room says
 * fifty comments a second, of which the products, the programme and the figures show nothing.
 */
export const createQuietState = (state: () => ControlRoomState): (() => ControlRoomState) => {
  let quiet = state()
  let seen = quiet
  return () => {
    const now = state()
    if (now === seen) return quiet
    seen = now
    if (!isSameBesideTalk(quiet, now)) quiet = now
    return quiet
  }
}
