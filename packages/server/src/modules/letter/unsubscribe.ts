import type { Language } from '@kaimai/contract/common/language.ts'
import { escapeHtml } from '@kaimai/contract/common/rich-text.rules.ts'
import { isMarketing, isOfSignup } from '@kaimai/contract/letter/letter.rules.ts'
import { smsOptOut } from '@kaimai/contract/letter/sms.rules.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Secret } from '../../platform/secret.ts'
import type { ShownLetter } from './letter-content.ts'
import type { LetterTables } from './letter.tables.ts'

const purpose = 'unsubscribe'

/** Whose letter a link of it stands in. */
interface UnsubscribingPerson {
  readonly firmId: string
  /** An e-mail address, or a mobile number. */
  readonly contact: string
  readonly channel: 'email' | 'sms'
  readonly language: Language
  /** The letter follows from a sign-up: those stop, too. */
  readonly isOfSignup: boolean
}

const words = {
  'zh-TW': { why: '您收到這封信，是因為您曾留下這個電子郵件。', link: '取消訂閱' },
  en: { why: 'You’re receiving this because you gave us this email.', link: 'Unsubscribe' },
} as const satisfies Record<Language, unknown>

/** A recipient's id, in which 74 bits are random, as the short key of a text message. */
const shortKeyOf = (recipientId: string): string =>
  Buffer.from(recipientId.replaceAll('-', ''), 'hex').toString('base64url')
const idOfShortKey = (key: string): string =>
  Buffer.from(key, 'base64url')
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

/** Links by which the person of a letter opts out: they name the letter alone, so that no log holds an address. */
export const createUnsubscribe = ({
  db,
  secret,
  origin,
}: {
  readonly db: Database
  readonly secret: Pick<Secret, 'sign' | 'verify'>
  /** Begins the link. */
  readonly origin: () => string
}) => {
  const urlOf = (recipientId: string): string =>
    `${origin()}/unsubscribe/${recipientId}.${secret.sign(purpose, recipientId)}`

  return {
    /** By which mail programs offer to unsubscribe with one click (RFC 8058). */
    headersOf: (recipientId: string): Readonly<Record<string, string>> => ({
      'List-Unsubscribe': `<${urlOf(recipientId)}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),

    /** A marketing letter as it is handed over: with the link below it, which nobody else is shown. */
    withLink: <L extends Pick<ShownLetter, 'html' | 'text'>>(letter: L, recipientId: string, language: Language): L => {
      const { why, link } = words[language]
      const url = urlOf(recipientId)
      const part = `<p style="margin:16px 12px;text-align:center;color:#5b6270;font-size:12px">${why} <a href="${escapeHtml(url)}" style="color:#5b6270">${link}</a></p>`
      // A function, for a text that takes the place of another may hold signs that mean something there.
      const html = letter.html.replace(/<\/body>(?![^]*<\/body>)/, () => `${part}</body>`)
      const separator = language === 'en' ? ': ' : '：'
      return { ...letter, html, text: `${letter.text}\n\n${why}\n${link}${separator}${url}` }
    },

    /** A marketing text message as it is handed over: with the link behind it, which nobody else is shown. */
    withSmsLink: (text: string, recipientId: string, language: Language): string =>
      text + smsOptOut(origin(), language, shortKeyOf(recipientId)),

    /** Undefined: the key is none of ours, or its letter's person was erased. */
    personOf: async (key: string): Promise<UnsubscribingPerson | undefined> => {
      const isShort = /^[\w-]{22}$/.test(key)
      const [id = '', signature = ''] = isShort ? [idOfShortKey(key)] : key.split('.')
      if (!/^[\da-f-]{36}$/.test(id) || !(isShort || secret.verify(purpose, id, signature))) return undefined
      const row = await db
        .as<LetterTables>()
        .selectFrom('letterRecipient')
        .select(['firmId', 'toAddress', 'language', 'type', 'channel'])
        .where('id', '=', id)
        .executeTakeFirst()
      if (!row || row.firmId === null || row.toAddress === '') return undefined
      const { firmId, toAddress: contact, language, type, channel } = row
      // The short key stands in marketing text messages alone; of another letter its id is no secret.
      if (isShort && !(channel === 'sms' && isMarketing(type))) return undefined
      return { firmId, contact, channel, language, isOfSignup: isOfSignup(type) }
    },
  }
}
export type Unsubscribe = ReturnType<typeof createUnsubscribe>
