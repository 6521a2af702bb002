import type { Language } from '@kaimai/contract/common/language.ts'
import type { LiveUserRow } from '@kaimai/contract/viewer/viewer.routes.ts'
import type { z } from 'zod'
import type { SheetColumn } from '../../platform/sheet/sheet-column.ts'
import type { CellValue } from '../../platform/sheet/write-sheet.ts'

type Row = z.input<typeof LiveUserRow>
type Written = SheetColumn & { readonly value: (row: Row) => CellValue }

const yes = { 'zh-TW': '是', en: 'yes' } as const
const timeOf = (iso: string | null): Date | null => (iso === null ? null : new Date(iso))

/** Columns of an export of a live's viewers. */
export const liveUserColumns = (language: Language): readonly Written[] => [
  { key: 'name', title: { 'zh-TW': '姓名', en: 'Name' }, value: ({ name }) => name },
  { key: 'phone', title: { 'zh-TW': '電話', en: 'Phone' }, value: ({ phone }) => phone },
  { key: 'email', title: { 'zh-TW': '電子郵件', en: 'Email' }, width: 28, value: ({ email }) => email },
  {
    key: 'anonymous',
    title: { 'zh-TW': '未報名', en: 'Not signed up' },
    width: 12,
    value: ({ anonymous }) => (anonymous ? yes[language] : ''),
  },
  {
    key: 'joinedAt',
    title: { 'zh-TW': '第一次進場', en: 'First joined' },
    kind: 'time',
    value: ({ joinedAt }) => timeOf(joinedAt),
  },
  {
    key: 'lastSeenAt',
    title: { 'zh-TW': '最後在場', en: 'Last seen' },
    kind: 'time',
    value: ({ lastSeenAt }) => timeOf(lastSeenAt),
  },
  {
    key: 'watchedSeconds',
    title: { 'zh-TW': '觀看秒數', en: 'Seconds watched' },
    kind: 'whole',
    width: 14,
    value: (row) => row.watchedSeconds,
  },
  { key: 'messages', title: { 'zh-TW': '留言數', en: 'Comments' }, kind: 'whole', value: ({ messages }) => messages },
  { key: 'orders', title: { 'zh-TW': '訂單數', en: 'Orders' }, kind: 'whole', value: ({ orders }) => orders },
  {
    key: 'orderTotal',
    title: { 'zh-TW': '訂單金額', en: 'Order total' },
    kind: 'money',
    value: ({ orderTotal }) => orderTotal,
  },
  {
    key: 'blocked',
    title: { 'zh-TW': '已封鎖', en: 'Blocked' },
    width: 10,
    value: ({ blocked }) => (blocked ? yes[language] : ''),
  },
  { key: 'memo', title: { 'zh-TW': '備註', en: 'Note' }, width: 40, value: ({ memo }) => memo },
]
