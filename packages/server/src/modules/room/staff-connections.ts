import { type Colleague, type ControlRoomPlace, roomLimits } from '@kaimai/contract/room/room.protocol.ts'
import type { Connection } from './viewer-connection.ts'
import type { ControlRoomIdentity } from './tickets.ts'

/** One line of the staff into a room. It is no viewer: not counted, not metered. */
export interface StaffConnection extends Connection {
  readonly member: ControlRoomIdentity
  /** What this one looks at, for colleagues. */
  look: { readonly place: ControlRoomPlace; readonly of: number | null }
}

/** A node that has been silent for so long has no staff. */
const nodeSilenceMs = 4_000

/** The staff of one room: who sits here, and who at other nodes. */
export const createStaffConnections = () => {
  const connections = new Set<StaffConnection>()
  const elsewhere = new Map<string, { readonly mates: readonly Colleague[]; readonly atMs: number }>()
  let sent = '[]'

  /** Each member once, as its newest seat says. */
  const here = (): Colleague[] => {
    const mates = new Map<string, Colleague>()
    for (const { member, look } of connections)
      mates.set(member.publicId, { userId: member.publicId, name: member.name, ...look })
    return [...mates.values()]
  }

  const mates = (nowMs: number): Colleague[] => {
    const all = new Map<string, Colleague>()
    for (const [node, one] of elsewhere) {
      if (nowMs - one.atMs > nodeSilenceMs) elsewhere.delete(node)
      else for (const mate of one.mates) all.set(mate.userId, mate)
    }
    for (const mate of here()) all.set(mate.userId, mate)
    return [...all.values()].toSorted((a, b) => (a.userId < b.userId ? -1 : 1))
  }

  return {
    connections: (): ReadonlySet<StaffConnection> => connections,
    here,
    mates,
    isFull: (nowMs: number): boolean => {
      const others = mates(nowMs).length - here().length
      return connections.size + others >= roomLimits.maxStaffConnections
    },
    add: (connection: StaffConnection): void => void connections.add(connection),
    remove: (connection: StaffConnection): boolean => connections.delete(connection),
    /** The newest look of a member counts, so its seat goes to the end. */
    look: (connection: StaffConnection, look: StaffConnection['look']): void => {
      connection.look = look
      if (connections.delete(connection)) connections.add(connection)
    },
    hearOf: (node: string, list: readonly Colleague[], atMs: number): void => {
      if (list.length === 0) elsewhere.delete(node)
      else elsewhere.set(node, { mates: list, atMs })
    },
    /** The list when it is another than the staff was told last. */
    changed: (nowMs: number): Colleague[] | undefined => {
      const list = mates(nowMs)
      const json = JSON.stringify(list)
      if (json === sent) return undefined
      sent = json
      return list
    },
  }
}
export type StaffConnections = ReturnType<typeof createStaffConnections>
