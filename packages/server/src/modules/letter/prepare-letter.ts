import { readMailAddress } from '@kaimai/contract/common/mail-address.ts'
import { isMarketing, testLetterKey } from '@kaimai/contract/letter/letter.rules.ts'
import { marketingTime } from '@kaimai/contract/sending/sending.rules.ts'
import type { Clock } from '../../platform/clock.ts'
import type { MailLetter, SendOutcome } from '../../platform/ports/mail.ts'
import { together } from '../../platform/together.ts'
import type { LetterContent } from './letter-content.ts'
import type { LetterKind, LetterValues } from './letter-kind.service.ts'
import type { Letter, LetterQueueStore, Recipient } from './letter-queue.store.ts'
import { isSmsNumber } from './sms-number.ts'
import { type FirmSender, transportNameOf, type Transports } from './transports.ts'
import type { Unsubscribe } from './unsubscribe.ts'

/** Staff reads it in the log beside what mail servers say. */
const undeliverable = '這個地址收不到電子郵件 This address can’t receive email'
const optedOut = '這個人已退訂 This person has unsubscribed'
const tooLate = '寄得出去時已經過時 Out of date by the time it could be sent'
const noMobile = '不是台灣的手機號碼 Not a Taiwanese mobile number'

export interface PrepareDeps {
  readonly store: Pick<LetterQueueStore, 'drop' | 'postpone'>
  readonly content: LetterContent
  readonly clock: Clock
  readonly kindOf: (type: number) => LetterKind | undefined
  readonly unsubscribe: Unsubscribe
  /** Which of these addresses, as mail servers take them, and numbers get no marketing letters of the firm. */
  readonly optedOut: (firmId: string, emails: readonly string[]) => Promise<ReadonlySet<string>>
}

/** A letter that is ready to leave. */
export interface Handover {
  readonly transport: string
  readonly concurrency: number
  /** Of what is here or away as one. */
  readonly pausedAs: string
  readonly send: () => Promise<SendOutcome>
  /** What it shows as it is now. */
  readonly read?: LetterValues | undefined
}

/** Makes letters ready to leave, as late as can be. */
export const createPrepareLetter = (deps: PrepareDeps) => {
  const { store, content, clock } = deps
  // Those whose letters are about to leave are asked about together, by firm.
  const optOuts = together(async (asked: readonly { readonly firmId: string; readonly address: string }[]) => {
    const byFirm = [...Map.groupBy(asked, ({ firmId }) => firmId)]
    return new Map(
      await Promise.all(
        byFirm.map(
          async ([firmId, all]) =>
            [
              firmId,
              await deps.optedOut(
                firmId,
                all.map(({ address }) => address),
              ),
            ] as const,
        ),
      ),
    )
  })

  /** Why the letter goes to that address no more; empty: it was mistyped and corrected since the letter was queued. */
  const notThere = async ({ firmId, type, key, toAddress, channel }: Recipient): Promise<string | undefined> => {
    const now = firmId === null || channel === 'sms' ? undefined : await deps.kindOf(type)?.addressNow?.(firmId, key)
    if (now === undefined || now === toAddress) return undefined
    return now === '' ? optedOut : ''
  }

  /** Whether the letter holds no longer. */
  const isOver = async ({ firmId, type, key, createdAt }: Recipient): Promise<boolean> => {
    const kind = deps.kindOf(type)
    if (kind?.goodForMs !== undefined && createdAt.getTime() + kind.goodForMs <= clock.ms()) return true
    return firmId !== null && ((await kind?.isOver?.(firmId, key)) ?? false)
  }

  /** Of all that a firm sends but receipts: who pays must not lose those by a click. */
  const unsubscribeHeaders = ({ id, firmId, type }: Recipient): Readonly<Record<string, string>> =>
    firmId === null || deps.kindOf(type)?.class === 'receipt' ? {} : deps.unsubscribe.headersOf(id)

  const mailLetterOf = async (
    recipient: Recipient,
    to: string,
    letter: Letter,
    sender: FirmSender | undefined,
  ): Promise<{ readonly mail: MailLetter; readonly read: LetterValues | undefined }> => {
    const { calendar, read, ...rendered } = await content.of(letter, recipient)
    const { id, language } = recipient
    const made = isMarketing(recipient.type) ? deps.unsubscribe.withLink(rendered, id, language) : rendered
    const mail = {
      ...made,
      id: recipient.id,
      to,
      fromName: sender?.senderName || recipient.values['firmName'] || sender?.name || '',
      headers: {
        ...(sender?.replyTo ? { 'Reply-To': sender.replyTo } : {}),
        ...unsubscribeHeaders(recipient),
      },
      ...(calendar === ''
        ? {}
        : { attachments: [{ fileName: 'live.ics', contentType: 'text/calendar; charset=utf-8', content: calendar }] }),
    }
    return { mail, read }
  }

  const drop = (recipient: Recipient, state: 'skipped' | 'failed', problem: string): Promise<undefined> =>
    store.drop(recipient, { state, problem, now: clock.now() }).then(() => undefined)

  /** Undefined: there is nothing to hand over, and it is settled. */
  return async (
    recipient: Recipient,
    letter: Letter | undefined,
    { sender, by }: { readonly sender: FirmSender | undefined; readonly by: Transports },
  ): Promise<Handover | undefined> => {
    // A test stands for nobody, and for nothing that could be over.
    const isTest = recipient.key.startsWith(testLetterKey)
    const why = isTest ? undefined : await notThere(recipient)
    if (why !== undefined) return drop(recipient, 'skipped', why)
    if (!isTest && (await isOver(recipient))) return drop(recipient, 'skipped', tooLate)
    if (!letter) throw new Error('a recipient without a letter')
    const { id, firmId, type, toAddress } = recipient
    const pausedAs = transportNameOf(by, recipient)
    const held = async (address: string): Promise<boolean> => {
      if (firmId === null || !isMarketing(type)) return false
      // Asked as late as can be: who opts out gets nothing that was queued before.
      if ((await optOuts({ firmId, address })).get(firmId)?.has(address)) {
        await drop(recipient, 'skipped', optedOut)
        return true
      }
      // A test goes to who has just asked for it.
      const leavesAt = isTest ? 0 : marketingTime(clock.ms())
      if (leavesAt <= clock.ms()) return false
      await store.postpone(recipient, new Date(leavesAt))
      return true
    }
    if (recipient.channel === 'sms') {
      if (!isSmsNumber(toAddress)) return drop(recipient, 'failed', noMobile)
      if (await held(toAddress)) return undefined
      const { text: written, read } = await content.sms(letter, recipient)
      const text = isMarketing(type) ? deps.unsubscribe.withSmsLink(written, id, recipient.language) : written
      const { name: transport, concurrency } = by.sms
      return { transport, concurrency, pausedAs, send: () => by.sms.send({ id, to: toAddress, text }), read }
    }
    const address = readMailAddress(toAddress)
    if ('problem' in address) return drop(recipient, 'failed', undeliverable)
    if (await held(address.address)) return undefined
    const { mail, read } = await mailLetterOf(recipient, address.address, letter, sender)
    const { name: transport, concurrency } = by.mail
    return { transport, concurrency, pausedAs, send: () => by.mail.send(mail), read }
  }
}
