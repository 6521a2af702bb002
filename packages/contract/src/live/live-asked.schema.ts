import { z } from 'zod'
import { GiveawayOffer } from '../room/giveaway.schema.ts'
import { PollQuestion } from '../room/poll.schema.ts'
import { RowId } from './script-row.schema.ts'

/** Seconds from the begin of a live. */
const at = z.number().min(0).max(86_400)

/** A poll that the script opens at a second. */
export const LivePoll = PollQuestion.extend({ id: RowId, at })
export type LivePoll = z.output<typeof LivePoll>

/** What simulated hearts may be: how many, over how many seconds. */
export const scriptedHearts = { maxCount: 10_000, maxSeconds: 600 } as const
export const HeartsOverTime = z.object({
  count: z.number().int().min(1).max(scriptedHearts.maxCount),
  seconds: z.number().int().min(1).max(scriptedHearts.maxSeconds),
})

/** Simulated hearts that fly from a second on. */
export const LiveHearts = HeartsOverTime.extend({ id: RowId, at })

/** A giveaway that the script opens at a second. */
export const LiveGiveaway = GiveawayOffer.extend({ id: RowId, at })
export type LiveGiveaway = z.output<typeof LiveGiveaway>

/** How many of each a live may hold. */
export const askedMax = 100
