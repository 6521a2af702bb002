import type { Language } from '@kaimai/contract/common/language.ts'
import type { SheetFormat } from '@kaimai/contract/common/sheet.ts'
import type { ScriptSheet } from '@kaimai/contract/live/script-sheet.routes.ts'
import { scriptRowIds } from '@kaimai/contract/live/script-sheet-merge.rules.ts'
import { type ScriptKind, scriptKinds, showScriptTime } from '@kaimai/contract/live/script-sheet.rules.ts'
import type { z } from 'zod'
import { writeSheet } from '../../platform/sheet/write-sheet.ts'
import { scriptColumns } from './script-columns.ts'
import { productNames, type SheetProduct } from './sheet-products.ts'

/** A programme as rows: what of it a file can hold. */
type Row = { readonly id: string; readonly kind: ScriptKind; readonly at: number | null } & Partial<{
  readonly until: number | null
  readonly name: string
  readonly text: string
  readonly productId: string
  readonly quantity: number
  readonly price: number | null
  readonly showLeft: boolean
  readonly url: string
  readonly options: readonly string[]
  readonly word: string
  readonly seconds: number
  readonly place: number
  readonly picture: string
}>

type Lists = z.input<typeof ScriptSheet>

const rowsOf = (script: Lists): Row[] => {
  const ids = {
    comment: scriptRowIds('commentList', script.commentList),
    product: scriptRowIds('productList', script.productList),
    ticket: scriptRowIds('fakeTicket', script.fakeTicket),
    call: scriptRowIds('callToAction', script.callToAction),
    poll: scriptRowIds('poll', script.poll),
    giveaway: scriptRowIds('giveaway', script.giveaway),
    point: scriptRowIds('audienceCurve', script.audienceCurve),
  }
  const rows: Row[] = [
    ...script.commentList.map(
      (row): Row => ({
        id: ids.comment.get(row) ?? '',
        kind: 'comment',
        at: row.commentTime,
        name: row.userName,
        text: row.commentText,
        picture: row.userImgId,
      }),
    ),
    ...script.productList.map(
      (row, index): Row => ({
        id: ids.product.get(row) ?? '',
        kind: 'product',
        at: row.showAt,
        until: row.hideAt,
        productId: row.productId,
        price: row.livePrice ?? null,
        showLeft: row.showLeft ?? true,
        place: index + 1,
      }),
    ),
    ...script.fakeTicket.map(
      (row): Row => ({
        id: ids.ticket.get(row) ?? '',
        kind: 'purchase',
        at: row.at,
        name: row.userName,
        productId: row.productId,
        quantity: row.quantity,
      }),
    ),
    ...script.callToAction.map(
      (row): Row => ({
        id: ids.call.get(row) ?? '',
        kind: 'call',
        at: row.at,
        until: row.until ?? null,
        text: row.text,
        url: row.url,
      }),
    ),
    ...script.poll.map(
      (row): Row => ({
        id: ids.poll.get(row) ?? '',
        kind: 'poll',
        at: row.at,
        text: row.question,
        options: row.options,
        seconds: row.seconds,
      }),
    ),
    ...script.giveaway.map(
      (row): Row => ({
        id: ids.giveaway.get(row) ?? '',
        kind: 'giveaway',
        at: row.at,
        text: row.prize,
        word: row.word,
        quantity: row.winners,
        seconds: row.seconds,
      }),
    ),
    ...script.audienceCurve.map(
      (row): Row => ({ id: ids.point.get(row) ?? '', kind: 'audience', at: row.at, quantity: row.count }),
    ),
  ]
  const order = (row: Row) => row.at ?? Number.POSITIVE_INFINITY
  return rows.toSorted((a, b) => (order(a) === order(b) ? 0 : order(a) - order(b)))
}

const yesNo = { 'zh-TW': { yes: '是', no: '否' }, en: { yes: 'yes', no: 'no' } } as const

export const writeScript = (sheet: {
  readonly format: SheetFormat
  readonly language: Language
  readonly name: string
  readonly script: Lists
  readonly products: readonly SheetProduct[]
  /** Lines to be written over: they have no ids. */
  readonly isExample?: boolean
}) => {
  const names = productNames(sheet.products)
  const words = yesNo[sheet.language]
  const valueOf: Readonly<Record<(typeof scriptColumns)[number]['key'], (row: Row) => string | number | null>> = {
    time: ({ at }) => (at === null ? null : showScriptTime(at)),
    until: ({ until = null }) => (until === null ? null : showScriptTime(until)),
    kind: ({ kind }) => scriptKinds[kind][sheet.language],
    name: ({ name = '' }) => name,
    text: ({ text = '' }) => text,
    product: ({ productId }) => (productId === undefined ? null : names.wordOf(productId)),
    quantity: ({ quantity }) => (quantity === undefined ? null : String(quantity)),
    price: ({ price = null }) => price,
    showLeft: ({ showLeft }) => (showLeft === undefined ? null : showLeft ? words.yes : words.no),
    url: ({ url = '' }) => url,
    option1: ({ options }) => options?.[0] ?? null,
    option2: ({ options }) => options?.[1] ?? null,
    option3: ({ options }) => options?.[2] ?? null,
    option4: ({ options }) => options?.[3] ?? null,
    word: ({ word = '' }) => word,
    seconds: ({ seconds }) => (seconds === undefined ? null : String(seconds)),
    place: ({ place }) => (place === undefined ? null : String(place)),
    picture: ({ picture = '' }) => picture,
    id: ({ id }) => (sheet.isExample ? '' : id),
  }
  return writeSheet<Row>({
    format: sheet.format,
    name: sheet.name,
    language: sheet.language,
    columns: scriptColumns.map((column) => ({ ...column, value: valueOf[column.key] })),
    rows: rowsOf(sheet.script),
  })
}

/** A line of each kind. */
export const exampleScript = (language: Language, product: SheetProduct | undefined): Lists => {
  const productId = product?.id ?? 'A01'
  const isChinese = language === 'zh-TW'
  return {
    commentList: [
      {
        commentTime: 12.5,
        userName: isChinese ? '小鹿媽咪' : 'Mei',
        commentText: isChinese ? '晚安，準時來等開播' : 'Good evening, right on time',
        userImgId: '',
      },
    ],
    productList: [{ productId, showAt: 60, hideAt: 300, livePrice: null, showLeft: true }],
    fakeTicket: [{ at: 95, userName: isChinese ? '林*君' : 'L. Chen', productId, quantity: 1 }],
    callToAction: [{ at: 120, until: 180, text: isChinese ? '領 NT$100 折價券' : 'Get NT$100 off', url: '' }],
    poll: [
      {
        at: 200,
        question: isChinese ? '先介紹哪一件？' : 'Which one first?',
        options: isChinese ? ['第一件', '第二件'] : ['The first', 'The second'],
        seconds: 60,
      },
    ],
    giveaway: [
      {
        at: 400,
        prize: isChinese ? '神秘小禮' : 'A small surprise',
        word: isChinese ? '我要' : 'me',
        winners: 1,
        seconds: 60,
      },
    ],
    audienceCurve: [{ at: 0, count: 60 }],
  }
}
