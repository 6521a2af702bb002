import type { Colleague } from '@kaimai/contract/room/room.protocol.ts'
import type { ChatUser, RealEvent } from '@kaimai/contract/room/room-event.schema.ts'
import type { Clock } from '../../platform/clock.ts'
import { createStaffConnections, type StaffConnection } from './staff-connections.ts'
import type { PrivateEvent } from './private-events.ts'
import { textFrame } from './ws-frame.ts'

export interface Viewers {
  readonly real: number
  readonly simulated: number
}

/** No token: who comes back shows a new ticket, for which the session is asked. */
export const memberOf = ({ member: { publicId, name, imgUrl } }: StaffConnection) => ({
  you: { userId: publicId, name, imgUrl, as: 'staff' } satisfies ChatUser,
  resume: '',
})

const frameOf = (eventsJson: string, viewers: Viewers | undefined, staff: readonly Colleague[] | undefined): Buffer => {
  const more = `${viewers === undefined ? '' : `,"viewers":${JSON.stringify(viewers)}`}${
    staff === undefined ? '' : `,"staff":${JSON.stringify(staff)}`
  }`
  return textFrame(`{"t":"controlRoom","events":${eventsJson}${more}}`)
}

/** What the staff of one room is told beside the room's frames, on one node; encoded once for all of them. */
export const createStaffFrames = (clock: Clock, viewersNow: () => Viewers) => {
  const staffConnections = createStaffConnections()
  let sent: Viewers = { real: -1, simulated: -1 }

  return {
    ...staffConnections,

    /** What a seat hears right after its join: the newest that isn't for all, who is here, and how many watch. */
    joinedFrame: (events: readonly RealEvent[]): Buffer =>
      frameOf(JSON.stringify(events), viewersNow(), staffConnections.mates(clock.ms())),

    /** After such a jump over what it could not take. */
    skippedFrame: (newest: readonly PrivateEvent[]): Buffer =>
      frameOf(`[${newest.map(({ json }) => json).join(',')}]`, viewersNow(), staffConnections.mates(clock.ms())),

    /** Of one tick; undefined when there is nothing to tell. */
    frame: (privateEvent: readonly PrivateEvent[]): Buffer | undefined => {
      const now = viewersNow()
      const isOther = now.real !== sent.real || now.simulated !== sent.simulated
      sent = now
      const staff = staffConnections.changed(clock.ms())
      if (privateEvent.length === 0 && !isOther && staff === undefined) return undefined
      return frameOf(`[${privateEvent.map(({ json }) => json).join(',')}]`, isOther ? now : undefined, staff)
    },
  }
}
export type StaffFrames = ReturnType<typeof createStaffFrames>
export type { StaffConnection }
