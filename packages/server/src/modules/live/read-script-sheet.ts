import type { Language } from '@kaimai/contract/common/language.ts'
import { common, withValues } from '@kaimai/contract/common/error-text.ts'
import type { Charset, ImportMode, ImportResult } from '@kaimai/contract/common/sheet.ts'
import { AudiencePoint, CallToAction, FakeTicket, LiveComment, LiveProduct } from '@kaimai/contract/live/live.routes.ts'
import { scriptSheetErrors } from '@kaimai/contract/live/script-sheet.errors.ts'
import { askedMax, LiveGiveaway, LivePoll } from '@kaimai/contract/live/live-asked.schema.ts'
import type { ScriptSheet } from '@kaimai/contract/live/script-sheet.routes.ts'
import { scriptLists } from '@kaimai/contract/live/script-sheet-merge.rules.ts'
import { type ScriptKind, scriptKinds } from '@kaimai/contract/live/script-sheet.rules.ts'
import { pollLimits } from '@kaimai/contract/room/poll.schema.ts'
import type { z } from 'zod'
import { errorTextOfIssue } from '../../platform/http/error-text-of-issue.ts'
import { type CellError, planImport, type ReadRow, type Verdict } from '../../platform/sheet/plan-import.ts'
import { scriptColumns, ScriptRow, storedScriptRow } from './script-columns.ts'
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
  poll: askedMax,
  giveaway: askedMax,
  audience: 2000,
}

/** How long a poll or giveaway is open whose line doesn’t say it. */
const defaultSeconds = 60

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
  question: 'text',
  options: 'option1',
  prize: 'text',
  winners: 'quantity',
  livePrice: 'price',
}

type Made =
  | { readonly kind: 'comment'; readonly thing: LiveComment }
  | { readonly kind: 'product'; readonly thing: z.output<typeof LiveProduct>; readonly place: number | null }
  | { readonly kind: 'purchase'; readonly thing: z.output<typeof FakeTicket> }
  | { readonly kind: 'call'; readonly thing: z.output<typeof CallToAction> }
  | { readonly kind: 'poll'; readonly thing: LivePoll }
  | { readonly kind: 'giveaway'; readonly thing: LiveGiveaway }
  | { readonly kind: 'audience'; readonly thing: z.output<typeof AudiencePoint> }

/** Products by their place in the list, all else by time; what is equal keeps the order of the file. */
const orderOf = (made: Made): number => {
  if (made.kind === 'product') return made.place ?? Number.POSITIVE_INFINITY
  return made.kind === 'comment' ? made.thing.commentTime : made.thing.at
}

/** The programme of a file: every row is read by what its kind must be in the contract, and keeps its line. Nothing is written. */
export const readScript = async (input: {
  readonly file: Uint8Array | undefined
  readonly charset?: Charset | undefined
  readonly mode: ImportMode
  readonly language: Language
  readonly products: readonly SheetProduct[]
  readonly people: ScriptPeople
}): Promise<ImportResult & { script: ScriptSheet; lines: Record<keyof ScriptSheet, number[]> }> => {
  const names = productNames(input.products)
  let good: { readonly line: number; readonly made: Made }[] = []
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
    const { id, kind, time = null, until = null, name = '', text = '', product = '', quantity = null, url = '' } = row
    const errors: CellError[] = []
    const take = <S extends z.ZodType>(schema: S, value: unknown): z.output<S> | undefined => {
      const parsed = schema.safeParse(value)
      if (parsed.success) return parsed.data
      for (const issue of parsed.error.issues) {
        const field = String(issue.path[0] ?? '')
        const column = columnOf[field] ?? field
        if (!errors.some((error) => error.column === column)) errors.push({ column, reason: errorTextOfIssue(issue) })
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
          const thing = take(LiveComment, { id, commentTime: at, userName: name, commentText: text, userImgId })
          return thing && { kind, thing }
        }
        case 'product': {
          const price = { livePrice: row.price ?? null, showLeft: row.showLeft ?? true }
          const thing = take(LiveProduct, { id, productId, showAt: time, hideAt: until, ...price })
          return thing && { kind, thing, place: row.place ?? null }
        }
        case 'purchase': {
          const thing = take(FakeTicket, { id, at, userName: name, productId, quantity: quantity ?? 1 })
          return thing && { kind, thing }
        }
        case 'call': {
          const thing = take(CallToAction, { id, at, until, text, url })
          return thing && { kind, thing }
        }
        case 'poll': {
          const options = [row.option1, row.option2, row.option3, row.option4].filter((option) => !!option)
          if (options.length < pollLimits.minOptions)
            errors.push({
              column: options.length === 0 ? 'option1' : 'option2',
              reason: withValues(scriptSheetErrors.fewOptions, { min: pollLimits.minOptions }),
            })
          const seconds = row.seconds ?? defaultSeconds
          const thing = errors.length > 0 ? undefined : take(LivePoll, { id, at, question: text, options, seconds })
          return thing && { kind, thing }
        }
        case 'giveaway': {
          const { word = '', seconds } = row
          const offer = { prize: text, word, winners: quantity ?? 1, seconds: seconds ?? defaultSeconds }
          const thing = take(LiveGiveaway, { id, at, ...offer })
          return thing && { kind, thing }
        }
        case 'audience': {
          if (quantity === null) errors.push({ column: 'quantity', reason: common.required })
          const thing = quantity === null ? undefined : take(AudiencePoint, { id, at, count: quantity })
          return thing && { kind, thing }
        }
      }
    })()
    return made ?? { errors }
  }

  const validate = async (rows: readonly ReadRow<ScriptRow>[]): Promise<Verdict<Made>[]> => {
    const spoken = new Set(rows.flatMap(({ row: { kind, name } }) => (kind === 'comment' && name ? [name] : [])))
    known = await input.people.byNames([...spoken])
    const counts = new Map<ScriptKind, number>()
    good = []
    return rows.map(({ line, row }): Verdict<Made> => {
      const made = make(row)
      if ('errors' in made) return { state: 'bad', errors: made.errors }
      const count = (counts.get(made.kind) ?? 0) + 1
      counts.set(made.kind, count)
      if (count > max[made.kind]) {
        const values = { max: max[made.kind].toLocaleString('en-US'), kind: scriptKinds[made.kind][input.language] }
        return {
          state: 'bad',
          errors: [{ column: 'kind', reason: withValues(scriptSheetErrors.tooManyOfKind, values) }],
        }
      }
      good.push({ line, made })
      return { state: 'new', known: made }
    })
  }

  const result = await planImport<ScriptRow, Made>({
    file: input.file,
    mode: input.mode,
    language: input.language,
    columns: scriptColumns,
    schema: ScriptRow,
    charset: input.charset,
    stored: (row) => storedScriptRow(row, input.language),
    validate,
    write: async () => undefined,
  })
  const ordered = good.toSorted((a, b) => {
    const [one, other] = [orderOf(a.made), orderOf(b.made)]
    return one === other ? 0 : one - other
  })
  const script: ScriptSheet = {
    commentList: [],
    productList: [],
    fakeTicket: [],
    callToAction: [],
    poll: [],
    giveaway: [],
    audienceCurve: [],
  }
  for (const { made } of ordered) {
    if (made.kind === 'comment') script.commentList.push(made.thing)
    else if (made.kind === 'product') script.productList.push(made.thing)
    else if (made.kind === 'purchase') script.fakeTicket.push(made.thing)
    else if (made.kind === 'call') script.callToAction.push(made.thing)
    else if (made.kind === 'poll') script.poll.push(made.thing)
    else if (made.kind === 'giveaway') script.giveaway.push(made.thing)
    else script.audienceCurve.push(made.thing)
  }
  const linesOf = (list: keyof ScriptSheet) =>
    ordered.flatMap(({ line, made }) => (made.kind === scriptLists[list] ? [line] : []))
  const lines = {
    commentList: linesOf('commentList'),
    productList: linesOf('productList'),
    fakeTicket: linesOf('fakeTicket'),
    callToAction: linesOf('callToAction'),
    poll: linesOf('poll'),
    giveaway: linesOf('giveaway'),
    audienceCurve: linesOf('audienceCurve'),
  }
  return { ...result, script, lines }
}
