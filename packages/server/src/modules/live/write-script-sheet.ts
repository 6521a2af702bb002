import type { Language } from '@kaimai/contract/common/language.ts'
import type { SheetFormat } from '@kaimai/contract/common/sheet.ts'
import type { ScriptSheet } from '@kaimai/contract/live/script-sheet.routes.ts'
import { type ScriptKind, scriptKinds, showScriptTime } from '@kaimai/contract/live/script-sheet.rules.ts'
import type { z } from 'zod'
import { writeSheet } from '../../platform/sheet/write-sheet.ts'
import { scriptColumns } from './script-columns.ts'
import { productNames, type SheetProduct } from './sheet-products.ts'

/** A programme as rows: what of it a file can hold. */
type Row = { readonly kind: ScriptKind; readonly at: number | null } & Partial<{
  readonly until: number | null
  readonly name: string
  readonly text: string
  readonly productId: string
  readonly quantity: number
  readonly price: number | null
  readonly showLeft: boolean
  readonly url: string
  readonly place: number
  readonly picture: string
}>

type Lists = z.input<typeof ScriptSheet>

const rowsOf = (script: Lists): Row[] => {
  const rows: Row[] = [
    ...script.commentList.map(
      ({ commentTime, userName, commentText, userImgId }): Row => ({
        kind: 'comment',
        at: commentTime,
        name: userName,
        text: commentText,
        picture: userImgId,
      }),
    ),
    ...script.productList.map(
      ({ productId, showAt, hideAt, livePrice = null, showLeft = true }, index): Row => ({
        kind: 'product',
        at: showAt,
        until: hideAt,
        productId,
        price: livePrice,
        showLeft,
        place: index + 1,
      }),
    ),
    ...script.fakeTicket.map(
      ({ at, userName, productId, quantity }): Row => ({ kind: 'purchase', at, name: userName, productId, quantity }),
    ),
    ...script.callToAction.map(({ at, until = null, text, url }): Row => ({ kind: 'call', at, until, text, url })),
    ...script.audienceCurve.map(({ at, count }): Row => ({ kind: 'audience', at, quantity: count })),
  ]
  const order = (row: Row) => row.at ?? Number.POSITIVE_INFINITY
  return rows.toSorted((a, b) => (order(a) === order(b) ? 0 : order(a) - order(b)))
}

const yesNo = { 'zh-TW': { yes: '是', no: '否' }, en: { yes: 'yes', no: 'no' } } as const

export const writeScript = (given: {
  readonly format: SheetFormat
  readonly language: Language
  readonly name: string
  readonly script: Lists
  readonly products: readonly SheetProduct[]
}) => {
  const names = productNames(given.products)
  const words = yesNo[given.language]
  const valueOf: Readonly<Record<(typeof scriptColumns)[number]['key'], (row: Row) => string | number | null>> = {
    time: ({ at }) => (at === null ? null : showScriptTime(at)),
    until: ({ until = null }) => (until === null ? null : showScriptTime(until)),
    kind: ({ kind }) => scriptKinds[kind][given.language],
    name: ({ name = '' }) => name,
    text: ({ text = '' }) => text,
    product: ({ productId }) => (productId === undefined ? null : names.wordOf(productId)),
    quantity: ({ quantity }) => (quantity === undefined ? null : String(quantity)),
    price: ({ price = null }) => price,
    showLeft: ({ showLeft }) => (showLeft === undefined ? null : showLeft ? words.yes : words.no),
    url: ({ url = '' }) => url,
    place: ({ place }) => (place === undefined ? null : String(place)),
    picture: ({ picture = '' }) => picture,
  }
  return writeSheet<Row>({
    format: given.format,
    name: given.name,
    language: given.language,
    columns: scriptColumns.map((column) => ({ ...column, value: valueOf[column.key] })),
    rows: rowsOf(given.script),
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
    audienceCurve: [{ at: 0, count: 60 }],
  }
}
