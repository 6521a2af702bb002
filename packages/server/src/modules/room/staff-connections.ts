import { type DeskMate, type DeskPlace, roomLimits } from '@kaimai/contract/room/room.protocol.ts'
import type { Connection } from './viewer-connection.ts'
import type { DeskIdentity } from './tickets.ts'

/** One line of the staff into a room. It is no viewer: not counted, not metered. */
export interface DeskSeat extends Connection {
  readonly member: DeskIdentity
  /** What this one looks at, for colleagues. */
  look: { readonly place: DeskPlace; readonly of: number | null }
}

/** A node that has been silent for so long has no staff. */
const nodeSilenceMs = 4_000

/** The staff of one room: who sits here, and who at other nodes. */
export const createDeskSeats = () => {
  const seats = new Set<DeskSeat>()
  const elsewhere = new Map<string, { readonly mates: readonly DeskMate[]; readonly atMs: number }>()
  let told = '[]'

  /** Each member once, as its newest seat says. */
  const here = (): DeskMate[] => {
    const mates = new Map<string, DeskMate>()
    for (const { member, look } of seats)
      mates.set(member.publicId, { userId: member.publicId, name: member.name, ...look })
    return [...mates.values()]
  }

  const mates = (nowMs: number): DeskMate[] => {
    const all = new Map<string, DeskMate>()
    for (const [node, one] of elsewhere) {
      if (nowMs - one.atMs > nodeSilenceMs) elsewhere.delete(node)
      else for (const mate of one.mates) all.set(mate.userId, mate)
    }
    for (const mate of here()) all.set(mate.userId, mate)
    return [...all.values()].toSorted((a, b) => (a.userId < b.userId ? -1 : 1))
  }

  return {
    seats: (): ReadonlySet<DeskSeat> => seats,
    here,
    mates,
    isFull: (nowMs: number): boolean => {
      const others = mates(nowMs).length - here().length
      return seats.size + others >= roomLimits.deskSeats
    },
    add: (seat: DeskSeat): void => void seats.add(seat),
    remove: (seat: DeskSeat): boolean => seats.delete(seat),
    /** The newest look of a member counts, so its seat goes to the end. */
    look: (seat: DeskSeat, look: DeskSeat['look']): void => {
      seat.look = look
      if (seats.delete(seat)) seats.add(seat)
    },
    hearOf: (node: string, list: readonly DeskMate[], atMs: number): void => {
      if (list.length === 0) elsewhere.delete(node)
      else elsewhere.set(node, { mates: list, atMs })
    },
    /** The list when it is another than the staff was told last. */
    changed: (nowMs: number): DeskMate[] | undefined => {
      const list = mates(nowMs)
      const json = JSON.stringify(list)
      if (json === told) return undefined
      told = json
      return list
    },
  }
}
export type DeskSeats = ReturnType<typeof createDeskSeats>
