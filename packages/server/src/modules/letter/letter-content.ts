import { LetterContents } from '@kaimai/contract/letter/letter-blocks.ts'
import { plainNameOr } from '@kaimai/contract/common/plain-name.ts'
import type { Database } from '../../platform/db/database.ts'
import { calendarOf } from './calendar.ts'
import type { LetterValues } from './letter-kind.service.ts'
import type { Letter, Recipient } from './letter-queue.store.ts'
import type { LetterTables } from './letter.tables.ts'
import type { LiveValues } from './live-values.ts'
import { renderLetter, smsTextOf } from './render-letter.ts'

/** A letter as its person gets it. */
export interface ShownLetter {
  readonly subject: string
  readonly html: string
  readonly text: string
  /** An .ics file, or empty. */
  readonly calendar: string
  /** Values that it shows as they are now; they are the person's from when it is handed over. Undefined: it shows none. */
  readonly read?: LetterValues
}

const nothing: ShownLetter = { subject: '', html: '', text: '', calendar: '' }

/** What the variables of a person's letter stand for. Names from before a form refused links in them are left out. */
export const valuesOf = ({ toName, values }: Pick<Recipient, 'toName' | 'values'>): LetterValues => ({
  name: plainNameOr(toName, ''),
  ...values,
})

/** Makes letters of their version and the values of each person: when they are handed over, and whenever one is shown. */
export const createLetterContent = (
  db: Database,
  pictureOrigin: () => string = () => '',
  liveValues: LiveValues = async () => ({}),
) => {
  const on = () => db.as<LetterTables>()
  // Versions never change, and there are few.
  const versions = new Map<string, Promise<LetterContents>>()

  const versionOf = (id: string): Promise<LetterContents> => {
    const held = versions.get(id)
    if (held) return held
    const loaded = on()
      .selectFrom('letterVersion')
      .select('content')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
      .then(({ content }) => LetterContents.parse(content))
    versions.set(id, loaded)
    loaded.catch(() => versions.delete(id))
    if (versions.size > 1000) for (const old of [...versions.keys()].slice(0, 200)) versions.delete(old)
    return loaded
  }

  /** What has left is shown as it went, anything else as it is now. */
  const valuesNow = async (
    { firmId }: Letter,
    recipient: Recipient,
    content: LetterContents['en'],
  ): Promise<{ readonly values: LetterValues; readonly read: Pick<ShownLetter, 'read'> }> => {
    const kept = valuesOf(recipient)
    const { language, state } = recipient
    const read = state === 'queued' ? await liveValues(firmId, content, { language, values: kept }) : {}
    return { values: { ...kept, ...read }, read: Object.keys(read).length === 0 ? {} : { read } }
  }

  return {
    letters: async (ids: readonly string[]): Promise<ReadonlyMap<string, Letter>> => {
      if (ids.length === 0) return new Map()
      const rows = await on().selectFrom('letter').selectAll().where('id', 'in', ids).execute()
      return new Map(rows.map((row) => [row.id, row]))
    },

    /** A text message as its person gets it; empty for somebody who was erased. */
    sms: async (letter: Letter, recipient: Recipient): Promise<Pick<ShownLetter, 'text' | 'read'>> => {
      if (recipient.subject === '' || letter.versionId === null) return { text: '' }
      const content = (await versionOf(letter.versionId))[recipient.language]
      const { values, read } = await valuesNow(letter, recipient, content)
      return { text: smsTextOf(content, values), ...read }
    },

    /** Empty for somebody who was erased. */
    of: async (letter: Letter, recipient: Recipient): Promise<ShownLetter> => {
      if (recipient.subject === '') return nothing
      if (letter.versionId === null) {
        const kept = await on()
          .selectFrom('letterContent')
          .select(['html', 'text', 'calendar'])
          .where('recipientId', '=', recipient.id)
          .executeTakeFirst()
        return kept ? { ...kept, subject: recipient.subject } : nothing
      }
      const { language } = recipient
      const contents = await versionOf(letter.versionId)
      const { values, read } = await valuesNow(letter, recipient, contents[language])
      const rendered = renderLetter(contents, language, values, pictureOrigin())
      const { calendar } = letter
      return {
        ...rendered,
        ...read,
        calendar: calendar
          ? calendarOf({
              ...calendar,
              title: values['sessionTitle'] ?? rendered.subject,
              url: values['liveUrl'] ?? '',
              writtenAtMs: recipient.createdAt.getTime(),
            })
          : '',
      }
    },
  }
}
export type LetterContent = ReturnType<typeof createLetterContent>
