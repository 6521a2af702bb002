import type { Language } from '@kaimai/contract/common/language.ts'
import type { Charset } from '@kaimai/contract/common/sheet.ts'
import type { SendingList } from '@kaimai/contract/sending/sending.routes.ts'
import { listLine, type SendingChannel, sendingLimits } from '@kaimai/contract/sending/sending.rules.ts'
import { z } from 'zod'
import { readLines } from '../../platform/sheet/read-lines.ts'
import type { SheetColumn } from '../../platform/sheet/sheet-column.ts'

const addresses: Readonly<Record<SendingChannel, Pick<SheetColumn, 'title' | 'aliases'>>> = {
  email: {
    title: { 'zh-TW': '電子郵件', en: 'Email' },
    aliases: ['電子信箱', '信箱', 'E-mail', 'Mail', 'Email address'],
  },
  sms: {
    title: { 'zh-TW': '手機', en: 'Phone' },
    aliases: ['手機號碼', '電話', '行動電話', 'Mobile', 'Mobile number', 'Phone number'],
  },
}
const columnsOf = (channel: SendingChannel): readonly SheetColumn[] => [
  { key: 'address', required: true, ...addresses[channel] },
  { key: 'name', title: { 'zh-TW': '姓名', en: 'Name' }, aliases: ['名字', '稱呼', 'Full name'] },
  { key: 'language', title: { 'zh-TW': '語言', en: 'Language' } },
]

// What a cell holds is judged with the list, where it is counted by reason.
const cell = z.string().default('')
const Row = z.object({ address: cell, name: cell, language: cell })

/** People of a file, as a list that is pasted. Throws `invalid` with field `file` for what is no sheet, or has no addresses. */
export const readList = async (
  file: Uint8Array | undefined,
  { channel, charset }: { readonly channel: SendingChannel; readonly charset?: Charset | undefined },
  language: Language,
): Promise<z.input<typeof SendingList>> => {
  const { lines, source } = await readLines({
    file,
    charset,
    language,
    columns: columnsOf(channel),
    schema: Row,
    rows: sendingLimits.lines,
  })
  const text = lines.flatMap(({ parsed }) => (parsed.isGood ? [listLine(parsed.row)] : [])).join('\n')
  return { text, rows: lines.length, source }
}
