import type { Platform } from '../../platform/platform.ts'
import type { GatewayWords } from './gateway-words.ts'
import type { PaymentStore, WaitingNotice } from './payment.store.ts'

/** How many are applied at once: an evening's rush must leave connections to those who are still choosing. */
const atOnce = 6
const sweepBatch = 100
/** Younger ones are being applied by the process that took them. */
const sweepAfterMs = 5_000

export interface NoticesNeeds extends Pick<Platform, 'clock' | 'log'> {
  readonly store: PaymentStore
  readonly words: GatewayWords
}

/**
 * Applies notices that are kept already: at once in the process that took them, without a turn in the job queue. What
 * it could not apply, because it died or the database was away, the worker's sweep finds.
 */
export const createNotices = ({ clock, log, store, words }: NoticesNeeds) => {
  const waiting: WaitingNotice[] = []
  const running = new Set<Promise<void>>()

  /** Once, whoever else tries. */
  const apply = ({ id, gateway, says }: WaitingNotice): Promise<void> =>
    words.apply(gateway, says, async (on, outcome) => {
      const first = await store.setApplied(id, clock.now(), outcome, on)
      // What this transaction did is undone: the other one's counts.
      if (!first) throw new Error('payment: this notice was applied by somebody else meanwhile')
    })

  /** Whatever happens, the notice is kept, and applied by the sweep at the latest. */
  const applyQuietly = (notice: WaitingNotice): Promise<void> =>
    apply(notice).catch((error: unknown) => log.warn({ err: error, notice: notice.id }, 'a notice waits for the sweep'))

  const next = (): void => {
    const notice = running.size < atOnce ? waiting.shift() : undefined
    if (!notice) return
    const run = applyQuietly(notice).finally(() => {
      running.delete(run)
      next()
    })
    running.add(run)
  }

  return {
    applySoon: (notice: WaitingNotice): void => {
      waiting.push(notice)
      next()
    },
    /** Applies what was left behind; one that can't be applied doesn't keep the others waiting. */
    applyWaiting: async (): Promise<void> => {
      for (const notice of await store.waitingNotices(new Date(clock.ms() - sweepAfterMs), sweepBatch)) {
        await applyQuietly(notice)
      }
    },
    idle: async (): Promise<void> => {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
