import { fail } from '@kaimai/contract/common/error.ts'
import { plainNameOr } from '@kaimai/contract/common/plain-name.ts'
import { offsetOf, type Page, pageAt } from '@kaimai/contract/common/page.ts'
import type { LetterType, LetterVariable, RecipientState } from '@kaimai/contract/letter/letter.rules.ts'
import type {
  HeldLetters,
  Letter,
  LetterRow as LetterListRow,
  letterRoutes,
} from '@kaimai/contract/letter/letter.routes.ts'
import sanitizeHtml from 'sanitize-html'
import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { FirmCaller } from '../../platform/http/caller.ts'
import { newId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Limits } from '../../platform/rate-limits/limits.ts'
import { builtInTemplates } from './built-in-templates.ts'
import type { LetterStore } from './letter.store.ts'
import type { LetterRow } from './letter.tables.ts'
import { renderLetter } from './render-letter.ts'

/** A letter that follows from what happened: rendered when it is queued, in the transaction of what caused it. */
export interface LetterRequest {
  readonly type: LetterType
  readonly channel: 'email'
  readonly toName: string
  readonly to: string
  readonly firmName: string
  readonly values: Readonly<Partial<Record<LetterVariable, string>>>
  /** Unique in the firm: the same key is the same letter. */
  readonly key: string
  /** An .ics file. */
  readonly calendar?: string
  /** Waits until the firm may write to new addresses again. */
  readonly isHeld?: boolean
}

/** Letters of a firm to addresses it doesn't know, for anybody can give anybody's address to a form. */
export const newAddressLimit = { limit: 300, windowMs: 3600_000 } as const

export const sendLettersJob = 'send-letters'

/** A letter as it stands beside its person. */
export interface LetterOfPerson {
  readonly id: string
  readonly subject: string
  readonly state: RecipientState
  readonly createdAt: Date
  readonly sentAt: Date | null
}

type Query = z.output<typeof letterRoutes.list.query>

/** Sanitised on the way out too: staff see the letter, never a script in it. */
const shownHtml = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags: [...sanitizeHtml.defaults.allowedTags, 'h1', 'h2', 'img'],
    allowedAttributes: { '*': ['style', 'role', 'width', 'align'], a: ['href'], img: ['src', 'alt', 'width'] },
    allowedSchemes: ['http', 'https', 'mailto'],
  })

export const createLetterService = ({
  store,
  jobs,
  clock,
  limits,
  senderName,
}: {
  store: LetterStore
  jobs: Jobs
  clock: Clock
  limits: Pick<Limits, 'take'>
  /** What the firm has set to stand before the address; empty: its name. */
  senderName: (firmId: string, tx: Tx) => Promise<string>
}) => {
  const listRow = (
    row: Pick<
      LetterRow,
      'id' | 'type' | 'channel' | 'toName' | 'toAddress' | 'subject' | 'state' | 'transport' | 'createdAt' | 'sentAt'
    >,
    personal: boolean,
  ): z.input<typeof LetterListRow> => ({
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

  const takeNewAddressQuota = async (firmId: string): Promise<boolean> =>
    (await limits.take(`letters to new addresses ${firmId}`, newAddressLimit)).ok

  return {
    /**
     * Whether a letter to this address is sent or held: addresses that the firm doesn't know count against a quota of the
     * hour. Called before the transaction, since the count is not part of it.
     */
    takeAddressQuota: async (firmId: string, address: string): Promise<'send' | 'hold'> =>
      (await store.isKnownAddress(firmId, address)) || (await takeNewAddressQuota(firmId)) ? 'send' : 'hold',

    /** An address that has paid is known: what was held back to it goes. */
    releaseTo: (tx: Tx, firmId: string, address: string): Promise<void> =>
      store.release(firmId, { address }, clock.now(), tx),

    /** Lets held letters go, the oldest first, as many as each firm may send by now. */
    releaseHeld: async (): Promise<void> => {
      for (const firmId of await store.firmsWithHeld())
        for (const { id } of await store.heldLongest(firmId, newAddressLimit.limit)) {
          if (!(await takeNewAddressQuota(firmId))) break
          await store.release(firmId, { ids: [id] }, clock.now())
        }
    },

    held: async (firmId: string): Promise<z.input<typeof HeldLetters>> => {
      const { count, since } = await store.held(firmId)
      return { count, since: since?.toISOString() ?? null, anHour: newAddressLimit.limit }
    },

    queue: async (tx: Tx, firmId: string, request: LetterRequest): Promise<void> => {
      const template = builtInTemplates[request.type]
      if (!template) throw new Error(`no template for letters of type ${request.type}`)
      // Names from before a form refused links in them.
      const name = plainNameOr(request.toName, '您好')
      const rendered = renderLetter(template, { firmName: request.firmName, name, ...request.values })
      const now = clock.now()
      const isNew = await store.insert(
        {
          ...rendered,
          id: newId(),
          firmId,
          key: request.key,
          type: request.type,
          channel: request.channel,
          toName: request.toName,
          toAddress: request.to,
          fromName: (await senderName(firmId, tx)) || request.firmName,
          calendar: request.calendar ?? '',
          state: 'queued',
          transport: '',
          reference: '',
          problem: '',
          attempts: 0,
          leaseUntil: null,
          dueAt: now,
          heldSince: request.isHeld === true ? now : null,
          createdAt: now,
          sentAt: null,
        },
        tx,
      )
      if (isNew) await jobs.enqueue(sendLettersJob, {}, { on: tx, key: 'due' })
    },

    list: async (caller: FirmCaller, query: Query): Promise<Page<z.input<typeof LetterListRow>>> => {
      const offset = offsetOf(query.cursor)
      const personal = caller.can('form', 'personal')
      const { rows, total } = await store.list(caller.id, {
        q: query.q,
        inAddresses: personal,
        type: query.letterTemplateType,
        limit: query.limit,
        offset,
      })
      return pageAt(
        rows.map((row) => listRow(row, personal)),
        total,
        offset,
      )
    },

    show: async (firmId: string, id: string): Promise<z.input<typeof Letter>> => {
      const row = await store.find(firmId, id)
      if (!row) throw fail('notFound')
      return { ...listRow(row, true), html: shownHtml(row.html), text: row.text, problem: row.problem }
    },

    /** Letters to a person, by the address or by their keys; the oldest first, at most 100. */
    ofPerson: (
      firmId: string,
      person: { readonly address: string; readonly keys: readonly string[] },
    ): Promise<LetterOfPerson[]> => store.ofPerson(firmId, person),
  }
}
export type LetterService = ReturnType<typeof createLetterService>
