import type { Note } from '../chat/chat-rows.ts'
import type { RoomNow } from '../entry/use-room.ts'
import type { VisitView } from '../entry/visit.ts'

export interface OnAirProps {
  readonly now: RoomNow
  readonly view: VisitView
  readonly notes: readonly Note[]
  readonly serverNow: () => number
  readonly roomNowMs: () => number
  /** The sheet for paying is open. */
  readonly isPaying: boolean
  readonly keysUp: boolean
  readonly onSay: (text: string, question: boolean) => string | undefined
  readonly onChoose: (of: number, variantId: string, quantity: number) => void
  /** Answers that somebody is watching; without it nobody is asked. */
  readonly onWatching?: (() => void) | undefined
  /** Votes in a poll; without it the polls are only shown. */
  readonly onVote?: ((poll: string, option: number) => void) | undefined
  /** Gives a heart, and answers whether it counts; without it there is no button. */
  readonly onHeart?: (() => boolean) | undefined
  readonly onShare: (() => void) | undefined
  readonly onCalendar: () => void
  /** What a viewer of a link of their own has saved and ordered. */
  readonly onProfile?: (() => void) | undefined
  /** The composer's text is stored under this key, and read again when the number changes; undefined: in a preview. */
  readonly draft?: { readonly key: string; readonly turn: number } | undefined
}
