import type { Placed } from '@kaimai/contract/room/event-order.rules.ts'
import type { RealEvent } from '@kaimai/contract/room/room-event.schema.ts'
import type { LoggedEvent } from './room.store.ts'

/** An event as it goes out: encoded once, whoever gets it. */
export type SentItem = Placed & {
  readonly json: string
  /** Of a held one, the only viewer who sees it; empty: the staff alone. */
  readonly only?: string | undefined
  /** publicId of who said it, of what a viewer said; and the viewer's inside id. */
  readonly by?: string | undefined
  readonly writer?: string | undefined
  /** Nothing to read in a list: it tells of another event, which is not there for who comes in anew. */
  readonly isMark?: boolean | undefined
  /** Seq of the comment that it pins: who is not to see that doesn’t get its words here. */
  readonly pins?: number | undefined
  /** Seq of the comment that it gives back. */
  readonly restores?: number | undefined
  /** Id of the line of the script that it gives back. */
  readonly restoresLine?: string | undefined
  /** publicId of whom it mutes, or lets be heard again. */
  readonly mutes?: string | undefined
  readonly unmutes?: string | undefined
}
export type Logged = SentItem & { readonly seq: number }

const marking: ReadonlySet<RealEvent['kind']> = new Set([
  'removed',
  'restored',
  'muted',
  'unmuted',
  'lineRemoved',
  'lineRestored',
  'messagePinned',
  'messageUnpinned',
])

/** An event of the log as it goes out: to whom, and what it means for others that went out before. */
export const loggedItem = ({ event, held, liveUserId }: LoggedEvent): Logged => {
  const { seq, ms, kind } = event
  const place = { seq, ms, json: JSON.stringify(event), only: held ? (liveUserId ?? '') : undefined }
  if (kind === 'commented') return { ...place, by: event.user.userId, writer: liveUserId ?? undefined }
  if (!marking.has(kind)) return place
  return {
    ...place,
    isMark: true,
    pins: kind === 'messagePinned' ? event.of : undefined,
    restores: kind === 'restored' ? event.of : undefined,
    restoresLine: kind === 'lineRestored' ? event.line : undefined,
    mutes: kind === 'muted' || kind === 'unmuted' ? event.userId : undefined,
    unmutes: kind === 'unmuted' ? event.userId : undefined,
  }
}
