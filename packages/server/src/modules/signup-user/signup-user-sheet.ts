import { Email, formatPhone, PhoneInput } from '@kaimai/contract/common/phone.ts'
import { OptionalLine, Text } from '@kaimai/contract/common/fields.ts'
import { PlainName } from '@kaimai/contract/common/plain-name.ts'
import { because, common } from '@kaimai/contract/common/error-text.ts'
import type { Language } from '@kaimai/contract/common/language.ts'
import type { SignupUserRow } from '@kaimai/contract/signup-user/signup-user.schema.ts'
import { z } from 'zod'
import { readPhone } from '../../platform/read-phone.ts'
import { noteOfLostSign } from '../../platform/sheet/cell-notes.ts'
import type { SheetColumn } from '../../platform/sheet/sheet-column.ts'
import type { CellValue } from '../../platform/sheet/write-sheet.ts'

type Row = z.input<typeof SignupUserRow>
type Written<T> = SheetColumn & { readonly value: (row: T) => CellValue }

const titles = {
  name: { 'zh-TW': '姓名', en: 'Name' },
  phone: { 'zh-TW': '電話', en: 'Phone' },
  email: { 'zh-TW': '電子郵件', en: 'Email' },
  county: { 'zh-TW': '縣市', en: 'County' },
  memo: { 'zh-TW': '備註', en: 'Note' },
} as const

const cell = z.string().overwrite((text) => text.normalize('NFKC').trim())

const PhoneCell = PhoneInput.transform((typed, context) => {
  try {
    return readPhone(typed, 'TW', 'phone')
  } catch {
    context.addIssue({ code: 'custom', message: because(common.wrongPhone), input: typed })
    return z.NEVER
  }
})

/** A person of a file; the phone as E.164. */
export const ImportedPerson = z.object({
  name: PlainName(60),
  phone: PhoneCell,
  email: Email,
  county: cell.pipe(OptionalLine(20)).default(''),
  memo: z.string().trim().pipe(Text(2000)).default(''),
})
export type ImportedPerson = z.output<typeof ImportedPerson>

/** What a row stores of a person, the phone as it is dialled. */
export const storedPerson = ({ name, phone, email, county }: ImportedPerson): Record<string, string> => ({
  name,
  phone: formatPhone(phone),
  email,
  county,
})

export const importColumns: readonly SheetColumn[] = [
  {
    key: 'name',
    title: titles.name,
    required: true,
    aliases: ['名字', '報名者', 'Full name'],
    note: noteOfLostSign,
  },
  {
    key: 'phone',
    title: titles.phone,
    required: true,
    aliases: ['手機', '手機號碼', '聯絡電話', '電話號碼', 'Mobile'],
  },
  { key: 'email', title: titles.email, required: true, aliases: ['信箱', '電子信箱', 'E-mail', 'Mail'] },
  { key: 'county', title: titles.county, aliases: ['地區', '居住縣市', 'City'] },
  { key: 'memo', title: titles.memo, aliases: ['註記', 'Memo'] },
]

interface Sample {
  readonly name: string
  readonly phone: string
  readonly email: string
  readonly county: string
  readonly memo: string
}

export const sampleRows = (language: Language): readonly Sample[] => [
  language === 'en'
    ? {
        name: 'Mei Lin',
        phone: '0912 345 678',
        email: 'mei@example.com',
        county: 'Taipei',
        memo: 'From the spring fair',
      }
    : { name: '林美惠', phone: '0912-345-678', email: 'mei@example.com', county: '臺北市', memo: '春季市集的老客人' },
]

export const sampleColumns: readonly Written<Sample>[] = [
  { key: 'name', title: titles.name, value: ({ name }) => name },
  { key: 'phone', title: titles.phone, value: ({ phone }) => phone },
  { key: 'email', title: titles.email, width: 28, value: ({ email }) => email },
  { key: 'county', title: titles.county, value: ({ county }) => county },
  { key: 'memo', title: titles.memo, width: 40, value: ({ memo }) => memo },
]

const yes = { 'zh-TW': '是', en: 'yes' } as const
const sources = {
  form: { 'zh-TW': '表單報名', en: 'Form' },
  import: { 'zh-TW': '匯入', en: 'Import' },
  staff: { 'zh-TW': '手動新增', en: 'Added by hand' },
} as const
const timeOf = (iso: string | null): Date | null => (iso === null ? null : new Date(iso))

/** A question that somebody answered, in the words that it was put in first. */
export interface AnsweredQuestion {
  readonly questionId: string
  readonly label: string
}

/** The questions that somebody of these rows answered, in the order in which the rows come to them. */
export const questionsOf = (rows: readonly Pick<Row, 'answers'>[]): AnsweredQuestion[] => {
  const questions = new Map(
    rows.flatMap(({ answers }) => answers.map(({ questionId, label }) => [questionId, label] as const)),
  )
  return [...questions].map(([questionId, label]) => ({ questionId, label }))
}

/** Columns of an export, with one for each question that somebody answered. */
export const exportColumns = (language: Language, questions: readonly AnsweredQuestion[]): readonly Written<Row>[] => [
  { key: 'name', title: titles.name, value: ({ name }) => name },
  { key: 'phone', title: titles.phone, value: ({ phone }) => phone },
  { key: 'email', title: titles.email, width: 28, value: ({ email }) => email },
  { key: 'county', title: titles.county, width: 10, value: ({ county }) => county },
  { key: 'signupName', title: { 'zh-TW': '報名表單', en: 'Form' }, width: 24, value: (row) => row.signupName },
  {
    key: 'seats',
    title: { 'zh-TW': '場次', en: 'Sessions' },
    width: 32,
    value: ({ seats }) => seats.map(({ title }) => title).join('、'),
  },
  {
    key: 'createdAt',
    title: { 'zh-TW': '報名時間', en: 'Signed up' },
    kind: 'time',
    value: ({ createdAt }) => timeOf(createdAt),
  },
  {
    key: 'cameAt',
    title: { 'zh-TW': '第一次進場', en: 'First joined' },
    kind: 'time',
    value: ({ cameAt }) => timeOf(cameAt),
  },
  {
    key: 'watchedSeconds',
    title: { 'zh-TW': '觀看秒數', en: 'Seconds watched' },
    kind: 'whole',
    width: 14,
    value: ({ seats }) => seats.reduce((sum, { watchedSeconds }) => sum + watchedSeconds, 0),
  },
  {
    key: 'orderedAt',
    title: { 'zh-TW': '第一次下單', en: 'First ordered' },
    kind: 'time',
    value: ({ orderedAt }) => timeOf(orderedAt),
  },
  {
    key: 'isCancelNotice',
    title: { 'zh-TW': '已停止通知', en: 'Notifications stopped' },
    width: 12,
    value: ({ isCancelNotice }) => (isCancelNotice ? yes[language] : ''),
  },
  {
    key: 'flagged',
    title: { 'zh-TW': '需要確認', en: 'Needs review' },
    width: 12,
    value: ({ flagged }) => (flagged ? yes[language] : ''),
  },
  {
    key: 'source',
    title: { 'zh-TW': '來源', en: 'Source' },
    width: 12,
    value: ({ source }) => sources[source][language],
  },
  {
    key: 'consentSource',
    title: { 'zh-TW': '同意來源', en: 'Consent source' },
    width: 24,
    value: ({ consentSource }) => consentSource,
  },
  { key: 'memo', title: titles.memo, width: 40, value: ({ memo }) => memo },
  ...questions.map(
    ({ questionId, label }): Written<Row> => ({
      key: `answer-${questionId}`,
      title: { 'zh-TW': label, en: label },
      width: 24,
      value: ({ answers }) => answers.find((answer) => answer.questionId === questionId)?.value ?? '',
    }),
  ),
]
