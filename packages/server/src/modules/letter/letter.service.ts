import { fail } from '@kaimai/contract/common/error.ts'
import { offsetOf, type Page, pageAt } from '@kaimai/contract/common/page.ts'
import type { RecipientState } from '@kaimai/contract/letter/letter.rules.ts'
import type {
  HeldLetters,
  Letter as LetterShown,
  LetterRow as LetterListRow,
  letterRoutes,
} from '@kaimai/contract/letter/letter.routes.ts'
import sanitizeHtml from 'sanitize-html'
import type { z } from 'zod'
import type { FirmCaller } from '../../platform/http/caller.ts'
import type { LetterBatches } from './letter-batch.service.ts'
import type { createLetterHistory } from './letter-history.ts'
import type { LetterContent } from './letter-content.ts'
import type { createLetterPreview } from './letter-preview.ts'
import { withoutSecrets } from './letter-secrets.ts'
import type { FirmRecipient, LetterStore } from './letter.store.ts'
import type { NewAddresses } from './new-addresses.ts'
import type { LetterNotices } from './letter-notice.service.ts'
import type { LetterSettingService } from './letter-setting.service.ts'
import type { LetterQueue } from './queue-letters.ts'
import type { SmsQueue } from './queue-sms.ts'
import type { createSettleLetter } from './settle-letter.ts'
import type { SmsBatches } from './sms-batch.service.ts'
import type { Unsubscribe } from './unsubscribe.ts'

/** A letter as it stands beside its person. */
export interface LetterOfPerson {
  readonly id: string
  readonly subject: string
  readonly state: RecipientState
  readonly createdAt: Date
  readonly sentAt: Date | null
}

/** A letter of the platform to a member, as the operator reads it. */
export interface PlatformLetter {
  readonly id: string
  readonly toAddress: string
  readonly subject: string
  readonly body: string
  readonly createdAt: Date
  /** Null: it never left this machine. */
  readonly sentAt: Date | null
  readonly problem: string
}

type Query = z.output<typeof letterRoutes.list.query>

/** Sanitised on the way out too: staff see the letter, never a script in it. */
const shownHtml = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags: [...sanitizeHtml.defaults.allowedTags, 'h1', 'h2', 'img'],
    allowedAttributes: { '*': ['style', 'role', 'width', 'align'], a: ['href'], img: ['src', 'alt', 'width'] },
    allowedSchemes: ['http', 'https', 'mailto'],
  })

const listRow = (row: FirmRecipient, personal: boolean): z.input<typeof LetterListRow> => ({
  id: row.id,
  letterTemplateType: row.type,
  channel: row.channel,
  toName: row.toName,
  to: personal ? row.toAddress : '',
  subject: row.subject,
  state: row.state,
  transport: row.transport,
  createdAt: row.createdAt.toISOString(),
  sentAt: row.sentAt?.toISOString() ?? null,
})

/** Letters as staff, a person's page and the operator read them. */
export const createLetterService = ({
  store,
  content,
  newAddresses,
  kindOf,
  historyOf,
}: {
  readonly store: LetterStore
  readonly content: LetterContent
  readonly newAddresses: NewAddresses
  readonly kindOf: LetterQueue['kindOf']
  readonly historyOf: ReturnType<typeof createLetterHistory>
}) => ({
  held: (firmId: string): Promise<z.input<typeof HeldLetters>> => newAddresses.held(firmId),

  list: async (caller: FirmCaller, query: Query): Promise<Page<z.input<typeof LetterListRow>>> => {
    const offset = offsetOf(query.cursor)
    const personal = caller.can('form', 'personal')
    const { rows, total } = await store.list(caller.id, {
      q: query.q,
      inAddresses: personal,
      types: query.letterTemplateType === undefined ? undefined : [query.letterTemplateType],
      letterId: query.letterId,
      limit: query.limit,
      offset,
    })
    return pageAt(
      rows.map((row) => listRow(row, personal)),
      total,
      offset,
    )
  },

  /** Made again of its version and its values, as it was sent; without what lets only its person in. */
  show: async (firmId: string, id: string): Promise<z.input<typeof LetterShown>> => {
    const row = await store.find(firmId, id)
    const letter = row && (await content.letters([row.letterId])).get(row.letterId)
    if (!row || !letter) throw fail('notFound')
    const shown = withoutSecrets(row, kindOf(row.type)?.secrets)
    const rest = { ...listRow(row, true), problem: row.problem, history: await historyOf(row) }
    if (row.channel === 'sms') return { ...rest, html: '', text: (await content.sms(letter, shown)).text }
    const { html, text } = await content.of(letter, shown)
    return { ...rest, html: shownHtml(html), text }
  },

  /** Letters to a person, by the address or by their keys; the oldest first, at most 100. */
  ofPerson: (
    firmId: string,
    person: { readonly address: string; readonly keys: readonly string[] },
  ): Promise<LetterOfPerson[]> => store.ofPerson(firmId, person),

  /** The platform's own letters to members. They stand in no firm's log, for its staff would read each other's links. */
  newestOfPlatform: async (limit: number): Promise<PlatformLetter[]> => {
    const rows = await store.newestOfPlatform(limit)
    const letters = await content.letters([...new Set(rows.map(({ letterId }) => letterId))])
    return Promise.all(
      rows.map(async (row) => {
        const letter = letters.get(row.letterId)
        const { id, toAddress, subject, createdAt, problem } = row
        const sentAt = row.transport === 'outbox' ? null : row.sentAt
        return {
          id,
          toAddress,
          subject,
          body: letter ? (await content.of(letter, row)).text : '',
          createdAt,
          sentAt,
          problem,
        }
      }),
    )
  },
})

/** All that other modules ask of letters. */
export type LetterService = ReturnType<typeof createLetterService> &
  Pick<LetterQueue, 'add' | 'queue' | 'follow' | 'write'> &
  Pick<LetterStore, 'keysSince' | 'countsOfSession'> & {
    readonly preview: ReturnType<typeof createLetterPreview>
    readonly smsBatches: SmsBatches
    readonly queueSms: SmsQueue['queue']
    readonly writeSms: SmsQueue['write']
    readonly setting: LetterSettingService
    readonly settle: ReturnType<typeof createSettleLetter>
    readonly receiveNotice: LetterNotices['receive']
    /** Whose letter a link to unsubscribe stands in; undefined: it is none of ours, or the person was erased. */
    readonly unsubscribing: Unsubscribe['personOf']
    readonly batches: LetterBatches
  }
