import { z } from 'zod'
import { choice, text } from '../common/field.ts'
import { because, common } from '../common/error-text.ts'
import { defineResource, type RecordOf } from '../common/resource.ts'
import { readAddress } from '../sending/sending.rules.ts'
import { optOutErrors } from './opt-out.errors.ts'

const contactLength = 254
/** As letters and text messages are sent there: two spellings of one mail box, or of one number, are one opt-out. */
export const readContact = (typed: string): string | undefined =>
  readAddress('email', typed) ?? readAddress('sms', typed)
const Contact = z
  .string()
  .overwrite((typed) => readContact(typed) ?? typed)
  .max(contactLength, because(common.tooLong))
  .refine((contact) => readContact(contact) !== undefined, { error: because(optOutErrors.optOutNoContact) })

/** Who gets no marketing of the firm any more, by e-mail or by text message. */
export const optOut = defineResource({
  path: '/opt_out',
  names: ['opt-out', 'opt-outs'],
  permission: 'form',
  main: 'contact',
  fields: {
    /** An e-mail address, or a mobile number of Taiwan. */
    contact: { ...text({ max: contactLength, search: true, unique: optOutErrors.optOutTwice }), body: Contact },
    /** How the person asked for it. */
    note: text({ max: 200, optional: true }),
  },
  derived: {
    source: choice({
      link: { 'zh-TW': '退訂連結', en: 'Unsubscribe link' },
      staff: { 'zh-TW': '由商家加入', en: 'Added by your team' },
    }),
  },
  titles: {
    contact: { 'zh-TW': '電子郵件或手機', en: 'Email or mobile number' },
    note: { 'zh-TW': '備註', en: 'Note' },
    source: { 'zh-TW': '來源', en: 'Source' },
    createdAt: { 'zh-TW': '退訂時間', en: 'Opted out' },
  },
})
export type OptOut = RecordOf<typeof optOut>
