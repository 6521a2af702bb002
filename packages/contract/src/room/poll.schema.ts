import { z } from 'zod'
import { Id, Line } from '../common/fields.ts'

/** What a poll may be; seconds it may stand open. */
export const pollLimits = {
  questionCharacters: 80,
  optionCharacters: 30,
  minOptions: 2,
  maxOptions: 4,
  minSeconds: 10,
  maxSeconds: 900,
} as const

/** What viewers are asked, and for how long. */
export const PollQuestion = z.object({
  question: Line(pollLimits.questionCharacters),
  options: z.array(Line(pollLimits.optionCharacters)).min(pollLimits.minOptions).max(pollLimits.maxOptions),
  seconds: z.number().int().min(pollLimits.minSeconds).max(pollLimits.maxSeconds),
})
export type PollQuestion = z.output<typeof PollQuestion>

/** Place of an option in the list of its poll. */
export const PollOption = z
  .number()
  .int()
  .min(0)
  .max(pollLimits.maxOptions - 1)

/** Votes by option. */
const Counts = z.array(z.number().int().min(0))

const real = { seq: z.number().int().min(1), ms: z.number().int() }

/** Opened by the script or the staff, in the place of the one before; `untilMs`: room time. */
export const PollOpened = z.object({
  ...real,
  kind: z.literal('pollOpened'),
  poll: Id,
  question: z.string(),
  options: z.array(z.string()),
  untilMs: z.number().int(),
})
export type PollOpened = z.output<typeof PollOpened>

/** Nobody votes any more: these are the counts for ever. */
export const PollClosed = z.object({ ...real, kind: z.literal('pollClosed'), poll: Id, counts: Counts })
export type PollClosed = z.output<typeof PollClosed>

/** The newest poll of a room and, once it is over, its end. */
export const PollPair = z.object({ opened: PollOpened, closed: PollClosed.optional() })
export type PollPair = z.output<typeof PollPair>

/** Votes so far of a poll that is open; sent with a frame when they changed, at most once a second. */
export const PollVotes = z.object({ poll: Id, counts: Counts })
export type PollVotes = z.output<typeof PollVotes>

/** A viewer's message: votes, or votes for another option while the poll is open. */
export const VoteMessage = z.object({ t: z.literal('vote'), poll: Id, option: PollOption })

/** To one viewer: the vote that stands; `refused`: why one was not counted, what stood before stands on. */
export const VotedFact = z.object({
  t: z.literal('voted'),
  poll: Id,
  option: PollOption.optional(),
  refused: z.string().optional(),
})
