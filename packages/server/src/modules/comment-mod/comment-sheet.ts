import type { ScriptedComment } from '@kaimai/contract/comment-mod/comment-mod.routes.ts'
import { commentModErrors } from '@kaimai/contract/comment-mod/comment-mod.errors.ts'
import { isDayPart, noteOfSheetTime, readSheetTime } from '@kaimai/contract/comment-mod/sheet-time.rules.ts'
import { readTimecode, showSheetTime } from '@kaimai/contract/comment-mod/timecode.rules.ts'
import { Line, OptionalLine } from '@kaimai/contract/common/fields.ts'
import type { Language } from '@kaimai/contract/common/language.ts'
import { because, common } from '@kaimai/contract/common/error-text.ts'
import type { SheetFormat } from '@kaimai/contract/common/sheet.ts'
import { z } from 'zod'
import { noteOfLostSign, noteOfOnlyDigits } from '../../platform/sheet/cell-notes.ts'
import type { CellContext, SheetColumn } from '../../platform/sheet/sheet-column.ts'
import { writeSheet } from '../../platform/sheet/write-sheet.ts'

export const commentColumns = [
  {
    key: 'commentTime',
    title: { 'zh-TW': '時間', en: 'Time' },
    width: 12,
    required: true,
    aliases: ['秒數', '時間（分:秒）', 'second', 'timecode'],
    note: ({ text, above, mark }: CellContext) => noteOfSheetTime({ text, above, shownAs: mark }, readTimecode),
  },
  {
    key: 'userName',
    title: { 'zh-TW': '虛擬觀眾', en: 'Virtual user' },
    width: 20,
    literal: true,
    aliases: ['名稱', '暱稱', 'name', 'user'],
    note: noteOfLostSign,
  },
  {
    key: 'commentText',
    title: { 'zh-TW': '留言內容', en: 'Comment' },
    width: 60,
    literal: true,
    required: true,
    aliases: ['留言', '內容', 'text'],
    note: noteOfOnlyDigits,
  },
] as const satisfies readonly SheetColumn[]

/** Times without a fraction are read too; a file that a spreadsheet program has touched writes 0:01:23 for 01:23. */
const Time = z.string().transform((text, context) => {
  if (text === '') {
    context.addIssue({ code: 'custom', message: because(common.required) })
    return z.NEVER
  }
  const time = readSheetTime(text, readTimecode)
  if (time !== undefined) return time.seconds
  const { timePartOfDay, wrongTimecode } = commentModErrors
  context.addIssue({ code: 'custom', message: because(isDayPart(text) ? timePartOfDay : wrongTimecode) })
  return z.NEVER
})

export const SheetComment = z.object({
  commentTime: Time,
  userName: OptionalLine(40).optional(),
  commentText: Line(300),
})
export type SheetComment = z.output<typeof SheetComment>

/** What a row stores, as an export writes it. */
export const storedComment = ({ commentTime, userName, commentText }: SheetComment): Record<string, string> => ({
  commentTime: showSheetTime(commentTime),
  ...(userName === undefined ? {} : { userName }),
  commentText,
})

export const writeComments = (sheet: {
  readonly format: SheetFormat
  readonly language: Language
  readonly name: string
  readonly comments: readonly Pick<ScriptedComment, 'userName' | 'commentText' | 'commentTime'>[]
}) => {
  const [time, user, text] = commentColumns
  return writeSheet<(typeof sheet.comments)[number]>({
    format: sheet.format,
    name: sheet.name,
    language: sheet.language,
    columns: [
      { ...time, value: ({ commentTime }) => showSheetTime(commentTime) },
      { ...user, value: ({ userName }) => userName },
      { ...text, value: ({ commentText }) => commentText },
    ],
    rows: sheet.comments,
  })
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
