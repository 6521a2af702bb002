import { type MuteMark, mutedAfter, type ShownMark } from '@kaimai/contract/room/event-order.rules.ts'
import { newestGiveaway } from '@kaimai/contract/room/giveaway.rules.ts'
import { giveawaysAfter, noGiveaways } from '@kaimai/contract/room/giveaway-state.rules.ts'
import type { GiveawayPair } from '@kaimai/contract/room/giveaway.schema.ts'
import { newestPoll } from '@kaimai/contract/room/poll.rules.ts'
import { noPolls, pollsAfter } from '@kaimai/contract/room/poll-state.rules.ts'
import type { PollPair } from '@kaimai/contract/room/poll.schema.ts'
import { pinnedAfter } from '@kaimai/contract/room/pinned-message.rules.ts'
import type { PinnedMessage } from '@kaimai/contract/room/pinned-message.schema.ts'
import type { Announcement } from '@kaimai/contract/room/room.protocol.ts'
import type { CallEvent, RealEvent } from '@kaimai/contract/room/room-event.schema.ts'

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
  'calledToAction',
  'callEnded',
  'lineRemoved',
  'lineRestored',
  'pollOpened',
  'pollClosed',
  'giveawayOpened',
  'giveawayDrawn',
  'messagePinned',
  'messageUnpinned',
  'timedOut',
  'timeOutEnded',
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
  let call: CallEvent | undefined
  let polls = noPolls
  let giveaways = noGiveaways
  const removedLines = new Set<string>()
  let pinned: PinnedMessage | undefined
  /** Until when viewers may not comment, epoch ms, by publicId. */
  const timeOuts = new Map<string, number>()

  return {
    note: (event: RealEvent): void => {
      pinned = pinnedAfter(pinned, event)
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
        case 'calledToAction':
        case 'callEnded':
          call = event
          return
        case 'pollOpened':
        case 'pollClosed':
          polls = pollsAfter(polls, [event])
          return
        case 'giveawayOpened':
        case 'giveawayDrawn':
          giveaways = giveawaysAfter(giveaways, [event])
          return
        case 'lineRemoved':
          removedLines.add(event.line)
          return
        case 'lineRestored':
          removedLines.delete(event.line)
          return
        case 'timedOut':
          timeOuts.set(event.userId, event.untilMs)
          return
        case 'timeOutEnded':
          timeOuts.delete(event.userId)
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
    /** Ids of lines of the script that were taken down. */
    removedLines: (): ReadonlySet<string> => removedLines,
    unlisted: (): ReadonlySet<string> => unlisted,
    /** The newest call to action of the staff, or the end that it made. */
    call: (): CallEvent | undefined => call,
    /** The newest poll and, once it is over, its end. */
    poll: (): PollPair | undefined => newestPoll(polls),
    /** The newest giveaway and, once it is drawn, its result. */
    giveaway: (): GiveawayPair | undefined => newestGiveaway(giveaways),
    /** The viewer’s comment that is pinned for all. */
    pinned: (): PinnedMessage | undefined => pinned,
    /** Until when that viewer may not comment, epoch ms; undefined: may. By publicId. */
    timeOut: (userId: string, nowMs: number): number | undefined => {
      const untilMs = timeOuts.get(userId) ?? 0
      return untilMs > nowMs ? untilMs : undefined
    },
    /** All time-outs that were given and not taken back, by publicId. */
    timeOuts: (): ReadonlyMap<string, number> => timeOuts,
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
