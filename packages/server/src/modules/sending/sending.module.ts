import { fail } from '@kaimai/contract/common/error.ts'
import { common, withValues } from '@kaimai/contract/common/error-text.ts'
import { offsetOf, type Page, pageAt } from '@kaimai/contract/common/page.ts'
import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { sendingErrors } from '@kaimai/contract/sending/sending.errors.ts'
import type {
  Sending,
  SendingAudience,
  SendingBody,
  SendingPreview,
  sendingRoutes,
} from '@kaimai/contract/sending/sending.routes.ts'
import { marketingTime, type SendingState } from '@kaimai/contract/sending/sending.rules.ts'
import { takesMinute } from '@kaimai/contract/sending/session-audience.rules.ts'
import type { z } from 'zod'
import type { Actor } from '../../platform/audit/audit.ts'
import type { Executor } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import type { FirmService } from '../firm/firm.service.ts'
import type { BatchCounts } from '../letter/letter-batch.service.ts'
import type { LetterService } from '../letter/letter.service.ts'
import { type ChoosePeopleDeps, createChoosePeople } from './choose-people.ts'
import { createNamedSessions, type NamedSessionsDeps } from './named-sessions.ts'
import { createSendingTexts, lackingError, lackingOf, type Said, type SendingTextDeps } from './sending-text.ts'
import { createSendingStore, type ListedSending } from './sending.store.ts'
import { defineWriteRecipients, writeRecipientsJob } from './write-recipients.ts'

export interface SendingDeps
  extends Omit<ChoosePeopleDeps, 'bounced' | 'clock'>,
    Omit<NamedSessionsDeps, 'liveReader'> {
  readonly platform: Platform
  readonly letters: Pick<LetterService, 'batches' | 'smsBatches'>
  readonly firms: Pick<FirmService, 'publicFirm'>
  readonly contentsOf: SendingTextDeps['contentsOf']
}

const nobody: BatchCounts = { waiting: 0, sent: 0, failed: 0, skipped: 0, unknown: 0, resendable: 0 }

const stateOf = (row: ListedSending, counts: BatchCounts, nowMs: number): SendingState => {
  if (row.stoppedAt !== null) return 'stopped'
  if (row.written < row.people || counts.waiting > 0)
    return row.scheduledAt !== null && row.scheduledAt.getTime() > nowMs ? 'scheduled' : 'sending'
  return counts.unknown > 0 ? 'unsure' : 'sent'
}

/** What merchants send to many: an audience is counted, made, stopped, and seen on its way. */
export const createSendingModule = ({ platform, letters, firms, contentsOf, ...deps }: SendingDeps) => {
  const { db, clock, jobs, audit } = platform
  const { batches, smsBatches } = letters
  const store = createSendingStore(db)
  const choose = createChoosePeople({ ...deps, clock, bounced: batches.bouncedAmong })
  const texts = createSendingTexts({ contentsOf, sms: smsBatches })
  const sessions = createNamedSessions(deps)
  defineWriteRecipients({ platform, store, batches, sessions })

  const missingTenths = async (firmId: string, tenths: number, on?: Executor): Promise<number> =>
    tenths <= 0 ? 0 : Math.max(0, tenths - (await smsBatches.balance(firmId, on)))

  /** Throws `balanceTooLow`, in words. */
  const requirePoints = async (firmId: string, tenths: number, on?: Executor): Promise<void> => {
    const missing = await missingTenths(firmId, tenths, on)
    if (missing > 0)
      throw fail('balanceTooLow', {
        reason: withValues(sendingErrors.sendingPointsMissing, { points: missing / 10 }),
        details: { missingTenths: missing },
      })
  }

  const present = async (firmId: string, rows: readonly ListedSending[]): Promise<z.input<typeof Sending>[]> => {
    const counts = await batches.counts(
      firmId,
      rows.map(({ id }) => id),
    )
    return rows.map((row) => {
      const of = counts.get(row.id) ?? nobody
      // Who is no recipient yet waits as well.
      const waiting = of.waiting + (row.stoppedAt === null ? row.people - row.written : 0)
      return {
        id: row.id,
        title: row.title,
        channel: row.channel,
        audience: row.audience,
        who: row.who,
        minute: row.minute,
        consent: row.consent,
        people: row.people,
        dropped: row.dropped,
        state: stateOf(row, of, clock.ms()),
        scheduledAt: row.scheduledAt?.toISOString() ?? null,
        stoppedAt: row.stoppedAt?.toISOString() ?? null,
        createdAt: row.createdAt.toISOString(),
        counts: { ...of, waiting },
      }
    })
  }

  /** Throws `noData`. */
  const show = async (firmId: string, id: string): Promise<z.input<typeof Sending>> => {
    const row = await store.find(firmId, id)
    const [sending] = row ? await present(firmId, [row]) : []
    if (!sending) throw fail('noData')
    return sending
  }

  return {
    show,

    list: async (
      firmId: string,
      query: z.output<typeof sendingRoutes.list.query>,
    ): Promise<Page<z.input<typeof Sending>>> => {
      const offset = offsetOf(query.cursor)
      const { rows, total } = await store.list(firmId, { limit: query.limit, offset })
      return pageAt(await present(firmId, rows), total, offset)
    },

    preview: async (
      firmId: string,
      body: Said & { readonly audience: SendingAudience },
    ): Promise<z.input<typeof SendingPreview>> => {
      const { channel, audience } = body
      const text = await texts.read(firmId, body)
      const { people: chosen, dropped } = await choose(firmId, audience, channel)
      const people = text ? await sessions.counted(firmId, text.contents, chosen) : chosen
      const { name } = await firms.publicFirm(firmId)
      const lacking = text ? lackingOf(text, people, name) : []
      // What somebody's message costs is known once it has all its values.
      const price =
        channel === 'sms' && text && lacking.length === 0 ? await texts.price(firmId, channel, text, people) : undefined
      return {
        people: people.length,
        dropped,
        lacking,
        leavesAt: new Date(marketingTime(clock.ms())).toISOString(),
        sms: price
          ? {
              tenths: price.tenths,
              mostSegments: price.mostSegments,
              missingTenths: await missingTenths(firmId, price.tenths),
            }
          : null,
      }
    },

    /**
     * Its people are chosen now, also of one that is scheduled. Throws `invalid` where nobody is left or lacks a value, and
     * `balanceTooLow` where points of text messages are missing.
     */
    create: async (firmId: string, body: SendingBody, by: Actor): Promise<z.input<typeof Sending>> => {
      const { title, audience, channel } = body
      const text = await texts.read(firmId, body)
      if (!text) throw fail('invalid', { fields: { letterTemplateId: common.required } })
      const { people: chosen, dropped } = await choose(firmId, audience, channel)
      if (chosen.length === 0) throw fail('invalid', { fields: { audience: sendingErrors.sendingNobody } })
      const { name: firmName } = await firms.publicFirm(firmId)
      const counted = await sessions.counted(firmId, text.contents, chosen)
      const [lacking] = lackingOf(text, counted, firmName)
      if (lacking) throw fail('invalid', { fields: { [text.fieldOf('zh-TW')]: lackingError(lacking) } })
      const { people, tenths } = await texts.price(firmId, channel, text, counted)
      await requirePoints(firmId, tenths)
      const scheduledAt = body.scheduledAt === null ? null : new Date(body.scheduledAt)
      const { contents } = text
      const id = await db.transaction(async (tx) => {
        const opened = await batches.open(tx, {
          firmId,
          firmName,
          channel,
          type: letterTypes.freeText,
          contents,
          scheduledAt,
        })
        // Whoever took points meanwhile is met here; then nothing of this stays.
        await smsBatches.reserve(tx, firmId, opened, tenths)
        await store.insert(
          {
            id: opened,
            firmId,
            title,
            channel,
            audience: audience.kind,
            who: audience.kind === 'session' ? audience.who : null,
            minute: (audience.kind === 'session' && takesMinute(audience.who) ? audience.minute : undefined) ?? null,
            consent: 'consent' in audience ? audience.consent : '',
            firmName,
            contents,
            // What is said of a session is written as each gets it.
            waiting: people.map((person) => ({ ...person, values: undefined })),
            people: people.length,
            written: 0,
            dropped,
            scheduledAt,
            stoppedAt: null,
            createdAt: clock.now(),
          },
          tx,
        )
        await audit.record(tx, by, 'letter.send', { id: opened, name: title }, { people: people.length })
        await jobs.enqueue(writeRecipientsJob, { id: opened }, { on: tx, key: opened })
        return opened
      })
      return show(firmId, id)
    },

    /**
     * A new round to those whose letter failed. Throws `noData`, `conflict` for one that was stopped or whose text must not be
     * sent any more, and `balanceTooLow` where points of text messages are missing.
     */
    resend: async (firmId: string, id: string, by: Actor): Promise<z.input<typeof Sending>> => {
      await db.transaction(async (tx) => {
        const sending = await store.lock(id, tx)
        if (!sending || sending.firmId !== firmId) throw fail('noData')
        if (sending.stoppedAt !== null) throw fail('conflict', { reason: sendingErrors.sendingStopped })
        const { channel, contents } = sending
        const tenthsOf = channel === 'sms' ? await smsBatches.priceAgain(firmId, contents, tx) : () => 0
        const { people, tenths } = await batches.resend(tx, firmId, id, tenthsOf)
        await requirePoints(firmId, tenths, tx)
        const key = `${id}:again:${newId()}`
        await smsBatches.reserve(tx, firmId, key, Math.max(0, tenths))
        await smsBatches.giveBack(tx, firmId, key, Math.max(0, -tenths))
        if (people > 0) await audit.record(tx, by, 'letter.resend', { id, name: sending.title }, { people })
      })
      return show(firmId, id)
    },

    /** Throws `noData`. */
    stop: (firmId: string, id: string, by: Actor): Promise<void> =>
      db.transaction(async (tx) => {
        const sending = await store.lock(id, tx)
        if (!sending || sending.firmId !== firmId) throw fail('noData')
        if (sending.stoppedAt !== null) return
        await batches.stop(tx, firmId, id)
        // Those who are no recipients yet never will be; what the others' messages cost comes back with them.
        const unwritten = (await store.waiting(id, tx)).slice(sending.written)
        await smsBatches.giveBack(
          tx,
          firmId,
          id,
          unwritten.reduce((sum, { tenths = 0 }) => sum + tenths, 0),
        )
        await store.end(id, clock.now(), tx)
        await audit.record(tx, by, 'letter.stop', { id, name: sending.title })
      }),
  }
}
export type Sendings = ReturnType<typeof createSendingModule>
