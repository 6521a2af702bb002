import { z } from 'zod'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/log/log.ts'
import type { SendOutcome } from '../../platform/ports/mail.ts'
import { createSemaphore } from '../../platform/limits/semaphore.ts'
import { together } from '../../platform/together.ts'
import { createLetterClaims } from './claim-letters.ts'
import type { LetterNoticeStore } from './letter-notice.store.ts'
import { type LetterQueueStore, type Outcome, platformSender, type Recipient } from './letter-queue.store.ts'
import { nextTryAfterMs } from './next-try.ts'
import { createPrepareLetter, type Handover, type PrepareDeps } from './prepare-letter.ts'
import { createTransportPauses, probeEveryMs } from './transport-pauses.ts'
import { type FirmSender, type LetterTransports, transportNameOf } from './transports.ts'

export const sendLettersJob = 'send-letters'

/** Longer than any transport takes for one letter. */
const handingLeaseMs = 2 * 60_000
/** Staff reads it in the log beside what mail servers say. */
const stopped = '之前寄到這個地址的信被退回或檢舉 Earlier letters to this address bounced or were reported'

export interface SendDeps extends PrepareDeps {
  readonly store: LetterQueueStore
  readonly jobs: Jobs
  readonly transports: LetterTransports
  readonly notices: Pick<LetterNoticeStore, 'unreachable'>
  readonly senderOf: (firmId: string) => Promise<FirmSender | undefined>
  readonly log: Log
  /** Gives points of text messages back that did not leave. */
  readonly givePointsBack: () => Promise<void>
  /** Makes held letters due that may go by now. */
  readonly releaseHeld: () => Promise<void>
}

/** What a lane has come to: how its last letter ended, and the one that it hands over next. */
interface Turn {
  readonly settled: Outcome | undefined
  readonly begun: (Recipient & Pick<Handover, 'read'>) | undefined
}

/**
 * Hands queued letters to the transport. A worker takes some of every firm that has any, and hands them over in as many lanes
 * as the transport takes letters at once. 'handing' is committed before the transport is called, of one letter in each lane,
 * and with it how the lane's last one ended; what a crash leaves in 'handing' becomes 'unknown' and is not sent again by
 * itself. So no letter is lost and none goes twice.
 */
export const defineSendLetters = (deps: SendDeps): void => {
  const { store, content, jobs, clock, log } = deps
  const turn = together((turns: readonly Turn[]) =>
    store.turn({
      settled: turns.flatMap(({ settled }) => settled ?? []),
      begun: turns.flatMap(({ begun }) => begun ?? []),
      now: clock.now(),
      leaseUntil: new Date(clock.ms() + handingLeaseMs),
    }),
  )
  const pauses = createTransportPauses({ clock, log })
  const prepare = createPrepareLetter(deps)
  const { sendersOf, claim, size } = createLetterClaims({ ...deps, pauses })

  const outcomeOf = (recipient: Recipient, transport: string, sent: SendOutcome): Outcome => {
    const { id } = recipient
    const attempts = recipient.attempts + 1
    const plain = { id, transport, reference: '', problem: '', attempts, sentAt: null, dueAt: null, wrong: null }
    if (sent.outcome === 'handed') return { ...plain, state: 'sent', reference: sent.reference, sentAt: clock.now() }
    const problem = sent.reason
    const again = { ...plain, state: 'queued' as const, problem }
    // Nobody has looked at the letter: it was no try of it. It goes behind the others, so that each probe is another letter.
    if (sent.isAway === true)
      return { ...again, attempts: recipient.attempts, dueAt: new Date(clock.ms() + probeEveryMs) }
    const waitMs = sent.permanent ? undefined : nextTryAfterMs(attempts)
    if (waitMs === undefined) return { ...plain, state: 'failed', wrong: 'failed', problem }
    return { ...again, wrong: 'retried', dueAt: new Date(clock.ms() + waitMs) }
  }

  /** How the letter ended that 'handing' stands for. */
  const hand = (recipient: Recipient, { transport, concurrency, pausedAs, send }: Handover): Promise<Outcome> =>
    send().then(
      (outcome) => {
        if (outcome.outcome === 'refused' && outcome.isAway === true)
          pauses.missed(pausedAs, { concurrency, reason: outcome.reason })
        else pauses.reached(pausedAs)
        return outcomeOf(recipient, transport, outcome)
      },
      (error: unknown): Outcome => {
        log.warn({ err: error, letterId: recipient.id }, 'nobody can say whether a letter was handed over')
        const { id } = recipient
        const attempts = recipient.attempts + 1
        const plain = { id, transport, reference: '', problem: '', attempts, sentAt: null, dueAt: null }
        return { ...plain, state: 'unknown', wrong: 'unknown' }
      },
    )

  /** Due letters, and what is asked of all of them at once. */
  const take = async () => {
    const from = await store.senders()
    const claimed = from.length === 0 ? [] : await claim(from)
    const [letters, senders, unreachable] = await Promise.all([
      content.letters([...new Set(claimed.map(({ letterId }) => letterId))]),
      sendersOf(claimed.map(({ firmId }) => firmId ?? platformSender)),
      deps.notices.unreachable(claimed),
    ])
    return { claimed, letters, senders, unreachable }
  }

  /** As many lanes of each transport as it takes letters at once, whichever of what was taken they began with. */
  const lanes = new Map<string, ReturnType<typeof createSemaphore>>()
  const lanesOf = (pausedAs: string, most: number) => {
    const known = lanes.get(pausedAs) ?? createSemaphore(most)
    lanes.set(pausedAs, known)
    return known
  }

  /** `begun`: no letter is left that no lane has taken. `done`: how each ended is written. */
  const handAll = ({ claimed, letters, senders, unreachable }: Awaited<ReturnType<typeof take>>) => {
    /** Undefined: the letter is not handed over. Where that is settled nowhere, the leases say what becomes of it. */
    const prepared = async (recipient: Recipient): Promise<Handover | undefined> => {
      try {
        if (unreachable.has(recipient.id)) {
          await store.drop(recipient, { state: 'skipped', problem: stopped, now: clock.now() })
          return undefined
        }
        const from = senders.get(recipient.firmId ?? platformSender)
        return from && (await prepare(recipient, letters.get(recipient.letterId), from))
      } catch (error) {
        log.error({ err: error, letterId: recipient.id }, 'a letter could not be prepared')
        return undefined
      }
    }
    /** Whether the next letter is this lane's to hand over. */
    const turnOf = async ({ settled, begun }: Turn): Promise<boolean> => {
      if (!settled && !begun) return false
      try {
        return (await turn({ settled, begun })).has(begun?.id ?? '')
      } catch (error) {
        // The transport was not called, or the outcome could not be written: the leases say what becomes of the letters.
        log.error({ err: error, letterIds: [settled?.id, begun?.id] }, 'a letter could not be begun or settled')
        return false
      }
    }
    // Each transport has as many at once as it takes, and one where it is away.
    const groups = Map.groupBy(claimed, (recipient) => {
      const by = senders.get(recipient.firmId ?? platformSender)?.by
      return by ? transportNameOf(by, recipient) : ''
    })
    const handGroup = ([pausedAs, all]: [string, Recipient[]]) => {
      const [first] = all
      const by = senders.get(first?.firmId ?? platformSender)?.by
      const transport = first?.channel === 'sms' ? by?.sms : by?.mail
      const waiting: Recipient[] = []
      const most = transport?.concurrency ?? 1
      const left = all.values()
      const begun = Promise.withResolvers<void>()
      const lane = async (): Promise<void> => {
        let settled: Outcome | undefined
        for (const recipient of left) {
          if (pauses.stateOf(pausedAs) === 'closed') {
            waiting.push(recipient)
            continue
          }
          const handover = await prepared(recipient)
          const isOurs = await turnOf({ settled, begun: handover && { ...recipient, read: handover.read } })
          settled = handover && isOurs ? await hand(recipient, handover) : undefined
        }
        begun.resolve()
        await turnOf({ settled, begun: undefined })
      }
      const used = Math.min(pauses.stateOf(pausedAs) === 'open' ? most : 1, all.length)
      const done = Promise.all(Array.from({ length: used }, () => lanesOf(pausedAs, most)(lane)))
      const released = done.then(() => (waiting.length > 0 ? store.release(waiting) : undefined))
      return { begun: begun.promise, done: released }
    }
    const under = [...groups].map(handGroup)
    return {
      begun: Promise.all(under.map(({ begun }) => begun)),
      done: Promise.all(under.map(({ done }) => done)).then(() => deps.givePointsBack()),
    }
  }

  const sendDue = async (): Promise<void> => {
    let before: Promise<unknown> = Promise.resolve()
    for (let taken = await take(); taken.claimed.length > 0; ) {
      // Where there are many, the next are taken while these are handed over, and a lane that has none left begins with them:
      // a letter that takes long holds no others up.
      const ahead = taken.claimed.length < size / 2 ? undefined : take()
      ahead?.catch(() => {})
      const { begun, done } = handAll(taken)
      before = Promise.all([before, done])
      before.catch(() => {})
      try {
        await (ahead ? Promise.race([begun, before]) : before)
      } catch (error) {
        // They are due again at once, not when their lease ends.
        await ahead?.then(({ claimed }) => store.release(claimed)).catch(() => {})
        throw error
      }
      const next = await ahead
      if (!next || next.claimed.length === 0) await before
      taken = next && next.claimed.length > 0 ? next : await take()
    }
  }

  // One round at a time in a process, so that no more letters are in flight than the transport takes. Who asks while one
  // runs gets another after it: its first look may have been too early.
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  const send = (): Promise<void> => {
    if (next) return next
    const begun = (running ?? Promise.resolve())
      .catch(() => {})
      .then(() => {
        next = undefined
        running = begun
        return sendDue()
      })
      .finally(() => {
        if (running === begun) running = undefined
      })
    next = begun
    return begun
  }

  jobs.define(sendLettersJob, { schema: z.object({}), retryLimit: 3, expireSeconds: 3600 }, send)
  jobs.every('letters-due', 30, async () => {
    const lost = await store.loseLeases(clock.now())
    if (lost > 0) log.warn({ lost }, 'letters whose worker died are unknown now')
    await deps.givePointsBack()
    await deps.releaseHeld()
    await send()
  })
}
