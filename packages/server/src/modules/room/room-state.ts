import { type MuteMark, mutedAfter, type ShownMark } from '@kaimai/contract/room/event-order.rules.ts'
import type { Announcement } from '@kaimai/contract/room/room.protocol.ts'
import type { RealEvent } from '@kaimai/contract/room/room-event.schema.ts'

/** Kinds of events that set how things stand: whoever comes in later must know the last of each. */
export const roomStateKinds = [
  'productShown',
  'productHidden',
  'productListed',
  'productUnlisted',
  'muted',
  'unmuted',
  'removed',
  'restored',
  'announced',
  'unannounced',
  'slowed',
] as const satisfies readonly RealEvent['kind'][]

/** How things stand in a room by what really happened there; told of every event, in the order of seq. */
export const createRoomState = () => {
  const marks = new Map<string, ShownMark>()
  const mutes = new Map<string, MuteMark>()
  let muted: ReadonlySet<string> = new Set()
  const removed = new Set<number>()
  /** Another set whenever it changes: what follows from it is kept by it. */
  let unlisted: ReadonlySet<string> = new Set()
  let announcement: Announcement | undefined
  let slow: number | undefined

  return {
    note: (event: RealEvent): void => {
      switch (event.kind) {
        case 'productShown':
        case 'productHidden': {
          const { seq, ms, productId } = event
          marks.set(productId, { seq, ms, productId, shown: event.kind === 'productShown' })
          return
        }
        case 'muted':
        case 'unmuted': {
          const { seq, ms, userId } = event
          mutes.set(userId, { seq, ms, userId, muted: event.kind === 'muted' })
          muted = new Set(mutedAfter([...mutes.values()]))
          return
        }
        case 'removed':
          removed.add(event.of)
          return
        case 'restored':
          removed.delete(event.of)
          return
        case 'productListed':
          unlisted = new Set([...unlisted].filter((productId) => productId !== event.productId))
          return
        case 'productUnlisted':
          unlisted = new Set(unlisted).add(event.productId)
          return
        case 'announced': {
          const { seq, user, text, untilMs } = event
          announcement = { seq, user, text, untilMs }
          return
        }
        case 'unannounced':
          announcement = undefined
          return
        case 'slowed':
          slow = event.seconds
          return
        default:
      }
    },
    /** The newest showing or hiding of each product. */
    marks: (): Iterable<ShownMark> => marks.values(),
    /** publicIds. */
    muted: (): ReadonlySet<string> => muted,
    /** Seqs of comments that were taken away. */
    removed: (): ReadonlySet<number> => removed,
    unlisted: (): ReadonlySet<string> => unlisted,
    /** What stands pinned at that room time. */
    announcement: (roomMs: number): Announcement | undefined =>
      announcement !== undefined && (announcement.untilMs ?? Number.POSITIVE_INFINITY) > roomMs
        ? announcement
        : undefined,
    /** Seconds of slow mode as last said in the room; undefined: never. */
    slow: (): number | undefined => slow,
  }
}
export type RoomStateEvents = ReturnType<typeof createRoomState>
