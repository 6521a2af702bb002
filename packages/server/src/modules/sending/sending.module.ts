import { fail } from '@kaimai/contract/common/error.ts'
import { withValues } from '@kaimai/contract/common/error-text.ts'
import { offsetOf, type Page, pageAt } from '@kaimai/contract/common/page.ts'
import { type LetterContents, textsOf } from '@kaimai/contract/letter/letter-blocks.ts'
import { hasNoValue, letterTypes, variablesIn } from '@kaimai/contract/letter/letter.rules.ts'
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
import type { Platform } from '../../platform/platform.ts'
import type { FirmService } from '../firm/firm.service.ts'
import type { BatchCounts, BatchPerson } from '../letter/letter-batch.service.ts'
import type { LetterService } from '../letter/letter.service.ts'
import { type ChoosePeopleDeps, createChoosePeople } from './choose-people.ts'
import { createSendingStore, type ListedSending } from './sending.store.ts'
import { defineWriteRecipients, writeRecipientsJob } from './write-recipients.ts'

export interface SendingDeps extends Omit<ChoosePeopleDeps, 'bounced'> {
  readonly platform: Platform
  readonly letters: Pick<LetterService, 'batches'>
  readonly firms: Pick<FirmService, 'publicFirm'>
  /** A firm's own text by its id; undefined: none of that type, or removed since. */
  readonly contentsOf: (firmId: string, type: number, id: string) => Promise<LetterContents | undefined>
}

const nobody: BatchCounts = { waiting: 0, sent: 0, failed: 0, skipped: 0, unknown: 0, resendable: 0 }
/** Addresses that a preview names of those who lack a value. */
const named = 5

const stateOf = (row: ListedSending, counts: BatchCounts, nowMs: number): SendingState => {
  if (row.stoppedAt !== null) return 'stopped'
  if (row.written < row.people || counts.waiting > 0)
    return row.scheduledAt !== null && row.scheduledAt.getTime() > nowMs ? 'scheduled' : 'sending'
  return counts.unknown > 0 ? 'unsure' : 'sent'
}

/** Variables that a text needs in a person's language and that have no value for some. */
const lackingOf = (contents: LetterContents, people: readonly BatchPerson[], firmName: string) => {
  const needed = (language: BatchPerson['language']) =>
    new Set(
      textsOf(contents[language])
        .flatMap(variablesIn)
        .filter(({ optional }) => !optional)
        .map(({ name }) => name),
    )
  const needs = { 'zh-TW': needed('zh-TW'), en: needed('en') }
  const lacking = new Map<string, { count: number; emails: string[] }>()
  for (const { email, name, language } of people) {
    const values: Readonly<Record<string, string>> = { name, firmName }
    for (const variable of needs[language]) {
      if (!hasNoValue(values[variable])) continue
      const of = lacking.get(variable) ?? { count: 0, emails: [] }
      of.count += 1
      if (of.emails.length < named) of.emails.push(email)
      lacking.set(variable, of)
    }
  }
  return [...lacking].map(([variable, of]) => ({ variable, ...of }))
}

/** What merchants send to many: an audience is counted, made, stopped, and seen on its way. */
export const createSendingModule = ({ platform, letters, firms, contentsOf, ...deps }: SendingDeps) => {
  const { db, clock, jobs, audit } = platform
  const { batches } = letters
  const store = createSendingStore(db)
  const choose = createChoosePeople({ ...deps, bounced: batches.bouncedAmong })
  defineWriteRecipients({ platform, store, batches })

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

  const textOf = async (firmId: string, letterTemplateId: string): Promise<LetterContents> => {
    const contents = await contentsOf(firmId, letterTypes.freeText, letterTemplateId)
    if (!contents) throw fail('invalid', { fields: { letterTemplateId: sendingErrors.sendingTemplateGone } })
    return contents
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
      body: { readonly audience: SendingAudience; readonly letterTemplateId: string | null },
    ): Promise<z.input<typeof SendingPreview>> => {
      const contents = body.letterTemplateId === null ? undefined : await textOf(firmId, body.letterTemplateId)
      const { people, dropped } = await choose(firmId, body.audience)
      const { name } = await firms.publicFirm(firmId)
      return {
        people: people.length,
        dropped,
        lacking: contents ? lackingOf(contents, people, name) : [],
        leavesAt: new Date(marketingTime(clock.ms())).toISOString(),
      }
    },

    /** Its people are chosen now, also of one that is scheduled. Throws `invalid` where nobody is left or lacks a value. */
    create: async (firmId: string, body: SendingBody, by: Actor): Promise<z.input<typeof Sending>> => {
      const { title, audience, letterTemplateId } = body
      const contents = await textOf(firmId, letterTemplateId)
      const { people, dropped } = await choose(firmId, audience)
      if (people.length === 0) throw fail('invalid', { fields: { audience: sendingErrors.sendingNobody } })
      const { name: firmName } = await firms.publicFirm(firmId)
      const [lacking] = lackingOf(contents, people, firmName)
      if (lacking) {
        const { variable, count } = lacking
        const values = { variable, count, example: `{{${variable}|您}}` }
        throw fail('invalid', {
          fields: { letterTemplateId: withValues(sendingErrors.sendingValueMissing, values) },
        })
      }
      const scheduledAt = body.scheduledAt === null ? null : new Date(body.scheduledAt)
      const id = await db.transaction(async (tx) => {
        const opened = await batches.open(tx, {
          firmId,
          firmName,
          type: letterTypes.freeText,
          contents,
          scheduledAt,
        })
        await store.insert(
          {
            id: opened,
            firmId,
            title,
            audience: audience.kind,
            who: audience.kind === 'session' ? audience.who : null,
            minute: (audience.kind === 'session' && takesMinute(audience.who) ? audience.minute : undefined) ?? null,
            consent: audience.kind === 'list' ? audience.consent : '',
            firmName,
            contents,
            waiting: people,
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

    /** A new round to those whose letter failed. Throws `noData`, and `conflict` for one that was stopped. */
    resend: async (firmId: string, id: string, by: Actor): Promise<z.input<typeof Sending>> => {
      await db.transaction(async (tx) => {
        const sending = await store.lock(id, tx)
        if (!sending || sending.firmId !== firmId) throw fail('noData')
        if (sending.stoppedAt !== null) throw fail('conflict', { reason: sendingErrors.sendingStopped })
        const people = await batches.resend(tx, firmId, id)
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
        await store.end(id, clock.now(), tx)
        await audit.record(tx, by, 'letter.stop', { id, name: sending.title })
      }),
  }
}
export type Sendings = ReturnType<typeof createSendingModule>
