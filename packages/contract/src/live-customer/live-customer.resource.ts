import { z } from 'zod'
import { because, common } from '../common/error-text.ts'
import { choice, ref, text } from '../common/field.ts'
import { Id } from '../common/fields.ts'
import { Email, phoneMaxLength, PhoneInput } from '../common/phone.ts'
import { defineResource, type RecordOf } from '../common/resource.ts'
import { isBlank } from '../common/typed-text.ts'
import { readMobile } from '../letter/sms.rules.ts'
import { liveCustomerErrors } from './live-customer.errors.ts'
import { liveCustomerLimits } from './live-customer.rules.ts'

const emailLength = 254
/** Kept as text messages are sent there, however it was typed; a number of another kind as it is. */
const Phone = z
  .string()
  .overwrite((typed) => (isBlank(typed) ? '' : (readMobile(typed) ?? typed)))
  .pipe(z.union([z.literal(''), PhoneInput], because(common.wrongPhone)))
const OptionalEmail = z
  .string()
  .overwrite((typed) => (isBlank(typed) ? '' : typed))
  .pipe(z.union([z.literal(''), Email], because(common.wrongEmail)))

/** Somebody who is invited to a live, beyond those who signed up for it. */
export const liveCustomer = defineResource({
  path: '/live_customer',
  names: ['invited person', 'invited people'],
  permission: 'form',
  main: 'name',
  fields: {
    liveId: ref(),
    name: text({ max: liveCustomerLimits.name, search: true }),
    phone: {
      ...text({ max: phoneMaxLength, optional: true, search: true, unique: liveCustomerErrors.customerTwice }),
      body: Phone,
    },
    email: {
      ...text({ max: emailLength, optional: true, search: true, unique: liveCustomerErrors.customerTwice }),
      body: OptionalEmail,
    },
    /** Of what is written to them. */
    language: choice({
      'zh-TW': { 'zh-TW': '繁體中文', en: 'Traditional Chinese' },
      en: { 'zh-TW': '英文', en: 'English' },
    }),
  },
  derived: { liveName: text({ max: 200 }) },
  titles: {
    liveId: { 'zh-TW': '場次', en: 'Live' },
    name: { 'zh-TW': '姓名', en: 'Name' },
    phone: { 'zh-TW': '手機', en: 'Phone' },
    email: { 'zh-TW': '電子郵件', en: 'Email' },
    language: { 'zh-TW': '語言', en: 'Language' },
    liveName: { 'zh-TW': '場次', en: 'Live' },
    createdAt: { 'zh-TW': '加入時間', en: 'Added' },
  },
  filters: { liveId: Id },
  sorts: ['name'],
  check: ({ phone, email }) =>
    phone === '' && email === '' ? [{ field: 'email', reason: liveCustomerErrors.customerNoContact }] : [],
})
export type LiveCustomer = RecordOf<typeof liveCustomer>
