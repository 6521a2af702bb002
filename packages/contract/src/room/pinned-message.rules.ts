import type { PinnedMessage } from './pinned-message.schema.ts'
import type { RoomEvent } from './room-event.schema.ts'

/**
 * The comment that stands pinned after one event more, in the order of the log. It goes with its words: when the comment
 * is taken away, or its writer is muted or blocked. What is given back afterwards is not pinned again by itself.
 */
export const pinnedAfter = (pinned: PinnedMessage | undefined, event: RoomEvent): PinnedMessage | undefined => {
  switch (event.kind) {
    case 'messagePinned': {
      const { seq, of, user, text } = event
      return { seq, of, user, text }
    }
    case 'messageUnpinned':
      return undefined
    case 'removed':
      return pinned?.of === event.of ? undefined : pinned
    case 'muted':
      return pinned?.user.userId === event.userId ? undefined : pinned
    default:
      return pinned
  }
}

type PinEvent = Extract<RoomEvent, { kind: 'messagePinned' | 'messageUnpinned' }>

/**
 * What a replay plays of the pins of a whole log: each pin until it went, and none whose words nobody is to see any more
 * (`isHidden`, at the end of the log).
 */
export const pinsPlayed = (
  log: readonly Extract<RoomEvent, { seq: number }>[],
  isHidden: (pin: PinnedMessage) => boolean,
): PinEvent[] => {
  let pinned: PinnedMessage | undefined
  return log.flatMap((event): PinEvent[] => {
    const before = pinned
    pinned = pinnedAfter(pinned, event)
    if (pinned === before) return []
    const { seq, ms } = event
    return pinned === undefined || isHidden(pinned)
      ? [{ seq, ms, kind: 'messageUnpinned' }]
      : [{ ms, kind: 'messagePinned', seq, of: pinned.of, user: pinned.user, text: pinned.text }]
  })
}
