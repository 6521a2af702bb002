import {
  choice,
  count,
  instant,
  list,
  optionalCount,
  optionalInstant,
  optionalMoney,
  ref,
  text,
} from '../common/field.ts'
import { Id } from '../common/fields.ts'
import { defineResource, type RecordOf } from '../common/resource.ts'
import { linkCode } from '../tracking/link-touch.rules.ts'
import { associationErrors } from './association.errors.ts'

/** A partner's link: what it is for, what it pays, and for how long. */
export const association = defineResource({
  path: '/partner/association',
  names: ['partner link', 'partner links'],
  permission: 'association',
  main: 'code',
  versions: true,
  fields: {
    partnerId: ref(),
    name: text({ max: 60, search: true, optional: true }),
    /** In the address: `?a=`. A code is never given to another link, also once it is changed or removed. */
    code: text({
      max: 40,
      fold: 'lower',
      match: linkCode,
      search: true,
      unique: associationErrors.associationCodeTaken,
    }),
    rateKind: choice({
      percent: { 'zh-TW': '依銷售金額比例', en: 'Percentage of sales' },
      amount: { 'zh-TW': '每筆訂單固定金額', en: 'Fixed amount for each order' },
    }),
    /** Hundredths of a percent. */
    basisPoints: optionalCount({ max: 10_000 }),
    amount: optionalMoney(),
    /** Forms and products that earn; both empty: everything. */
    signupIds: list(Id, 50),
    productIds: list(Id, 50),
    beginAt: instant(),
    endAt: optionalInstant(),
    cookieDays: count({ min: 1, max: 365 }),
  },
  derived: {
    partnerName: text({ max: 60 }),
    /** Where the link leads, below the audience's origin: the first of its forms; `?a=` alone goes on any page. */
    link: text({ max: 200 }),
  },
  titles: {
    name: { 'zh-TW': '名稱', en: 'Name' },
    code: { 'zh-TW': '代碼', en: 'Code' },
    rateKind: { 'zh-TW': '分潤方式', en: 'Commission' },
    basisPoints: { 'zh-TW': '分潤比例', en: 'Rate' },
    amount: { 'zh-TW': '分潤金額', en: 'Amount' },
    beginAt: { 'zh-TW': '開始時間', en: 'Starts' },
    endAt: { 'zh-TW': '結束時間', en: 'Ends' },
    cookieDays: { 'zh-TW': '追蹤天數', en: 'Cookie days' },
    partnerName: { 'zh-TW': '合作夥伴', en: 'Partner' },
    link: { 'zh-TW': '推廣連結', en: 'Link' },
  },
  filters: { partnerId: Id },
  tabs: ['open', 'over'],
  sorts: ['code', 'name'],
  check: ({ rateKind, basisPoints, amount, beginAt, endAt }) => [
    ...(rateKind === 'percent' && basisPoints === null
      ? [{ field: 'basisPoints' as const, reason: associationErrors.associationRateMissing }]
      : []),
    ...(rateKind === 'amount' && amount === null
      ? [{ field: 'amount' as const, reason: associationErrors.associationAmountMissing }]
      : []),
    ...(endAt !== null && Date.parse(endAt) <= Date.parse(beginAt)
      ? [{ field: 'endAt' as const, reason: associationErrors.associationEndsBeforeBegin }]
      : []),
  ],
  added: false,
})
export type Association = RecordOf<typeof association>
