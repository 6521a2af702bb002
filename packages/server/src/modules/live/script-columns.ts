import { OptionalLine } from '@kaimai/contract/common/fields.ts'
import type { Texts } from '@kaimai/contract/common/language.ts'
import { because, common } from '@kaimai/contract/common/error-text.ts'
import { PriceCellOrNone, WholeCellOrNone } from '@kaimai/contract/common/sheet-cells.ts'
import { commentModErrors } from '@kaimai/contract/comment-mod/comment-mod.errors.ts'
import { isDayPart, noteOfSheetTime, readSheetTime } from '@kaimai/contract/comment-mod/sheet-time.rules.ts'
import { LiveComment } from '@kaimai/contract/live/live.routes.ts'
import { scriptSheetErrors } from '@kaimai/contract/live/script-sheet.errors.ts'
import { giveawayLimits } from '@kaimai/contract/room/giveaway.schema.ts'
import { pollLimits } from '@kaimai/contract/room/poll.schema.ts'
import {
  readScriptTime,
  type ScriptKind,
  scriptKinds,
  showScriptTime,
} from '@kaimai/contract/live/script-sheet.rules.ts'
import { z } from 'zod'
import type { Language } from '@kaimai/contract/common/language.ts'
import { noteOfLostSign, noteOfOnlyDigits } from '../../platform/sheet/cell-notes.ts'
import type { CellContext, SheetColumn } from '../../platform/sheet/sheet-column.ts'
import { textOfValue } from '../../platform/sheet/cell-value.ts'

const noteOfTime = ({ text, above, mark }: CellContext) =>
  noteOfSheetTime({ text, above, shownAs: mark }, readScriptTime)

/** The columns of a programme's file: what a kind doesn't need stays empty. */
export const scriptColumns = [
  {
    key: 'time',
    title: { 'zh-TW': '時間', en: 'Time' },
    width: 12,
    aliases: ['秒數', '開始', 'start', 'second'],
    note: noteOfTime,
  },
  { key: 'until', title: { 'zh-TW': '結束', en: 'Until' }, width: 12, aliases: ['結束時間', 'end'], note: noteOfTime },
  { key: 'kind', title: { 'zh-TW': '種類', en: 'Kind' }, width: 14, required: true, aliases: ['類型', 'type'] },
  {
    key: 'name',
    title: { 'zh-TW': '名字', en: 'Name' },
    width: 18,
    literal: true,
    aliases: ['名稱', '暱稱', 'user'],
    note: noteOfLostSign,
  },
  {
    key: 'text',
    title: { 'zh-TW': '內容', en: 'Text' },
    width: 48,
    literal: true,
    aliases: ['留言內容', '留言', 'comment'],
    note: noteOfOnlyDigits,
  },
  {
    key: 'product',
    title: { 'zh-TW': '商品代碼', en: 'Product' },
    width: 24,
    literal: true,
    aliases: ['商品', '品名', 'keyword'],
  },
  {
    key: 'quantity',
    title: { 'zh-TW': '數量', en: 'Quantity' },
    width: 10,
    aliases: ['人數', '名額', 'count', 'winners'],
  },
  { key: 'price', title: { 'zh-TW': '直播價', en: 'Live price' }, kind: 'money', aliases: ['價格', 'price'] },
  { key: 'showLeft', title: { 'zh-TW': '顯示剩餘', en: 'Show stock' }, width: 12 },
  { key: 'url', title: { 'zh-TW': '連結', en: 'Link' }, width: 36, aliases: ['網址', 'url'] },
  { key: 'option1', title: { 'zh-TW': '選項 1', en: 'Option 1' }, width: 14, aliases: ['選項一'] },
  { key: 'option2', title: { 'zh-TW': '選項 2', en: 'Option 2' }, width: 14, aliases: ['選項二'] },
  { key: 'option3', title: { 'zh-TW': '選項 3', en: 'Option 3' }, width: 14, aliases: ['選項三'] },
  { key: 'option4', title: { 'zh-TW': '選項 4', en: 'Option 4' }, width: 14, aliases: ['選項四'] },
  { key: 'word', title: { 'zh-TW': '留言關鍵字', en: 'Word to say' }, width: 14, aliases: ['抽獎關鍵字', '關鍵字'] },
  { key: 'seconds', title: { 'zh-TW': '開放秒數', en: 'Seconds open' }, width: 12, aliases: ['投票秒數', '參加秒數'] },
  { key: 'place', title: { 'zh-TW': '清單順序', en: 'Place in list' }, width: 12 },
  { key: 'picture', title: { 'zh-TW': '頭像', en: 'Picture' }, width: 16 },
  { key: 'id', title: { 'zh-TW': '編號', en: 'ID' }, width: 16 },
] as const satisfies readonly SheetColumn[]

const Time = z.string().transform((text, context): number | null => {
  if (text.trim() === '') return null
  const time = readSheetTime(text, readScriptTime)
  if (time !== undefined) return time.seconds
  const { timePartOfDay, wrongTimecode } = commentModErrors
  context.addIssue({ code: 'custom', message: because(isDayPart(text) ? timePartOfDay : wrongTimecode) })
  return z.NEVER
})

const kinds = new Map<string, ScriptKind>()
for (const kind of Object.keys(scriptKinds) as ScriptKind[]) {
  const titles: Texts = scriptKinds[kind]
  for (const word of [kind, ...Object.values(titles)]) kinds.set(word.normalize('NFKC').toLowerCase(), kind)
}
const Kind = z.string().transform((text, context): ScriptKind => {
  const kind = kinds.get(text.normalize('NFKC').trim().toLowerCase())
  if (kind !== undefined) return kind
  context.addIssue({ code: 'custom', message: because(scriptSheetErrors.wrongKind) })
  return z.NEVER
})

const Whole = WholeCellOrNone.refine((count) => count === null || count >= 0, because(scriptSheetErrors.wrongCount))

const shownWords = {
  yes: new Set(['', '是', 'y', 'yes', 'true', '1', 'v', '✓']),
  no: new Set(['否', 'n', 'no', 'false', '0', 'x']),
}
/** An empty cell is a yes: as a new product begins. */
const ShowLeft = z.string().transform((text, context): boolean => {
  const word = text.normalize('NFKC').trim().toLowerCase()
  if (shownWords.yes.has(word)) return true
  if (shownWords.no.has(word)) return false
  context.addIssue({ code: 'custom', message: because(common.wrongChoice) })
  return z.NEVER
})

const Option = OptionalLine(pollLimits.optionCharacters).optional()

/** A row as it is read; which of its cells matter follows from its kind. */
export const ScriptRow = z.object({
  time: Time.optional(),
  until: Time.optional(),
  kind: Kind,
  name: OptionalLine(40).optional(),
  text: OptionalLine(300).optional(),
  product: OptionalLine(120).optional(),
  quantity: Whole.optional(),
  price: PriceCellOrNone.optional(),
  showLeft: ShowLeft.optional(),
  url: OptionalLine(300).optional(),
  option1: Option,
  option2: Option,
  option3: Option,
  option4: Option,
  word: OptionalLine(giveawayLimits.wordCharacters).optional(),
  seconds: Whole.optional(),
  place: Whole.optional(),
  picture: OptionalLine(80).optional(),
  /** What is no id is none: the line is new, or known by what it says. */
  id: LiveComment.shape.id.catch(undefined),
})
export type ScriptRow = z.output<typeof ScriptRow>

/** What a row stores, as an export writes it. */
export const storedScriptRow = (row: ScriptRow, language: Language): Record<string, string> => {
  const { time, until, price, name, text, product, quantity, seconds, place } = row
  return Object.fromEntries([
    ['kind', scriptKinds[row.kind][language]],
    ...Object.entries({ time, until }).flatMap(([key, at]) =>
      typeof at === 'number' ? [[key, showScriptTime(at)]] : [],
    ),
    ...Object.entries({ name, text, product }).flatMap(([key, words]) => (words === undefined ? [] : [[key, words]])),
    ...Object.entries({ quantity, seconds, place }).flatMap(([key, count]) =>
      typeof count === 'number' ? [[key, String(count)]] : [],
    ),
    ...(typeof price === 'number' ? [['price', textOfValue(price, 'money')]] : []),
  ])
}
