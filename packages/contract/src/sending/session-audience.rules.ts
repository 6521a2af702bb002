/** What is known in one session of a mail box: of the person behind it, or of several who share it. */
export interface SessionFacts {
  /** Signed up for the session, and has not been moved out of it. */
  readonly hasSeat: boolean
  readonly came: boolean
  /** In the room at this moment. */
  readonly isHere: boolean
  /** When they were last in the room, in ms since the session began; null: nobody knows, or not any more. */
  readonly lastMs: number | null
  /** How long they were in the room while the session ran, in ms. */
  readonly stayedMs: number
  /** Paid for an order of the session, or pays for it when it is handed over. */
  readonly bought: boolean
  readonly hasCart: boolean
  /** An order that can still be paid. */
  readonly hasPending: boolean
  /** An order that ran out unpaid. */
  readonly hasExpired: boolean
}

/** Nobody has done anything yet. */
export const noSessionFacts: SessionFacts = {
  hasSeat: false,
  came: false,
  isHere: false,
  lastMs: null,
  stayedMs: 0,
  bought: false,
  hasCart: false,
  hasPending: false,
  hasExpired: false,
}

/** What two people with one mail box did: a letter about it must be right for both. */
export const joinedFacts = (one: SessionFacts, other: SessionFacts): SessionFacts => ({
  hasSeat: one.hasSeat || other.hasSeat,
  came: one.came || other.came,
  isHere: one.isHere || other.isHere,
  lastMs: one.lastMs === null ? other.lastMs : other.lastMs === null ? one.lastMs : Math.max(one.lastMs, other.lastMs),
  stayedMs: Math.max(one.stayedMs, other.stayedMs),
  bought: one.bought || other.bought,
  hasCart: one.hasCart || other.hasCart,
  hasPending: one.hasPending || other.hasPending,
  hasExpired: one.hasExpired || other.hasExpired,
})

/** Parts of a session's people that a sending can go to. */
export const sessionGroups = [
  'all',
  'came',
  'notCame',
  'leftBefore',
  'stayed',
  'bought',
  'notBought',
  'inCart',
  'unpaid',
] as const
export type SessionGroup = (typeof sessionGroups)[number]

/** Groups that need a minute of the session to say whom they mean. */
export const takesMinute = (group: SessionGroup): boolean => group === 'leftBefore' || group === 'stayed'

const minuteMs = 60_000

/** Who is in each group; `minute` counts where the group takes one. */
const holds: Readonly<Record<SessionGroup, (facts: SessionFacts, minute: number) => boolean>> = {
  all: ({ hasSeat }) => hasSeat,
  came: ({ came }) => came,
  notCame: ({ hasSeat, came }) => hasSeat && !came,
  leftBefore: ({ came, isHere, lastMs }, minute) => came && !isHere && lastMs !== null && lastMs < minute * minuteMs,
  stayed: ({ stayedMs }, minute) => stayedMs >= minute * minuteMs,
  bought: ({ bought }) => bought,
  notBought: ({ came, bought }) => came && !bought,
  inCart: ({ hasCart, bought, hasPending }) => hasCart && !bought && !hasPending,
  unpaid: ({ hasPending, hasExpired, bought }) => hasPending || (hasExpired && !bought),
}

/** Whether somebody of whom this is known is in a group; `minute`: whole minutes since the session began. */
export const isInGroup = (group: SessionGroup, facts: SessionFacts, minute: number): boolean =>
  holds[group](facts, minute)

interface SessionTimes {
  /** Epoch ms. */
  readonly beginAtMs: number
  readonly endAtMs: number
  /** Null: it takes place. */
  readonly cancelledAtMs: number | null
}

/**
 * Of the sessions that somebody of a form signed up for, the one that a letter to all of them names: that which runs or
 * begins next, or else the last that was. Undefined: none of them takes place.
 */
export const sessionNamed = <S extends SessionTimes>(sessions: readonly S[], nowMs: number): S | undefined => {
  const standing = sessions
    .filter(({ cancelledAtMs }) => cancelledAtMs === null)
    .toSorted((a, b) => a.beginAtMs - b.beginAtMs)
  return standing.find(({ endAtMs }) => endAtMs > nowMs) ?? standing.at(-1)
}
