import type { Language } from '@kaimai/contract/common/language.ts'
import type { Charset } from '@kaimai/contract/common/sheet.ts'
import type { SendingList } from '@kaimai/contract/sending/sending.routes.ts'
import { listLine, sendingLimits } from '@kaimai/contract/sending/sending.rules.ts'
import { z } from 'zod'
import { readLines } from '../../platform/sheet/read-lines.ts'
import type { SheetColumn } from '../../platform/sheet/sheet-column.ts'

const columns: readonly SheetColumn[] = [
  {
    key: 'email',
    title: { 'zh-TW': '電子郵件', en: 'Email' },
    required: true,
    aliases: ['電子信箱', '信箱', 'E-mail', 'Mail', 'Email address'],
  },
  { key: 'name', title: { 'zh-TW': '姓名', en: 'Name' }, aliases: ['名字', '稱呼', 'Full name'] },
  { key: 'language', title: { 'zh-TW': '語言', en: 'Language' } },
]

// What a cell holds is judged with the list, where it is counted by reason.
const cell = z.string().default('')
const Row = z.object({ email: cell, name: cell, language: cell })

/** People of a file, as a list that is pasted. Throws `invalid` with field `file` for what is no sheet, or has no e-mails. */
export const readList = async (
  file: Uint8Array | undefined,
  charset: Charset | undefined,
  language: Language,
): Promise<z.input<typeof SendingList>> => {
  const { lines, source } = await readLines({
    file,
    charset,
    language,
    columns,
    schema: Row,
    rows: sendingLimits.lines,
  })
  const text = lines.flatMap(({ parsed }) => (parsed.isGood ? [listLine(parsed.row)] : [])).join('\n')
  return { text, rows: lines.length, source }
}
