import { letterTypes } from './letter.rules.ts'

const minuteMs = 60_000

/** How long after a session has ended its people are reminded of what is in their carts. */
export const cartLeftAfterMs = 60 * minuteMs
/** So late such a letter is still begun, where nothing ran when it was due. */
export const cartLeftLateMs = 11 * 60 * minuteMs

/** The letters that a firm chooses for all its sessions, orders and products, with the letterTemplateType of each. */
export const automaticTypes = {
  keepSeat: letterTypes.signupNotice,
  liveNotice: letterTypes.liveNotice,
  liveBegins: letterTypes.liveBegins,
  orderNotice: letterTypes.orderNotice,
  paidNotice: letterTypes.paidNotice,
  cartLeft: letterTypes.cartLeft,
  restocked: letterTypes.restocked,
  saleBegins: letterTypes.saleBegins,
  partnerInvited: letterTypes.associationNotice,
  partnerLinkChanged: letterTypes.associationUrlChanged,
  partnerPassword: letterTypes.associationPassword,
} as const
export type AutomaticLetter = keyof typeof automaticTypes

/** Those without which somebody waits for a link in vain: a firm chooses their text, and can't have them not go. */
export const certainLetters = [
  'keepSeat',
  'partnerInvited',
  'partnerLinkChanged',
  'partnerPassword',
] as const satisfies AutomaticLetter[]
/** Whether a letter always goes. */
export const isCertain = (name: AutomaticLetter): boolean =>
  (certainLetters as readonly AutomaticLetter[]).includes(name)

/** How long before a session begins its people may be reminded, in minutes: a day, an hour, ten minutes. */
export const noticeMinutes = [1440, 60, 10] as const

/** What a session's letters by the clock depend on. Epoch ms. */
interface SessionPlan {
  readonly beginAtMs: number
  readonly endAtMs: number
  /** When it was last given another begin; null: never. */
  readonly movedAtMs: number | null
  /** Minutes before the begin, in any order; 0 is the begin itself. */
  readonly minutes: readonly number[]
}

/** A letter that is due by the clock. */
export interface DueStep {
  /** Before the begin; 0: the session begins. */
  readonly minutes: number
  /** Who has a seat since then at the latest gets it: who came later knows the time from the sign-up. */
  readonly dueAtMs: number
}

/**
 * The one letter of a session that is due now and still true. A reminder is true until the next one is due or the session
 * begins, and "it begins" until it is over, so that a clock that jumps sends the newest alone. What was due before the
 * session was moved is not: the letter about the move has said the time.
 */
export const dueStep = (
  { beginAtMs, endAtMs, movedAtMs, minutes }: SessionPlan,
  nowMs: number,
): DueStep | undefined => {
  if (nowMs >= endAtMs) return undefined
  const due = minutes
    .map((each) => ({ minutes: each, dueAtMs: beginAtMs - each * minuteMs }))
    .filter(({ dueAtMs }) => dueAtMs <= nowMs)
    .toSorted((a, b) => b.dueAtMs - a.dueAtMs)[0]
  if (due === undefined || (due.minutes > 0 && nowMs >= beginAtMs)) return undefined
  return movedAtMs !== null && movedAtMs > due.dueAtMs ? undefined : due
}

/** The minutes before the begin at which letters go, as a firm has chosen; 0 is the begin itself. */
export const stepsOf = ({
  liveNotice,
  liveNoticeMinutes,
  liveBegins,
}: {
  readonly liveNotice: string
  readonly liveNoticeMinutes: readonly number[]
  readonly liveBegins: string
}): number[] => [...(liveNotice === 'none' ? [] : liveNoticeMinutes), ...(liveBegins === 'none' ? [] : [0])]

/** Where a letter by the clock stands: its time is to come, it was opened, or it was due before it could go. */
export type StepState = 'planned' | 'opened' | 'tooLate'

/** Each letter by the clock of a session in the order of their times, and where it stands. */
export const planOf = (
  plan: SessionPlan,
  isOpened: (minutes: number) => boolean,
  nowMs: number,
): (DueStep & { readonly state: StepState })[] => {
  const due = dueStep(plan, nowMs)?.minutes
  return plan.minutes
    .toSorted((a, b) => b - a)
    .map((minutes) => {
      const dueAtMs = plan.beginAtMs - minutes * minuteMs
      if (isOpened(minutes)) return { minutes, dueAtMs, state: 'opened' }
      return { minutes, dueAtMs, state: dueAtMs > nowMs || minutes === due ? 'planned' : 'tooLate' }
    })
}

/** Whether a letter that waited may still leave: its session begins as it says, and it would not come too late. */
export const isStillTrue = (
  letter: { readonly minutes: number; readonly beginAtMs: number },
  session: { readonly beginAtMs: number; readonly endAtMs: number; readonly cancelledAtMs: number | null } | undefined,
  nowMs: number,
): boolean =>
  session !== undefined &&
  session.cancelledAtMs === null &&
  session.beginAtMs === letter.beginAtMs &&
  nowMs < (letter.minutes > 0 ? session.beginAtMs : session.endAtMs)
