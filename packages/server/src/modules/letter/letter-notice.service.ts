import { createHmac, timingSafeEqual } from 'node:crypto'
import { fail } from '@kaimai/contract/common/error.ts'
import { isHardBounce, type LetterEvent, letterEvents, stateAfter } from '@kaimai/contract/letter/letter-event.rules.ts'
import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { networkOf } from '../../platform/http/client-address.ts'
import { letterVariable, webhookTypes } from '../../platform/ports/surenotify.ts'
import type { Limits } from '../../platform/rate-limits/limits.ts'
import type { LetterNoticeStore } from './letter-notice.store.ts'
import type { Recipient } from './letter-queue.store.ts'
import type { LetterSettingStore } from './letter-setting.store.ts'
import type { NoticeEffect } from './letter.tables.ts'
import type { SurenotifyKeys } from './transports.ts'

/** What anybody can make us write down. */
const unsignedLimit = { limit: 100, windowMs: 3600_000 } as const
const maxText = 200

const Text = z.union([z.string(), z.number()]).transform((value) => String(value).slice(0, maxText))
const Variables = z.record(z.string(), z.unknown()).nullish()
/** Flat, or with the letter in `mail`: both are seen. */
const Wire = z.object({
  event: Text,
  id: Text.nullish(),
  variables: Variables,
  mail: z.object({ id: Text.nullish(), variables: Variables }).nullish(),
  bounce: z.object({ reason: Text.nullish() }).nullish(),
  reason: Text.nullish(),
})

interface Notice {
  /** The provider's number of the letter. */
  readonly reference: string
  /** As it came: a word, or its number. */
  readonly written: string
  /** Undefined: of a kind that says nothing to us. */
  readonly event: LetterEvent | undefined
  /** Our number of the letter; it is not signed. */
  readonly letterId: string | undefined
  readonly reason: string
}

/** Undefined: of a kind that says nothing to us. */
export const eventOf = (written: string): LetterEvent | undefined =>
  letterEvents.find((event) => event === written || String(webhookTypes[event]) === written)

const read = (text: string): Notice | undefined => {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return undefined
  }
  const { data } = Wire.safeParse(json)
  const reference = data?.mail?.id ?? data?.id
  if (!data || reference == null || reference === '') return undefined
  const id = z.guid().safeParse((data.mail?.variables ?? data.variables)?.[letterVariable])
  const reason = (data.bounce?.reason ?? data.reason ?? '').replace(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '…')
  return { reference, written: data.event, event: eventOf(data.event), letterId: id.data, reason }
}

/** HMAC-SHA256 of number and event, in hex; the event as a word or as its number. */
const isSigned = (key: string, { reference, written, event }: Notice, signature: string): boolean => {
  const claimed = Buffer.from(signature.trim().toLowerCase())
  const words = [written, ...(event ? [event, String(webhookTypes[event])] : [])]
  return words.some((word) => {
    const right = Buffer.from(
      createHmac('sha256', key)
        .update(reference + word)
        .digest('hex'),
    )
    return claimed.length === right.length && timingSafeEqual(claimed, right)
  })
}

/** What Surenotify says of letters: on record whatever it is, and it changes only what it knows better. */
export const createLetterNotices = ({
  db,
  clock,
  limits,
  store,
  settings,
  secrets,
}: {
  readonly db: Database
  readonly clock: Clock
  readonly limits: Pick<Limits, 'take'>
  readonly store: LetterNoticeStore
  readonly settings: LetterSettingStore
  readonly secrets: SurenotifyKeys
}) => {
  /**
   * By the provider's number, which is signed. Our own is not: it finds only a letter whose number at the provider never
   * came back, so that no notice that somebody has seen can be turned against another letter.
   */
  const recipientOf = async (tx: Tx, firmId: string, notice: Notice): Promise<Recipient | undefined> =>
    (await store.byReference(tx, firmId, notice.reference)) ??
    (notice.letterId === undefined ? undefined : await store.unsettled(tx, firmId, notice.letterId))

  const apply = async (tx: Tx, firmId: string, recipient: Recipient, notice: Notice): Promise<NoticeEffect> => {
    const { reference, event, reason } = notice
    if (event === undefined) return 'unknown'
    const now = clock.now()
    const state = stateAfter(recipient.state, event)
    if (state) {
      const problem = event === 'bounce' ? reason : recipient.problem
      await store.reach(tx, recipient.id, { state, reference, problem, now })
    }
    const isOver = event === 'complaint' || (event === 'bounce' && state === 'bounced' && isHardBounce(reason))
    const { toAddress: address, channel } = recipient
    const isNew =
      isOver && channel === 'email' && address !== ''
        ? await store.stop(tx, { firmId, address, why: event === 'complaint' ? event : 'bounce', createdAt: now })
        : false
    return state || isNew ? 'applied' : 'old'
  }

  return {
    /** Throws `forbidden` for one that isn't signed with the firm's key, and `notFound` for a firm without one. */
    receive: async (of: {
      readonly firmId: string
      readonly text: string
      readonly signature: string
      readonly ip: string
    }): Promise<void> => {
      const { firmId, text, signature, ip } = of
      const key = await secrets.open(firmId, 'surenotifyKey')
      if (key === undefined) throw fail('notFound')
      const notice = read(text)
      if (!notice || !isSigned(key, notice, signature)) {
        if ((await limits.take(`unsigned letter notices ${networkOf(ip)}`, unsignedLimit)).ok)
          await store.add({
            firmId,
            recipientId: null,
            reference: notice?.reference ?? '',
            event: notice?.written ?? '',
            effect: notice ? 'unsigned' : 'unreadable',
            reason: '',
            createdAt: clock.now(),
          })
        throw fail('forbidden')
      }
      await db.transaction(async (tx) => {
        const { webhook } = await settings.of(firmId, tx)
        const recipient = webhook ? await recipientOf(tx, firmId, notice) : undefined
        const effect = !webhook ? 'off' : recipient ? await apply(tx, firmId, recipient, notice) : 'unknown'
        const { reference, written, reason } = notice
        const recipientId = recipient?.id ?? null
        await store.add({ firmId, recipientId, reference, event: written, effect, reason, createdAt: clock.now() }, tx)
      })
    },
  }
}
export type LetterNotices = ReturnType<typeof createLetterNotices>
