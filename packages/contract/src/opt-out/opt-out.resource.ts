import { choice, text } from '../common/field.ts'
import { Email } from '../common/phone.ts'
import { defineResource, type RecordOf } from '../common/resource.ts'
import { optOutErrors } from './opt-out.errors.ts'

/** Who gets no marketing letters of the firm any more. */
export const optOut = defineResource({
  path: '/opt_out',
  names: ['opt-out', 'opt-outs'],
  permission: 'form',
  main: 'email',
  fields: {
    /** As mail servers take it: two spellings of one mail box are one opt-out. */
    email: { ...text({ max: 254, search: true, unique: optOutErrors.optOutTwice }), body: Email },
    /** How the person asked for it. */
    note: text({ max: 200, optional: true }),
  },
  derived: {
    source: choice({
      link: { 'zh-TW': '信件中的退訂連結', en: 'Unsubscribe link' },
      staff: { 'zh-TW': '由商家加入', en: 'Added by your team' },
    }),
  },
  titles: {
    email: { 'zh-TW': '電子郵件', en: 'Email' },
    note: { 'zh-TW': '備註', en: 'Note' },
    source: { 'zh-TW': '來源', en: 'Source' },
    createdAt: { 'zh-TW': '退訂時間', en: 'Opted out' },
  },
})
export type OptOut = RecordOf<typeof optOut>
