import type { ChatUser, DeskMate, RealEvent } from '@kaimai/contract/room/room.protocol.ts'
import type { Clock } from '../../platform/clock.ts'
import { createDeskSeats, type DeskSeat } from './staff-connections.ts'
import type { Aside } from './timeline.ts'
import { textFrame } from './ws-frame.ts'

export interface Viewers {
  readonly real: number
  readonly simulated: number
}

/** No token: who comes back shows a new ticket, for which the session is asked. */
export const memberOf = ({ member: { publicId, name, imgUrl } }: DeskSeat) => ({
  you: { userId: publicId, name, imgUrl, as: 'staff' } satisfies ChatUser,
  resume: '',
})

const frameOf = (eventsJson: string, viewers: Viewers | undefined, staff: readonly DeskMate[] | undefined): Buffer => {
  const more = `${viewers === undefined ? '' : `,"viewers":${JSON.stringify(viewers)}`}${
    staff === undefined ? '' : `,"staff":${JSON.stringify(staff)}`
  }`
  return textFrame(`{"t":"desk","events":${eventsJson}${more}}`)
}

/** What the staff of one room is told beside the room's frames, on one node; encoded once for all of them. */
export const createDeskSide = (clock: Clock, viewersNow: () => Viewers) => {
  const desks = createDeskSeats()
  let told: Viewers = { real: -1, simulated: -1 }

  return {
    ...desks,

    /** What a seat hears right after its join: the newest that isn't for all, who is here, and how many watch. */
    joinedFrame: (events: readonly RealEvent[]): Buffer =>
      frameOf(JSON.stringify(events), viewersNow(), desks.mates(clock.ms())),

    /** After such a jump over what it could not take. */
    skippedFrame: (newest: readonly Aside[]): Buffer =>
      frameOf(`[${newest.map(({ json }) => json).join(',')}]`, viewersNow(), desks.mates(clock.ms())),

    /** Of one tick; undefined when there is nothing to tell. */
    frame: (aside: readonly Aside[]): Buffer | undefined => {
      const now = viewersNow()
      const isOther = now.real !== told.real || now.simulated !== told.simulated
      told = now
      const staff = desks.changed(clock.ms())
      if (aside.length === 0 && !isOther && staff === undefined) return undefined
      return frameOf(`[${aside.map(({ json }) => json).join(',')}]`, isOther ? now : undefined, staff)
    },
  }
}
export type DeskSide = ReturnType<typeof createDeskSide>
export type { DeskSeat }
