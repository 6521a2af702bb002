import type { CloseReason } from '@kaimai/contract/room/room.protocol.ts'
import type { Audience } from './audience.ts'
import type { StaffConnection, StaffFrames } from './staff-frames.ts'
import type { Identity } from './tickets.ts'
import { closeSocket, hasCaughtUp, sendFrame, type ViewerConnection } from './viewer-connection.ts'

export interface DeliveryDeps {
  readonly audience: Pick<Audience, 'connections' | 'remove'>
  readonly staffConnections: Pick<StaffFrames, 'connections' | 'remove'>
  /** A viewer's last connection here went. */
  readonly gone: (identity: Identity) => void
  /** The last connection of the room went. */
  readonly emptied: () => void
}

/** Brings frames to the connections of a room: who falls behind is passed over until it has caught up, or is cut. */
export const createDelivery = ({ audience, staffConnections, gone, emptied }: DeliveryDeps) => {
  const late = new Set<ViewerConnection | StaffConnection>()

  const release = (connection: ViewerConnection | StaffConnection): void => {
    late.delete(connection)
    if ('member' in connection) staffConnections.remove(connection)
    else if (audience.remove(connection)) gone(connection.identity)
    if (audience.connections().size === 0 && staffConnections.connections().size === 0) emptied()
  }

  const cut = (connection: ViewerConnection | StaffConnection): void => {
    release(connection)
    connection.webSocket.terminate()
  }

  const dismiss = (connection: ViewerConnection | StaffConnection, reason: CloseReason): void => {
    release(connection)
    closeSocket(connection.webSocket, reason)
  }

  const fellBehind = (connection: ViewerConnection | StaffConnection, how: 'behind' | 'tooSlow'): void => {
    if (how === 'behind') late.add(connection)
    // A goodbye would wait behind all that it has not taken.
    else cut(connection)
  }

  const send = (frame: Buffer, connections: Iterable<ViewerConnection | StaffConnection>): void => {
    for (const connection of connections) {
      const sent = sendFrame(connection, frame)
      if (sent !== 'sent') fellBehind(connection, sent)
    }
  }

  /** Who could not keep up, and has taken all since: each must be told how things stand. */
  const takeCaughtUp = (): (ViewerConnection | StaffConnection)[] => {
    const ready = [...late].filter((connection) => hasCaughtUp(connection))
    for (const connection of ready) {
      late.delete(connection)
      connection.missedBytes = undefined
    }
    return ready
  }

  return { release, cut, dismiss, send, takeCaughtUp }
}
