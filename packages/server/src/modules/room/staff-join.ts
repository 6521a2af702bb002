import type { CloseReason, DeskMate, RealEvent } from '@kaimai/contract/room/room.protocol.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log/log.ts'
import type { DeskSeat } from './staff-connections.ts'
import type { Floor, Held } from './room-instance.ts'
import { type RoomHint, roomTopic } from './room.topics.ts'
import type { DeskIdentity } from './tickets.ts'

export interface DeskDoorNeeds {
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
  readonly node: string
  /** Whether a session of the firm still stands, and its member may see rooms. */
  readonly sessionStands: (firmId: string, sessionId: string) => Promise<boolean>
  /** The newest events of a room that are not for all, oldest first. */
  readonly history: (firmId: string, liveId: string) => Promise<readonly RealEvent[]>
}

/** How the staff comes into a room of this node, is known to other nodes, and leaves when its session ends. */
export const createDeskDoor = ({ bus, clock, log, node, sessionStands, history }: DeskDoorNeeds) => {
  /** What the other nodes were told last, by room. */
  const told = new Map<string, string>()

  const tellNodes = (liveId: string, floor: Floor): void => {
    const mates: DeskMate[] = floor.desks.here()
    if (mates.length === 0) told.delete(liveId)
    else told.set(liveId, JSON.stringify(mates))
    bus.publish(roomTopic(liveId), { kind: 'staff', node, mates } satisfies RoomHint)
  }

  return {
    /** Seats one of the staff: undefined, or why not. */
    enter: async (
      member: DeskIdentity,
      held: Held,
      floor: Floor,
      seatIn: (floor: Floor) => DeskSeat | undefined,
    ): Promise<CloseReason | undefined> => {
      const { firmId, liveId, sessionId } = member
      const [stands, newest] = await Promise.all([sessionStands(firmId, sessionId), history(firmId, liveId)])
      if (!stands) return 'badTicket'
      if (floor.desks.isFull(clock.ms())) return 'full'
      const status = floor.status()
      if (status !== 'open' && status !== 'live') return 'roomEnded'
      const seat = seatIn(floor)
      if (seat === undefined) return undefined
      floor.enterDesk(seat, held, newest)
      tellNodes(liveId, floor)
      return undefined
    },

    looked: (liveId: string, floor: Floor): void => tellNodes(liveId, floor),

    hear: (floor: Floor, from: string, mates: readonly DeskMate[]): void => {
      if (from !== node) floor.desks.hearOf(from, mates, clock.ms())
    },

    /** Every second: others hear that this node's staff is still there, or has gone. */
    pulse: (liveId: string, floor: Floor): void => {
      if (floor.desks.seats().size > 0 || told.has(liveId)) tellNodes(liveId, floor)
    },

    /** Ends the lines whose session has ended. */
    check: async (floor: Floor): Promise<void> => {
      const seats = [...floor.desks.seats()]
      if (seats.length === 0) return
      const ids = [...new Set(seats.map(({ member }) => member.sessionId))]
      const standing = await Promise.all(ids.map((id) => sessionStands(floor.firmId, id)))
      const ended = new Set(ids.filter((_, at) => standing[at] !== true))
      for (const seat of seats) {
        if (!ended.has(seat.member.sessionId)) continue
        log.warn({ liveId: seat.member.liveId }, 'a control room is closed: its session has ended')
        floor.endDesk(seat, 'badTicket')
      }
    },
  }
}
export type DeskDoor = ReturnType<typeof createDeskDoor>
