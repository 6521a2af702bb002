import type { CloseReason } from '@kaimai/contract/room/room.protocol.ts'
import { guarded } from '../../platform/guarded.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Audience } from './audience.ts'
import type { StaffConnection, StaffFrames } from './staff-frames.ts'
import type { Identity } from './tickets.ts'
import { createTurns } from './turns.ts'
import { closeSocket, hasCaughtUp, sendFrame, type ViewerConnection } from './viewer-connection.ts'

export interface DeliveryDeps {
  readonly audience: Pick<Audience, 'connections' | 'remove'>
  readonly staffConnections: Pick<StaffFrames, 'connections' | 'remove'>
  /** A viewer's last connection here went. */
  readonly gone: (identity: Identity) => void
  /** Whether nobody knows if this viewer is a person: it is told in turns then. */
  readonly waitsForTurn: (identity: Identity) => boolean
  /** The last connection of the room went. */
  readonly emptied: () => void
  readonly log: Pick<Log, 'error'>
}

/** Brings frames to the connections of a room: who falls behind is passed over until it has caught up, or is cut. */
export const createDelivery = (deps: DeliveryDeps) => {
  const { audience, staffConnections, gone, waitsForTurn, emptied } = deps
  const late = new Set<ViewerConnection | StaffConnection>()
  const turns = createTurns()

  const release = (connection: ViewerConnection | StaffConnection): void => {
    late.delete(connection)
    if ('member' in connection) staffConnections.remove(connection)
    else {
      turns.remove(connection)
      if (audience.remove(connection)) gone(connection.identity)
    }
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

  /** Ends all connections of the room, after they were told what was left; what is thrown meanwhile keeps none of them. */
  const dismissAll = (reason: CloseReason, tellNews: () => void): void => {
    const tellAll = () => {
      tellNews()
      sendRest()
    }
    guarded(deps.log, 'a room could not tell its last news', tellAll)()
    for (const connection of [...audience.connections(), ...staffConnections.connections()])
      guarded(
        deps.log,
        'a connection could not be dismissed',
        () => dismiss(connection, reason),
        () => connection.webSocket.terminate(),
      )()
  }

  const fellBehind = (connection: ViewerConnection | StaffConnection, how: 'behind' | 'tooSlow'): void => {
    if (how === 'behind') late.add(connection)
    // A goodbye would wait behind all that it has not taken.
    else cut(connection)
  }

  const sendOne = (connection: ViewerConnection | StaffConnection, frame: Buffer): void => {
    const sent = sendFrame(connection, frame)
    if (sent !== 'sent') fellBehind(connection, sent)
  }

  /** A frame for some, at once: who waits for its turn is told first what came before. */
  const send = (frame: Buffer, connections: Iterable<ViewerConnection | StaffConnection>): void => {
    for (const connection of connections) {
      const before = 'member' in connection ? undefined : turns.take(connection)
      if (before !== undefined) sendOne(connection, before)
      sendOne(connection, frame)
    }
  }

  /** Once a tick, with the frame for all viewers if there is one. */
  const sendToViewers = (frame: Buffer | undefined): void => {
    if (frame !== undefined) {
      turns.push(frame)
      for (const connection of audience.connections()) if (!turns.has(connection)) sendOne(connection, frame)
    }
    for (const [connection, frames] of turns.next()) sendOne(connection, frames)
  }

  const sendRest = (): void => {
    for (const [connection, frames] of turns.rest()) sendOne(connection, frames)
  }

  /** Finds out again who waits for its turn. */
  const takeTurns = (): void => {
    for (const connection of audience.connections()) {
      const waits = waitsForTurn(connection.identity)
      if (waits === turns.has(connection)) continue
      const rest = waits ? turns.add(connection) : turns.remove(connection)
      if (rest !== undefined) sendOne(connection, rest)
    }
  }

  /** This one was told how things stand; what it was not told before that is out of date. */
  const informed = (connection: ViewerConnection | StaffConnection): void => {
    if ('member' in connection) return
    if (waitsForTurn(connection.identity)) turns.add(connection)
    else turns.remove(connection)
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

  return {
    release,
    cut,
    dismiss,
    dismissAll,
    send,
    sendToViewers,
    takeTurns,
    informed,
    takeCaughtUp,
    /** Viewers who are told at every tick. */
    servedAtOnce: (): number => audience.connections().size - turns.size(),
  }
}
