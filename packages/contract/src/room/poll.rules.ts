import { type PollEvent, type Polls, isClosed, isOpened } from './poll-state.rules.ts'
import type { PollPair, PollVotes } from './poll.schema.ts'

/** What of it a newcomer is told: the newest poll, and its end if it has one. */
export const newestPoll = ({ opened, closed }: Polls): PollPair | undefined => {
  if (opened === undefined) return undefined
  return closed?.poll === opened.poll ? { opened, closed } : { opened }
}

/** How long a result stays on the screen, ms. */
export const pollResultMs = 15_000

/** A poll on the screen. */
export interface StandingPoll {
  readonly poll: string
  readonly question: string
  readonly options: readonly string[]
  readonly untilMs: number
  /** Votes by option; of an open one as far as they are known. */
  readonly counts: readonly number[]
  readonly isOpen: boolean
}

/** The poll that is seen at that room time, open or with its result; undefined: none. */
export const pollAt = (
  pair: PollPair | undefined,
  votes: PollVotes | undefined,
  roomMs: number,
): StandingPoll | undefined => {
  if (pair === undefined) return undefined
  const { opened, closed } = pair
  const { poll, question, options, untilMs } = opened
  if (closed !== undefined && roomMs >= closed.ms + pollResultMs) return undefined
  // One that no node has closed long after its time says nothing any more.
  if (closed === undefined && roomMs >= untilMs + pollResultMs) return undefined
  const counts = closed?.counts ?? (votes?.poll === poll ? votes.counts : [])
  return {
    poll,
    question,
    options,
    untilMs,
    counts: options.map((_, at) => counts[at] ?? 0),
    isOpen: closed === undefined && roomMs < untilMs,
  }
}

/** The polls of a whole log, the oldest first, each with its end. */
export const pollPairs = (events: readonly PollEvent[]): PollPair[] => {
  const closed = new Map(events.filter(isClosed).map((event) => [event.poll, event]))
  return events.filter(isOpened).map((opened) => {
    const end = closed.get(opened.poll)
    return end === undefined ? { opened } : { opened, closed: end }
  })
}

/** The poll on the screen of a replay at a playhead: from its opening on with the counts that it came to. */
export const replayedPollAt = (polls: readonly PollPair[], ms: number): StandingPoll | undefined => {
  const pair = polls.findLast(({ opened }) => opened.ms <= ms)
  const shown = pollAt(pair, undefined, ms)
  return shown && { ...shown, isOpen: false }
}

/** Whole percents of the votes by option, which add up to 100; all 0 without a vote. */
export const pollPercents = (counts: readonly number[]): number[] => {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return counts.map(() => 0)
  const exact = counts.map((count) => (count * 100) / total)
  const whole = exact.map(Math.floor)
  const missing = 100 - whole.reduce((sum, each) => sum + each, 0)
  const byRest = exact
    .map((each, at) => ({ at, rest: each - Math.floor(each) }))
    .toSorted((a, b) => b.rest - a.rest || a.at - b.at)
    .slice(0, missing)
  for (const { at } of byRest) whole[at] = (whole[at] ?? 0) + 1
  return whole
}
