import type { RecipientState } from './letter.rules.ts'

/** What a provider says of a letter that it took. */
export const letterEvents = ['delivery', 'open', 'click', 'bounce', 'complaint'] as const
export type LetterEvent = (typeof letterEvents)[number]

/** What goes wrong with a letter before it is handed over. */
export const letterProblems = [
  /** It goes again by itself. */
  'retried',
  'failed',
  /** Nobody knows whether it left. */
  'unknown',
  /** No transport was asked. */
  'skipped',
] as const
export type LetterProblem = (typeof letterProblems)[number]

/** What happened to a letter on its way to one person, in the order in which it can. */
export const letterHistory = [
  'queued',
  /** With the built-in text: the firm's own lacked a value. */
  'builtIn',
  /** Again, after it had failed. */
  'resent',
  ...letterProblems,
  /** Handed over. */
  'sent',
  'delivered',
  'opened',
  'clicked',
  'bounced',
  'complained',
] as const
export type LetterHistory = (typeof letterHistory)[number]

/** As it stands in the history of a letter. */
export const historyOf = {
  delivery: 'delivered',
  open: 'opened',
  click: 'clicked',
  bounce: 'bounced',
  complaint: 'complained',
} as const satisfies Record<LetterEvent, LetterHistory>

/** Each step of a letter includes those before it: who has clicked has opened, whatever order the notices come in. */
const steps: readonly RecipientState[] = ['sent', 'delivered', 'opened', 'clicked']
/** Handed over, or maybe so: what the provider says of one settles it. */
const unsettled: readonly RecipientState[] = ['handing', 'unknown']

const reachedBy = { delivery: 'delivered', open: 'opened', click: 'clicked' } as const satisfies Partial<
  Record<LetterEvent, RecipientState>
>

/**
 * The state of a letter after a notice; undefined: it changes nothing, for it is older than what is known. One that came
 * back stays so, and one that was opened has not come back. A complaint says that it arrived.
 */
export const stateAfter = (state: RecipientState, event: LetterEvent): RecipientState | undefined => {
  if (unsettled.includes(state)) {
    if (event === 'bounce') return 'bounced'
    return event === 'complaint' ? 'delivered' : reachedBy[event]
  }
  const at = steps.indexOf(state)
  if (at < 0) return undefined
  if (event === 'bounce') return state === 'sent' || state === 'delivered' ? 'bounced' : undefined
  const reached = event === 'complaint' ? 'delivered' : reachedBy[event]
  return steps.indexOf(reached) > at ? reached : undefined
}

/**
 * Whether a letter that came back says that nobody ever gets one at that address. A full mailbox or a busy server (codes
 * that begin with 4) says nothing of the next letter; without a code the provider has given up, after all its own tries.
 */
export const isHardBounce = (reason: string): boolean => !/\b4(?:\d\d\b|\.\d{1,3}\.\d{1,3}\b)/.test(reason)
