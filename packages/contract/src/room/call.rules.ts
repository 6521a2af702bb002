import { comparePlace } from './event-order.rules.ts'
import type { CallEvent, RoomEvent } from './room-event.schema.ts'

type EndOfOne = Extract<CallEvent, { sid: string; kind: 'callEnded' }>

/** The calls to action of a room as far as they decide what stands. */
export interface Calls {
  /** The newest call, or the newest end of whatever stood. */
  readonly call: CallEvent | undefined
  /** Ends of one call each that came after it: the script ends its own call, and none that was made meanwhile. */
  readonly endedCalls: readonly EndOfOne[]
}
export const noCalls: Calls = { call: undefined, endedCalls: [] }

const isCall = (event: RoomEvent): event is CallEvent => event.kind === 'calledToAction' || event.kind === 'callEnded'

const isEndOfOne = (event: CallEvent): event is EndOfOne =>
  event.kind === 'callEnded' && 'sid' in event && event.of !== undefined

/** One or more events later, in whatever order they come, and however often. */
export const callsAfter = (before: Calls, events: readonly RoomEvent[]): Calls => {
  let { call, endedCalls } = before
  for (const event of events) {
    if (!isCall(event)) continue
    if (isEndOfOne(event)) {
      if (!endedCalls.some(({ sid }) => sid === event.sid)) endedCalls = [...endedCalls, event]
    } else if (call === undefined || comparePlace(event, call) > 0) call = event
  }
  if (call === before.call && endedCalls === before.endedCalls) return before
  // An end comes after its call: what ended before the newest call ended another one.
  const newest = call
  return {
    call,
    endedCalls: newest === undefined ? endedCalls : endedCalls.filter((end) => comparePlace(end, newest) > 0),
  }
}

/** The call that stands. */
export const callNow = ({
  call,
  endedCalls,
}: Pick<Calls, 'call'> & Partial<Calls>): Extract<CallEvent, { kind: 'calledToAction' }> | undefined => {
  if (call?.kind !== 'calledToAction') return undefined
  return 'sid' in call && endedCalls?.some(({ of }) => of === call.sid) === true ? undefined : call
}

/** What of it a newcomer is told: the call that stands, or the end of the last one. */
export const newestCall = (calls: Calls): CallEvent | undefined =>
  callNow(calls) ?? (calls.call?.kind === 'callEnded' ? calls.call : calls.endedCalls.at(-1))
