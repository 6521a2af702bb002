import { choice, money, text } from '../common/field.ts'
import { SignedAmount } from '../common/money.ts'
import { Email, OptionalEmail, OptionalPhone } from '../common/phone.ts'
import { PlainName } from '../common/plain-name.ts'
import { defineResource, type RecordOf } from '../common/resource.ts'
import { partnerErrors } from './partner.errors.ts'

/** Who promotes the firm: a person, here or abroad, or a company. */
export const partner = defineResource({
  path: '/partner',
  names: ['partner', 'partners'],
  permission: 'association',
  main: 'name',
  versions: true,
  fields: {
    name: { ...text({ max: 60, search: true }), body: PlainName(60) },
    /** How the firm has to tax what it pays out. */
    taxKind: choice({
      resident: { 'zh-TW': '個人（境內居住）', en: 'Person living in Taiwan' },
      nonResident: { 'zh-TW': '個人（境外）', en: 'Person living abroad' },
      company: { 'zh-TW': '公司行號', en: 'Company' },
    }),
    /** By which the partner logs in. */
    email: { ...text({ max: 254, search: true, unique: partnerErrors.partnerEmailTaken }), body: Email },
    /** Where statements go, when that is another address; empty: the same. */
    payoutEmail: { ...text({ max: 254, optional: true }), body: OptionalEmail },
    phone: { ...text({ max: 40, optional: true }), body: OptionalPhone },
    memo: text({ max: 300, optional: true }),
  },
  derived: {
    /** The last digits of the account that payouts go to; empty: none is known. */
    accountEnd: text({ max: 8, optional: true }),
    /** Earned and not paid out, also what is pending; negative: more was taken back than earned since. */
    owed: { ...money(), answer: SignedAmount },
  },
  titles: {
    name: { 'zh-TW': '名稱', en: 'Name' },
    taxKind: { 'zh-TW': '身分', en: 'Tax status' },
    email: { 'zh-TW': '登入電子郵件', en: 'Login email' },
    payoutEmail: { 'zh-TW': '對帳單電子郵件', en: 'Statement email' },
    phone: { 'zh-TW': '電話', en: 'Phone' },
    memo: { 'zh-TW': '備註', en: 'Note' },
    accountEnd: { 'zh-TW': '匯款帳號末碼', en: 'Account ending in' },
    owed: { 'zh-TW': '未付分潤', en: 'Unpaid commission' },
  },
  sorts: ['name'],
  added: false,
})
export type Partner = RecordOf<typeof partner>
