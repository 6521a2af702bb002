import type { ChatUser } from '@kaimai/contract/room/room-event.schema.ts'
import type { ChatRow } from '../chat/chat-rows.ts'

/** Two readings of the chat are at least so far apart, in ms: a screen reader has to finish one first. */
export const talkEveryMs = 6_000
/** So many new messages are read; of more only how many there are, and the last one. */
const maxRead = 2

export interface Spoken {
  readonly name: string
  /** The badge beside the name. */
  readonly as: 'host' | 'staff' | 'viewer' | undefined
  readonly text: string
  /** It answers this viewer. */
  readonly toMe: boolean
}

const badgeOf = ({ as, likeShop }: ChatUser): Spoken['as'] =>
  as === 'host' || as === 'staff' ? as : likeShop ? 'viewer' : undefined

/** What is new in the chat since a row: said by others, oldest first. `told` undefined: nothing yet, all is old. */
export const newTalk = (rows: readonly ChatRow[], announced: string | undefined): readonly Spoken[] => {
  const from = announced === undefined ? rows.length : rows.findLastIndex(({ key }) => key === announced) + 1
  return rows
    .slice(from)
    .flatMap((row) =>
      row.kind === 'message' && !row.mine
        ? [{ name: row.user.name, as: badgeOf(row.user), text: row.text, toMe: row.toMe }]
        : [],
    )
}

export interface Reading {
  /** Messages that are not read out themselves. */
  readonly more: number
  readonly read: readonly Spoken[]
}

/** What of the new messages is read out; undefined: nothing is new. */
export const readingOf = (heard: readonly Spoken[]): Reading | undefined => {
  if (heard.length === 0) return undefined
  const mine = heard.filter(({ toMe }) => toMe)
  const read = heard.length <= maxRead ? heard : mine.length > 0 ? mine.slice(-maxRead) : heard.slice(-1)
  return { more: heard.length - read.length, read }
}

export interface StageFacts {
  readonly isLive: boolean
  readonly shown:
    | { readonly productId: string; readonly name: string; readonly price: string; readonly left: number }
    | undefined
}

export type Change =
  | { readonly is: 'begun' }
  | { readonly is: 'shown'; readonly name: string; readonly price: string }
  | { readonly is: 'soldOut'; readonly name: string }

/** What a viewer who can't see the page should hear once, newest last. */
export const changesOf = (before: StageFacts, now: StageFacts): readonly Change[] => {
  const changes: Change[] = []
  if (now.isLive && !before.isLive) changes.push({ is: 'begun' })
  const { shown } = now
  if (shown === undefined) return changes
  if (shown.productId !== before.shown?.productId) {
    changes.push({ is: 'shown', name: shown.name, price: shown.price })
    if (shown.left === 0) changes.push({ is: 'soldOut', name: shown.name })
  } else if (shown.left === 0 && before.shown.left > 0) changes.push({ is: 'soldOut', name: shown.name })
  return changes
}
