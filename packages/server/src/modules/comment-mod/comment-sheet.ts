import { type ScriptedComment, commentsMax } from '@kaimai/contract/comment-mod/comment-mod.routes.ts'
import { commentModErrors } from '@kaimai/contract/comment-mod/comment-mod.errors.ts'
import { readTimecode, showTimecode } from '@kaimai/contract/comment-mod/timecode.rules.ts'
import { Line, OptionalLine } from '@kaimai/contract/common/fields.ts'
import type { Language } from '@kaimai/contract/common/language.ts'
import { because, common, withValues } from '@kaimai/contract/common/error-text.ts'
import type { ImportMode, ImportResult, SheetFormat } from '@kaimai/contract/common/sheet.ts'
import { sheetErrors } from '@kaimai/contract/common/sheet.errors.ts'
import { fail } from '@kaimai/contract/common/error.ts'
import { z } from 'zod'
import { planImport, type ReadRow, type Verdict } from '../../platform/sheet/plan-import.ts'
import type { SheetColumn } from '../../platform/sheet/sheet-column.ts'
import { writeSheet } from '../../platform/sheet/write-sheet.ts'
import type { Speaker } from './marked-comments.ts'

const columns = [
  {
    key: 'commentTime',
    title: { 'zh-TW': '時間', en: 'Time' },
    width: 12,
    required: true,
    aliases: ['秒數', '時間（分:秒）', 'second', 'timecode'],
  },
  {
    key: 'userName',
    title: { 'zh-TW': '虛擬觀眾', en: 'Virtual user' },
    width: 20,
    aliases: ['名稱', '暱稱', 'name', 'user'],
  },
  {
    key: 'commentText',
    title: { 'zh-TW': '留言內容', en: 'Comment' },
    width: 60,
    required: true,
    aliases: ['留言', '內容', 'text'],
  },
] as const satisfies readonly SheetColumn[]

/** Times without a fraction are read too; a file that Excel has touched writes 0:01:23 for 01:23. */
const Time = z.string().transform((text, context) => {
  if (text === '') {
    context.addIssue({ code: 'custom', message: because(common.required) })
    return z.NEVER
  }
  const seconds = readTimecode(text)
  if (seconds !== undefined) return seconds
  context.addIssue({ code: 'custom', message: because(commentModErrors.wrongTimecode) })
  return z.NEVER
})

const Row = z.object({ commentTime: Time, userName: OptionalLine(40).optional(), commentText: Line(300) })
type Row = z.output<typeof Row>

const keyOf = ({ commentTime, userName = '', commentText }: Row) => `${commentTime} ${userName} ${commentText}`

export const writeComments = (given: {
  readonly format: SheetFormat
  readonly language: Language
  readonly name: string
  readonly comments: readonly Pick<ScriptedComment, 'userName' | 'commentText' | 'commentTime'>[]
}) => {
  const [time, user, text] = columns
  return writeSheet<(typeof given.comments)[number]>({
    format: given.format,
    name: given.name,
    language: given.language,
    columns: [
      { ...time, value: ({ commentTime }) => showTimecode(commentTime) },
      { ...user, value: ({ userName }) => userName },
      { ...text, value: ({ commentText }) => commentText },
    ],
    rows: given.comments,
  })
}

export interface SheetPeople {
  /** Those of the names that are virtual users. */
  readonly byNames: (names: readonly string[]) => Promise<ReadonlyMap<string, Speaker>>
  /** Whom to deal where no name is given. */
  readonly some: () => Promise<readonly Speaker[]>
  /** Makes virtual users of the names. */
  readonly make: (names: readonly string[]) => Promise<ReadonlyMap<string, Speaker>>
}

/** Comments of a file, by second: rows without a name are dealt to virtual users; unknown names stay as they are. */
export const readComments = async (given: {
  readonly file: Uint8Array | undefined
  readonly mode: ImportMode
  readonly language: Language
  readonly makeUsers: boolean
  readonly people: SheetPeople
}): Promise<ImportResult & { comments: ScriptedComment[]; unknownNames: string[] }> => {
  const { people, makeUsers } = given
  let unknownNames: string[] = []
  let comments: ScriptedComment[] = []
  let known: ReadonlyMap<string, Speaker> = new Map()
  let some: readonly Speaker[] = []

  const validate = async (rows: readonly ReadRow<Row>[]): Promise<Verdict<undefined>[]> => {
    if (rows.length > commentsMax) throw fail('invalid', { fields: { file: commentModErrors.groupFull } })
    const names = [...new Set(rows.flatMap(({ row: { userName } }) => (userName ? [userName] : [])))]
    known = await people.byNames(names)
    some = rows.some(({ row }) => !row.userName) ? await people.some() : []
    unknownNames = names.filter((name) => !known.has(name))
    const lines = new Map<string, number>()
    return rows.map(({ line, row }): Verdict<undefined> => {
      const first = lines.get(keyOf(row))
      if (first !== undefined) {
        const reason = withValues(sheetErrors.rowTwice, { line: first })
        return { state: 'bad', errors: [{ column: 'commentText', reason }] }
      }
      lines.set(keyOf(row), line)
      if (!row.userName && some.length === 0)
        return { state: 'bad', errors: [{ column: 'userName', reason: commentModErrors.nobodyToSpeak }] }
      return { state: 'new', known: undefined }
    })
  }

  const result = await planImport<Row, undefined>({
    file: given.file,
    mode: given.mode,
    language: given.language,
    columns,
    schema: Row,
    validate,
    write: async (rows) => {
      const made = makeUsers && unknownNames.length > 0 ? await people.make(unknownNames) : undefined
      let dealt = 0
      comments = rows
        .map(({ row: { commentTime, userName, commentText } }): ScriptedComment => {
          const speaker = userName
            ? (known.get(userName) ?? made?.get(userName) ?? { name: userName, userImgId: '' })
            : some[dealt++ % some.length]
          return { userImgId: speaker?.userImgId ?? '', userName: speaker?.name ?? '', commentText, commentTime }
        })
        .toSorted((a, b) => a.commentTime - b.commentTime)
    },
  })
  return { ...result, comments, unknownNames }
}

export const exampleComments: Readonly<Record<Language, Parameters<typeof writeComments>[0]['comments']>> = {
  'zh-TW': [
    { commentTime: 12.5, userName: '小鹿媽咪', commentText: '晚安，準時來等開播' },
    { commentTime: 83.4, userName: '阿德', commentText: 'A01 +1' },
    { commentTime: 605, userName: '', commentText: '這個顏色現場看更美嗎？' },
  ],
  en: [
    { commentTime: 12.5, userName: 'Mei', commentText: 'Good evening, right on time' },
    { commentTime: 83.4, userName: 'Derek', commentText: 'A01 +1' },
    { commentTime: 605, userName: '', commentText: 'Is the colour even nicer in real life?' },
  ],
}
