import { comparePlace } from '../room/event-order.rules.ts'
import { pinnedAfter } from '../room/pinned-message.rules.ts'
import type { PinnedMessage } from '../room/pinned-message.schema.ts'
import type { Announcement } from '../room/room.protocol.ts'
import type { RoomEvent } from '../room/room-event.schema.ts'
import type { ReplayChunk } from './replay.routes.ts'

/** What stands on the page of a replay at a playhead. */
export interface ReplayView {
  /** Product ids on the card, the newest last. */
  readonly shown: readonly string[]
  /** Product ids that stand in no list. */
  readonly unlisted: readonly string[]
  /** `sid`: of a call that the script makes, which its own end ends. */
  readonly callToAction: {
    readonly text: string
    readonly url?: string | undefined
    readonly sid?: string | undefined
  } | null
  /** Until its own end; see `replayAt`. */
  readonly announcement: Announcement | null
  /** A viewer’s comment that was pinned for all. */
  readonly pinned: PinnedMessage | null
}

export const emptyReplay: ReplayView = {
  shown: [],
  unlisted: [],
  callToAction: null,
  announcement: null,
  pinned: null,
}

const without = (list: readonly string[], one: string): string[] => list.filter((other) => other !== one)

/** One event later. */
export const stepReplay = (view: ReplayView, event: RoomEvent): ReplayView => {
  switch (event.kind) {
    case 'productShown':
      return { ...view, shown: [...without(view.shown, event.productId), event.productId] }
    case 'productHidden':
      return { ...view, shown: without(view.shown, event.productId) }
    case 'productUnlisted':
      return { ...view, unlisted: [...without(view.unlisted, event.productId), event.productId] }
    case 'productListed':
      return { ...view, unlisted: without(view.unlisted, event.productId) }
    case 'calledToAction':
      return {
        ...view,
        callToAction: {
          text: event.text,
          ...(event.url === undefined ? {} : { url: event.url }),
          ...('sid' in event ? { sid: event.sid } : {}),
        },
      }
    case 'callEnded': {
      const isOther = 'sid' in event && event.of !== undefined && view.callToAction?.sid !== event.of
      return isOther ? view : { ...view, callToAction: null }
    }
    case 'announced': {
      const { seq, user, text, untilMs } = event
      return { ...view, announcement: { seq, user, text, untilMs } }
    }
    case 'unannounced':
      return { ...view, announcement: null }
    case 'messagePinned':
    case 'messageUnpinned':
      return { ...view, pinned: pinnedAfter(undefined, event) ?? null }
    default:
      return view
  }
}

/** Without an announcement whose time is up at `ms`. */
export const endedAt = (view: ReplayView, ms: number): ReplayView =>
  view.announcement !== null && (view.announcement.untilMs ?? Number.POSITIVE_INFINITY) <= ms
    ? { ...view, announcement: null }
    : view

/** How things stand at a playhead, by the piece that holds it: jumping there equals playing up to it. */
export const replayAt = (piece: Pick<ReplayChunk, 'start' | 'events'>, ms: number): ReplayView =>
  endedAt(
    piece.events
      .filter((event) => event.ms <= ms)
      .toSorted(comparePlace)
      .reduce(stepReplay, piece.start as ReplayView),
    ms,
  )
