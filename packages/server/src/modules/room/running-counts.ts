import type { GiveawayEntrants, GiveawayPair } from '@kaimai/contract/room/giveaway.schema.ts'
import type { PollPair, PollVotes } from '@kaimai/contract/room/poll.schema.ts'

/** A count that is told with the frames: the newest, and whether it has been told. */
const createCount = <T extends object>() => {
  let newest: T | undefined
  let isChanged = false
  return {
    newest: (): T | undefined => newest,
    set: (next: T): void => {
      if (JSON.stringify(next) === JSON.stringify(newest)) return
      newest = next
      isChanged = true
    },
    take: (): T | undefined => {
      if (!isChanged) return undefined
      isChanged = false
      return newest
    },
  }
}

/** Votes of the open poll and entrants of the open giveaway, as a room on this node knows them. */
export const createRunningCounts = () => {
  const votes = createCount<PollVotes>()
  const entrants = createCount<GiveawayEntrants>()
  return {
    setVotes: votes.set,
    setEntrants: entrants.set,
    /** For who comes in: of what stands, while it is open. */
    of: ({ poll, giveaway }: { poll: PollPair | undefined; giveaway: GiveawayPair | undefined }) => ({
      votes: poll?.closed === undefined && votes.newest()?.poll === poll?.opened.poll ? votes.newest() : undefined,
      entrants:
        giveaway?.drawn === undefined && entrants.newest()?.giveaway === giveaway?.opened.giveaway
          ? entrants.newest()
          : undefined,
    }),
    /** What changed since it was asked last. */
    take: () => ({ votes: votes.take(), entrants: entrants.take() }),
  }
}
