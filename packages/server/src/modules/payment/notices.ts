import type { Platform } from '../../platform/platform.ts'
import type { GatewayMessages } from './gateway-messages.ts'
import type { PaymentStore, WaitingNotice } from './payment.store.ts'
import type { PaymentRow } from './payment.tables.ts'

/** How many are applied at once: an evening's rush must leave connections to those who are still choosing. */
const atOnce = 6
/** Kept in memory; more are left to the sweep. */
const waitingMax = 5_000
const sweepBatch = 100
/** Younger ones are being applied by the process that took them. */
const sweepAfterMs = 5_000

export interface NoticesDeps extends Pick<Platform, 'clock' | 'log'> {
  readonly store: PaymentStore
  readonly words: GatewayMessages
}

/**
 * Applies notices that are kept already: at once in the process that took them, without a turn in the job queue. What
 * it could not apply, because it died or the database was away, the worker's sweep finds.
 */
export const createNotices = ({ clock, log, store, words }: NoticesDeps) => {
  const waiting: { notice: WaitingNotice; payment: PaymentRow | undefined }[] = []
  const running = new Set<Promise<void>>()

  /** Once, whoever else tries. */
  const apply = ({ id, says }: WaitingNotice, payment: PaymentRow | undefined): Promise<void> =>
    words.apply(says, payment, async (on, outcome) => {
      const first = await store.setApplied(id, clock.now(), outcome, on)
      // What this transaction did is undone: the other one's counts.
      if (!first) throw new Error('payment: this notice was applied by somebody else meanwhile')
    })

  /** Whatever happens, the notice is kept, and applied by the sweep at the latest. */
  const applyQuietly = (notice: WaitingNotice, payment: PaymentRow | undefined): Promise<void> =>
    apply(notice, payment).catch((error: unknown) =>
      log.warn({ err: error, notice: notice.id }, 'a notice waits for the sweep'),
    )

  const next = (): void => {
    const first = running.size < atOnce ? waiting.shift() : undefined
    if (!first) return
    const run = applyQuietly(first.notice, first.payment).finally(() => {
      running.delete(run)
      next()
    })
    running.add(run)
  }

  return {
    /** `payment`: the one that the notice speaks of, if there is one. */
    applySoon: (notice: WaitingNotice, payment: PaymentRow | undefined): void => {
      if (waiting.length >= waitingMax) return
      waiting.push({ notice, payment })
      next()
    },
    /** Applies what was left behind; one that can't be applied doesn't keep the others waiting. */
    applyWaiting: async (): Promise<void> => {
      for (const notice of await store.waitingNotices(new Date(clock.ms() - sweepAfterMs), sweepBatch)) {
        await applyQuietly(notice, await store.byReference(notice.gateway, notice.says.reference))
      }
    },
    idle: async (): Promise<void> => {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
