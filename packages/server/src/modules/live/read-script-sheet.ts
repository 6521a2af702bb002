import { ScriptedComment } from '@kaimai/contract/comment-mod/comment-mod.routes.ts'
import type { Language } from '@kaimai/contract/common/language.ts'
import { common, withValues } from '@kaimai/contract/common/error-text.ts'
import type { ImportMode, ImportResult } from '@kaimai/contract/common/sheet.ts'
import { AudiencePoint, CallToAction, FakeTicket, LiveProduct } from '@kaimai/contract/live/live.routes.ts'
import { scriptSheetErrors } from '@kaimai/contract/live/script-sheet.errors.ts'
import type { ScriptSheet } from '@kaimai/contract/live/script-sheet.routes.ts'
import { type ScriptKind, scriptKinds } from '@kaimai/contract/live/script-sheet.rules.ts'
import type { z } from 'zod'
import { errorTextOfIssue } from '../../platform/http/error-text-of-issue.ts'
import { type CellError, planImport, type ReadRow, type Verdict } from '../../platform/sheet/plan-import.ts'
import { scriptColumns, ScriptRow } from './script-columns.ts'
import { productNames, type SheetProduct } from './sheet-products.ts'

interface SheetSpeaker {
  readonly name: string
  readonly userImgId: string
}

export interface ScriptPeople {
  readonly byNames: (names: readonly string[]) => Promise<ReadonlyMap<string, SheetSpeaker>>
}

const max: Readonly<Record<ScriptKind, number>> = {
  comment: 5000,
  product: 200,
  purchase: 2000,
  call: 500,
  audience: 2000,
}

/** Which column a field of the contract stands in. */
const columnOf: Readonly<Record<string, string>> = {
  commentTime: 'time',
  at: 'time',
  showAt: 'time',
  hideAt: 'until',
  userName: 'name',
  commentText: 'text',
  userImgId: 'picture',
  count: 'quantity',
  livePrice: 'price',
}

type Made =
  | { readonly kind: 'comment'; readonly thing: ScriptedComment }
  | { readonly kind: 'product'; readonly thing: z.output<typeof LiveProduct>; readonly place: number | null }
  | { readonly kind: 'purchase'; readonly thing: z.output<typeof FakeTicket> }
  | { readonly kind: 'call'; readonly thing: z.output<typeof CallToAction> }
  | { readonly kind: 'audience'; readonly thing: z.output<typeof AudiencePoint> }

/** The programme of a file: every row is read by what its kind must be in the contract. Nothing is written. */
export const readScript = async (given: {
  readonly file: Uint8Array | undefined
  readonly mode: ImportMode
  readonly language: Language
  readonly products: readonly SheetProduct[]
  readonly people: ScriptPeople
}): Promise<ImportResult & { script: ScriptSheet }> => {
  const names = productNames(given.products)
  const script: ScriptSheet = { commentList: [], productList: [], fakeTicket: [], callToAction: [], audienceCurve: [] }
  let known: ReadonlyMap<string, SheetSpeaker> = new Map()

  const productOf = (word: string): { id: string } | { error: CellError } => {
    const found = names.find(word)
    const [first] = found
    if (word === '') return { error: { column: 'product', reason: common.required } }
    if (first === undefined) {
      return { error: { column: 'product', reason: withValues(scriptSheetErrors.noSuchProduct, { name: word }) } }
    }
    return found.length > 1
      ? { error: { column: 'product', reason: withValues(scriptSheetErrors.twoSuchProducts, { name: word }) } }
      : { id: first.id }
  }

  const make = (row: ScriptRow): Made | { readonly errors: readonly CellError[] } => {
    const { kind, time = null, until = null, name = '', text = '', product = '', quantity = null, url = '' } = row
    const errors: CellError[] = []
    const take = <S extends z.ZodType>(schema: S, value: unknown): z.output<S> | undefined => {
      const parsed = schema.safeParse(value)
      if (parsed.success) return parsed.data
      for (const issue of parsed.error.issues) {
        const field = String(issue.path[0] ?? '')
        errors.push({ column: columnOf[field] ?? field, reason: errorTextOfIssue(issue) })
      }
      return undefined
    }
    if (time === null && kind !== 'product') errors.push({ column: 'time', reason: common.required })
    if (until !== null && (time === null || until <= time) && (kind === 'product' || kind === 'call'))
      errors.push({ column: 'until', reason: scriptSheetErrors.endsFirst })
    const at = time ?? 0
    const sold = kind === 'product' || kind === 'purchase' ? productOf(product) : { id: '' }
    if ('error' in sold) errors.push(sold.error)
    if (errors.length > 0) return { errors }
    const productId = 'id' in sold ? sold.id : ''
    const made = ((): Made | undefined => {
      switch (kind) {
        case 'comment': {
          const userImgId = row.picture || (known.get(name)?.userImgId ?? '')
          const thing = take(ScriptedComment, { commentTime: at, userName: name, commentText: text, userImgId })
          return thing && { kind, thing }
        }
        case 'product': {
          const price = { livePrice: row.price ?? null, showLeft: row.showLeft ?? true }
          const thing = take(LiveProduct, { productId, showAt: time, hideAt: until, ...price })
          return thing && { kind, thing, place: row.place ?? null }
        }
        case 'purchase': {
          const thing = take(FakeTicket, { at, userName: name, productId, quantity: quantity ?? 1 })
          return thing && { kind, thing }
        }
        case 'call': {
          const thing = take(CallToAction, { at, until, text, url })
          return thing && { kind, thing }
        }
        case 'audience': {
          if (quantity === null) errors.push({ column: 'quantity', reason: common.required })
          const thing = quantity === null ? undefined : take(AudiencePoint, { at, count: quantity })
          return thing && { kind, thing }
        }
      }
    })()
    return made ?? { errors }
  }

  const validate = async (rows: readonly ReadRow<ScriptRow>[]): Promise<Verdict<Made>[]> => {
    const spoken = new Set(rows.flatMap(({ row: { kind, name } }) => (kind === 'comment' && name ? [name] : [])))
    known = await given.people.byNames([...spoken])
    const counts = new Map<ScriptKind, number>()
    return rows.map(({ row }): Verdict<Made> => {
      const made = make(row)
      if ('errors' in made) return { state: 'bad', errors: made.errors }
      const count = (counts.get(made.kind) ?? 0) + 1
      counts.set(made.kind, count)
      if (count > max[made.kind]) {
        const values = { max: max[made.kind].toLocaleString('en-US'), kind: scriptKinds[made.kind][given.language] }
        return {
          state: 'bad',
          errors: [{ column: 'kind', reason: withValues(scriptSheetErrors.tooManyOfKind, values) }],
        }
      }
      return { state: 'new', known: made }
    })
  }

  const result = await planImport<ScriptRow, Made>({
    file: given.file,
    mode: given.mode,
    language: given.language,
    columns: scriptColumns,
    schema: ScriptRow,
    validate,
    write: async (rows) => {
      const products: { thing: z.output<typeof LiveProduct>; place: number }[] = []
      for (const { known: made } of rows) {
        if (made.kind === 'comment') script.commentList.push(made.thing)
        else if (made.kind === 'purchase') script.fakeTicket.push(made.thing)
        else if (made.kind === 'call') script.callToAction.push(made.thing)
        else if (made.kind === 'audience') script.audienceCurve.push(made.thing)
        else products.push({ thing: made.thing, place: made.place ?? Number.POSITIVE_INFINITY })
      }
      script.productList = products
        .toSorted((a, b) => (a.place === b.place ? 0 : a.place - b.place))
        .map(({ thing }) => thing)
      script.commentList.sort((a, b) => a.commentTime - b.commentTime)
      for (const list of [script.fakeTicket, script.callToAction, script.audienceCurve])
        list.sort((a, b) => a.at - b.at)
    },
  })
  return { ...result, script }
}
