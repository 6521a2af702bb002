import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { z } from 'zod'
import type { Platform } from '../../platform/platform.ts'
import type { LetterBatches } from '../letter/letter-batch.service.ts'
import type { NamedSessions } from './named-sessions.ts'
import type { SendingStore } from './sending.store.ts'

export const writeRecipientsJob = 'write-recipients'

/** People of one transaction: so long an embedded database is nobody else's. */
const slice = 1_000

/**
 * Makes recipients of a sending's people, slice by slice. Each slice is written with how far it reaches, so that one
 * which is cut off goes on where it was; the recipients' keys keep anybody from being written twice.
 */
export const defineWriteRecipients = ({
  platform: { db, jobs, clock },
  store,
  batches,
  sessions,
}: {
  readonly platform: Pick<Platform, 'db' | 'jobs' | 'clock'>
  readonly store: SendingStore
  readonly batches: LetterBatches
  readonly sessions: Pick<NamedSessions, 'written'>
}): void =>
  jobs.define(
    writeRecipientsJob,
    { schema: z.object({ id: z.guid() }), retryLimit: 10, expireSeconds: 3600 },
    async ({ id }) => {
      const sending = await store.whole(id)
      if (!sending || sending.waiting === null) return
      const { firmId, firmName, channel, contents, waiting, scheduledAt } = sending
      const batch = { letterId: id, firmId, firmName, channel, contents, type: letterTypes.freeText }
      let from = sending.written
      while (from < waiting.length) {
        // Before the transaction: links are made of rows of their own, each once.
        const people = await sessions.written(firmId, contents, waiting.slice(from, from + slice))
        // Of numbers points say how many a firm writes to.
        const held =
          channel === 'sms'
            ? new Set<string>()
            : await batches.heldAmong(
                firmId,
                people.map(({ to }) => to),
              )
        const next = await db.transaction(async (tx) => {
          const now = await store.lock(id, tx)
          if (!now || now.stoppedAt !== null) return waiting.length
          // Another has written on meanwhile: from there.
          if (now.written !== from) return now.written
          const dueAt = scheduledAt !== null && scheduledAt > clock.now() ? scheduledAt : clock.now()
          await batches.add(tx, batch, people, { held, dueAt })
          await store.setWritten(id, from + people.length, tx)
          return from + people.length
        })
        from = next
      }
      await db.transaction(async (tx) => {
        const now = await store.lock(id, tx)
        if (now) await store.end(id, now.stoppedAt, tx)
      })
    },
  )
