import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/log/log.ts'
import type { MailTransport } from '../../platform/ports/mail.ts'
import { sendLettersJob } from './letter.service.ts'
import type { LetterStore } from './letter.store.ts'
import type { LetterRow } from './letter.tables.ts'

/** As many are between 'handing' and their outcome: at most so many can become 'unknown' by a crash. */
const groupSize = 10
const leaseMs = 2 * 60_000
const maxAttempts = 6
const retryAfterMs = 60_000

export interface SendDeps {
  readonly store: LetterStore
  readonly jobs: Jobs
  readonly clock: Clock
  readonly mail: MailTransport
  /** Where answers to a firm's letters go; empty: nowhere. */
  readonly replyTo: (firmId: string) => Promise<string>
  /** Whether the address is the recipient's no more: it was mistyped and corrected since the letter was queued. */
  readonly isOutdated: (letter: Pick<LetterRow, 'firmId' | 'key' | 'toAddress'>) => Promise<boolean>
  readonly log: Log
  /** Makes held letters due that may go by now. */
  readonly releaseHeld: () => Promise<void>
}

/**
 * Hands queued letters to the transport: 'handing' is committed first, each outcome is written, and what a crash leaves
 * in 'handing' becomes 'unknown' and is not sent again by itself. So no letter is lost and none goes twice.
 */
export const defineSendLetters = ({
  store,
  jobs,
  clock,
  mail,
  replyTo,
  isOutdated,
  log,
  releaseHeld,
}: SendDeps): void => {
  const hand = async (letter: LetterRow): Promise<void> => {
    try {
      if (await isOutdated(letter))
        return await store.settle(letter.firmId, letter.id, { state: 'skipped', problem: '', leaseUntil: null })
      const answersTo = await replyTo(letter.firmId)
      const sent = await mail.send({
        id: letter.id,
        to: letter.toAddress,
        fromName: letter.fromName,
        subject: letter.subject,
        html: letter.html,
        text: letter.text,
        ...(answersTo === '' ? {} : { headers: { 'Reply-To': answersTo } }),
        ...(letter.calendar === ''
          ? {}
          : {
              attachments: [
                { fileName: 'live.ics', contentType: 'text/calendar; charset=utf-8', content: letter.calendar },
              ],
            }),
      })
      if (sent.outcome === 'handed')
        return await store.settle(letter.firmId, letter.id, {
          state: 'sent',
          transport: mail.name,
          reference: sent.reference,
          sentAt: clock.now(),
          leaseUntil: null,
        })
      const again = !sent.permanent && letter.attempts < maxAttempts
      await store.settle(letter.firmId, letter.id, {
        state: again ? 'queued' : 'failed',
        transport: mail.name,
        problem: sent.reason,
        leaseUntil: null,
        dueAt: new Date(clock.ms() + retryAfterMs * letter.attempts),
      })
    } catch (error) {
      log.warn({ err: error, letterId: letter.id }, 'nobody can say whether a letter was handed over')
      await store.settle(letter.firmId, letter.id, { state: 'unknown', transport: mail.name, leaseUntil: null })
    }
  }

  const sendDue = async (): Promise<void> => {
    for (;;) {
      const letters = await store.take(clock.now(), new Date(clock.ms() + leaseMs), groupSize)
      if (letters.length === 0) return
      await Promise.all(letters.map(hand))
    }
  }

  jobs.define(sendLettersJob, { schema: z.object({}), retryLimit: 3, expireSeconds: 3600 }, sendDue)
  jobs.every('letters-due', 30, async () => {
    const lost = await store.loseLeases(clock.now())
    if (lost > 0) log.warn({ lost }, 'letters whose worker died are unknown now')
    await releaseHeld()
    await sendDue()
  })
}
