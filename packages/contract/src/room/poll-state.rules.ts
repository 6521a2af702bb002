import type { PollClosed, PollOpened, PollPair } from './poll.schema.ts'

/** The polls of a room as far as they decide what stands. */
export interface Polls {
  readonly opened: PollOpened | undefined
  readonly closed: PollClosed | undefined
}
export const noPolls: Polls = { opened: undefined, closed: undefined }

export type PollEvent = PollOpened | PollClosed | { readonly kind: string }
export const isOpened = (event: PollEvent): event is PollOpened => event.kind === 'pollOpened'
export const isClosed = (event: PollEvent): event is PollClosed => event.kind === 'pollClosed'

/** One or more events later, in whatever order they come, and however often. */
export const pollsAfter = (before: Polls, events: readonly PollEvent[]): Polls => {
  let { opened, closed } = before
  for (const event of events) {
    if (isOpened(event) && event.seq > (opened?.seq ?? 0)) opened = event
    else if (isClosed(event) && event.seq > (closed?.seq ?? 0)) closed = event
  }
  return opened === before.opened && closed === before.closed ? before : { opened, closed }
}

export const pollsOf = (pair: PollPair | undefined): Polls => ({ opened: pair?.opened, closed: pair?.closed })
