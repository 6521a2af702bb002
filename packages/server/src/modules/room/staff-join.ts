import type { CloseReason, Colleague } from '@kaimai/contract/room/room.protocol.ts'
import type { RealEvent } from '@kaimai/contract/room/room-event.schema.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log/log.ts'
import type { StaffConnection } from './staff-connections.ts'
import type { RoomInstance } from './room-instance.ts'
import type { Held } from './viewer-connection.ts'
import { type RoomHint, roomTopic } from './room.topics.ts'
import type { ControlRoomIdentity } from './tickets.ts'

export interface StaffJoinDeps {
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
  readonly node: string
  /** Whether a session of the firm still stands, and its member may see the control room of that live. */
  readonly isSessionValid: (firmId: string, sessionId: string, liveId: string) => Promise<boolean>
  /** The newest events of a room that are not for all, oldest first. */
  readonly history: (firmId: string, liveId: string) => Promise<readonly RealEvent[]>
}

/** How the staff comes into a room of this node, is known to other nodes, and leaves when its session ends. */
export const createStaffJoin = ({ bus, clock, log, node, isSessionValid, history }: StaffJoinDeps) => {
  /** What the other nodes were told last, by room. */
  const sent = new Map<string, string>()

  const notifyNodes = (liveId: string, instance: RoomInstance): void => {
    const mates: Colleague[] = instance.staffConnections.here()
    if (mates.length === 0) sent.delete(liveId)
    else sent.set(liveId, JSON.stringify(mates))
    bus.publish(roomTopic(liveId), { kind: 'staff', node, mates } satisfies RoomHint)
  }

  return {
    /** Seats one of the staff: undefined, or why not. */
    enter: async (
      member: ControlRoomIdentity,
      held: Held,
      instance: RoomInstance,
      seatIn: (instance: RoomInstance) => StaffConnection | undefined,
    ): Promise<CloseReason | undefined> => {
      const { firmId, liveId, sessionId } = member
      const [stands, newest] = await Promise.all([isSessionValid(firmId, sessionId, liveId), history(firmId, liveId)])
      if (!stands) return 'badTicket'
      if (instance.staffConnections.isFull(clock.ms())) return 'full'
      const status = instance.status()
      if (status !== 'open' && status !== 'live') return 'roomEnded'
      const connection = seatIn(instance)
      if (connection === undefined) return undefined
      instance.enterControlRoom(connection, held, newest)
      notifyNodes(liveId, instance)
      return undefined
    },

    looked: (liveId: string, instance: RoomInstance): void => notifyNodes(liveId, instance),

    hear: (instance: RoomInstance, from: string, mates: readonly Colleague[]): void => {
      if (from !== node) instance.staffConnections.hearOf(from, mates, clock.ms())
    },

    /** Every second: others hear that this node's staff is still there, or has gone. */
    everySecond: (liveId: string, instance: RoomInstance): void => {
      if (instance.staffConnections.connections().size > 0 || sent.has(liveId)) notifyNodes(liveId, instance)
    },

    /** Ends the lines whose session has ended. */
    check: async (instance: RoomInstance): Promise<void> => {
      const connections = [...instance.staffConnections.connections()]
      if (connections.length === 0) return
      const ids = [...new Set(connections.map(({ member }) => member.sessionId))]
      const roomState = await Promise.all(ids.map((id) => isSessionValid(instance.firmId, id, instance.live().id)))
      const ended = new Set(ids.filter((_, at) => roomState[at] !== true))
      for (const connection of connections) {
        if (!ended.has(connection.member.sessionId)) continue
        log.warn(
          { liveId: connection.member.liveId },
          'a control room is closed: its session has ended, or its member may not see it any more',
        )
        instance.endControlRoom(connection, 'badTicket')
      }
    },
  }
}
export type StaffJoin = ReturnType<typeof createStaffJoin>
