import type { Announcement } from '@kaimai/contract/room/room.protocol.ts'
import type { ChatUser } from '@kaimai/contract/room/room-event.schema.ts'
import type { JoinSnapshot, Position } from './timeline.ts'
import { textFrame } from './ws-frame.ts'

/** Pieces by variant id. */
type Left = Readonly<Record<string, number>>

/** How a room stands, for who comes in. */
export interface RoomState extends Position {
  readonly unlisted: ReadonlySet<string>
  readonly announcement: Announcement | undefined
  readonly slow: number
  readonly reset: boolean
  readonly stock: Left
  readonly online: number
}

/** The first fact of a seat. */
export const joinedFact = (
  who: { readonly you: ChatUser; readonly resume: string },
  { eventsJson, shown, muted }: JoinSnapshot,
  { seq, nowMs, unlisted, announcement, slow, reset, stock, online }: RoomState,
): Buffer => {
  const fact = {
    t: 'joined',
    now: nowMs,
    ...who,
    seq,
    reset,
    shown,
    ...(muted.length === 0 ? {} : { muted }),
    ...(unlisted.size === 0 ? {} : { unlisted: [...unlisted] }),
    ...(announcement === undefined ? {} : { announcement }),
    ...(slow === 0 ? {} : { slow }),
    stock,
    online,
  }
  return textFrame(`${JSON.stringify(fact).slice(0, -1)},"events":${eventsJson}}`)
}

/** What has happened since the last one. */
export const frameFact = (
  { seq, nowMs }: Position,
  eventsJson: string,
  change: { readonly online?: number | undefined; readonly stock?: Left | undefined },
): Buffer => {
  let json = `{"t":"frame","now":${nowMs},"seq":${seq},"events":${eventsJson}`
  if (change.online !== undefined) json += `,"online":${change.online}`
  if (change.stock !== undefined) json += `,"stock":${JSON.stringify(change.stock)}`
  return textFrame(`${json}}`)
}
