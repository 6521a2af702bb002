import { fail } from '@kaimai/contract/common/error.ts'
import type { Currency } from '@kaimai/contract/common/money.ts'
import { withValues } from '@kaimai/contract/common/error-text.ts'
import type { Language } from '@kaimai/contract/common/language.ts'
import type { RawContent } from '@kaimai/contract/common/route.ts'
import { taipeiDay } from '@kaimai/contract/common/taipei.ts'
import { monthsUntil, taipeiMonth } from '@kaimai/contract/figure/cohort.rules.ts'
import { CohortQuery } from '@kaimai/contract/figure/cohort.schema.ts'
import { figureErrors } from '@kaimai/contract/figure/figure.errors.ts'
import {
  type FigureRows,
  type FigureRowsExport,
  type FigureRowsQuery,
  type RowFigure,
  viewDaysKept,
} from '@kaimai/contract/figure/figure-rows.schema.ts'
import { secondsOfShowing, showingsOf } from '@kaimai/contract/figure/script-sales.rules.ts'
import { actorOf, type Audit } from '../../platform/audit/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { FirmCaller } from '../../platform/http/caller.ts'
import { streamSheet } from '../../platform/sheet/stream-sheet.ts'
import { writeSheet } from '../../platform/sheet/write-sheet.ts'
import type { FirmService } from '../firm/firm.service.ts'
import { type PersonList, personsBehind, type StepOfPerson } from './person-list.ts'
import type { CohortStore } from './cohort.store.ts'
import type { CommentRowStore, WhichComments } from './comment-rows.store.ts'
import { firstViewAt, newestViews, type View, viewCount } from './population-views.ts'
import type { Population } from './population.ts'
import type { PopulationStore } from './population.store.ts'
import {
  type FigureRowStore,
  type MoneyFigure,
  type MoneyRow,
  type RowPage,
  viewAt,
  type WhichMoney,
} from './figure-rows.store.ts'
import { nobody, personsIn, type Wanted } from './figure-persons.ts'
import type { FigureScope } from './figure-scope.ts'
import type { FigureScopes, ScopeQuery } from './figure-scopes.ts'
import { type FoundRow, rowColumns, rowsTitle } from './figure-sheet.ts'
import type { LinkOrderStore } from './link-orders.store.ts'
import type { FigureLive } from './shop.store.ts'
import type { Stage } from './stage.ts'

export interface FigureRowsDeps {
  readonly db: Database
  readonly clock: Clock
  readonly audit: Audit
  readonly scopes: FigureScopes
  readonly populations: Pick<PopulationStore, 'of'>
  readonly people: Pick<CohortStore, 'persons' | 'personsLater'>
  readonly rows: FigureRowStore
  readonly linkOrders: LinkOrderStore
  readonly comments: CommentRowStore
  readonly stage: Pick<Stage, 'moments'>
  readonly firms: Pick<FirmService, 'publicFirm'>
}

/** Read at once while they are exported. */
const rowsAtOnce = 2_000
/** Of one file. */
const rowsMax = 200_000
const dayMs = 86_400_000

const blank = {
  at: null,
  name: '',
  step: null,
  association: '',
  orderNo: '',
  comment: null,
  amount: null,
  currency: null,
  pieces: null,
  view: null,
}

const isMoney = (figure: RowFigure): figure is MoneyFigure =>
  figure === 'orders' || figure === 'payments' || figure === 'refunds'

// Of these there are the most: a spread costs more than to read them.
const rowOfMoney = (act: MoneyRow): FoundRow => ({
  id: act.id,
  at: act.at === null ? null : new Date(act.at),
  name: act.name,
  step: null,
  association: act.association,
  orderNo: act.orderNo,
  comment: null,
  amount: act.amount,
  currency: act.currency,
  pieces: act.pieces,
  view: null,
})

/** Rows that are to be read: persons, acts of money, orders of partners' links, comments, or views. */
interface Found {
  readonly figure: RowFigure
  readonly scope: FigureScope
  readonly persons: PersonList | undefined
  readonly money: WhichMoney | undefined
  /** Of orders of partners' links, those in which currency. */
  readonly linkCurrency: Currency | undefined
  readonly said: WhichComments | undefined
  /** Whose views they are. */
  readonly views: Population | undefined
}

/** What the figures were counted from: as a list and as a file. */
export const createFigureRows = (deps: FigureRowsDeps) => {
  const { db, clock, audit, scopes, populations, people, rows, linkOrders, comments, stage, firms } = deps

  /** Of payments, which are asked for. Throws `notFound` for a time on the stage that there was not. */
  const moneyIn = async (
    figure: MoneyFigure,
    { productId, showing, placed }: Wanted,
    { firmId }: FigureScope,
    live: FigureLive | undefined,
  ): Promise<WhichMoney> => {
    const currencyOfFirm = async () => (await firms.publicFirm(firmId)).currency
    if (placed !== undefined)
      return { figure, productId, placed: { seconds: [placed], currency: await currencyOfFirm() } }
    if (showing === undefined || live === undefined) return { figure, productId }
    const showings = showingsOf(await stage.moments(firmId, live))
    const one =
      showing === 'none'
        ? undefined
        : showings.find((each) => each.productId === showing.productId && each.fromSecond === showing.fromSecond)
    if (showing !== 'none' && one === undefined) throw fail('notFound')
    const placedThen = { seconds: secondsOfShowing(showings, one), currency: await currencyOfFirm() }
    return { figure, productId, placed: placedThen }
  }

  const cohortOf = (firmId: string, { cohort = '', month = cohort, monthsLater }: Wanted): Promise<PersonList> => {
    if (monthsLater === undefined) return people.persons(firmId, cohort, month)
    const running = taipeiMonth(clock.ms())
    const [from = running] = monthsUntil(running, CohortQuery.parse({}).months)
    return people.personsLater(firmId, from, monthsLater, running)
  }

  /** So many of them after the one that a cursor names. */
  const pageOf = async (
    firmId: string,
    persons: PersonList,
    { after, limit }: RowPage,
  ): Promise<readonly StepOfPerson[]> => {
    const key = after === undefined ? 0 : ((await rows.keyOf(firmId, after)) ?? 0)
    return personsBehind(persons, key, limit)
  }

  /** What a figure is of. Throws `notFound` for a live of others, `forbidden` for money that the caller may not see. */
  const found = async (caller: FirmCaller, wanted: Wanted & ScopeQuery): Promise<Found> => {
    const { figure } = wanted
    const isOfLinks = figure === 'associationOrders'
    if ((isMoney(figure) || isOfLinks) && !caller.can('order', 'read')) throw fail('forbidden')
    const { scope, chosen } = await scopes.of(caller.id, wanted)
    const none = {
      figure,
      scope,
      persons: undefined,
      money: undefined,
      linkCurrency: undefined,
      said: undefined,
      views: undefined,
    }
    if (figure === 'comments') return { ...none, said: { liveId: chosen?.live.id ?? '', seconds: wanted.said } }
    if (isOfLinks) return { ...none, linkCurrency: (await firms.publicFirm(caller.id)).currency }
    if (isMoney(figure)) return { ...none, money: await moneyIn(figure, wanted, scope, chosen?.live) }
    if (figure === 'cohort') return { ...none, persons: await cohortOf(caller.id, wanted) }
    const population = await populations.of(scope)
    return figure === 'views'
      ? { ...none, views: population }
      : { ...none, persons: personsIn(population, scope, wanted) }
  }

  const viewRows = async (scope: FigureScope, each: readonly View[]): Promise<FoundRow[]> =>
    (await rows.views(scope, each)).map(({ id, at, association, ...view }) => ({ ...blank, id, at, association, view }))

  const read = async (
    { scope, persons, money, linkCurrency, said, views }: Found,
    page: RowPage,
  ): Promise<FoundRow[]> => {
    if (persons !== undefined)
      return (await rows.persons(scope.firmId, await pageOf(scope.firmId, persons, page))).map((person) => ({
        ...blank,
        ...person,
      }))
    if (views !== undefined) return viewRows(scope, newestViews(views, viewAt(page.after), page.limit))
    if (said !== undefined)
      return (await comments.page(scope.firmId, said, page)).map((comment) => ({ ...blank, ...comment }))
    if (linkCurrency !== undefined) return (await linkOrders.page(scope, linkCurrency, page)).map(rowOfMoney)
    if (money === undefined) return []
    return (await rows.money(scope, money, page)).map(rowOfMoney)
  }

  const totalOf = async ({ scope, persons = nobody, money, linkCurrency, said, views }: Found): Promise<number> => {
    if (said !== undefined) return comments.total(scope.firmId, said)
    if (linkCurrency !== undefined) return linkOrders.total(scope, linkCurrency)
    if (money !== undefined) return rows.moneyTotal(scope, money)
    return views === undefined ? persons.length : viewCount(views)
  }

  /** The day before which raw rows are gone, if the figure counts any of those. */
  const goneBefore = ({ views }: Found): string | null => {
    const firstAt = views && firstViewAt(views)
    const before = clock.ms() - viewDaysKept * dayMs
    return firstAt !== undefined && firstAt < before ? taipeiDay(before) : null
  }

  return {
    list: async (caller: FirmCaller, query: FigureRowsQuery): Promise<FigureRows> => {
      const { limit, cursor } = query
      const of = await found(caller, query)
      const gone = goneBefore(of)
      if (gone !== null) return { rows: [], total: 0, goneBefore: gone }
      // One more than is shown says whether there are others.
      const each = await read(of, { after: cursor, limit: limit + 1 })
      const shown = each.slice(0, limit)
      const last = shown.at(-1)
      return {
        rows: shown.map((row) => ({ ...row, at: row.at?.toISOString() ?? null })),
        total: await totalOf(of),
        ...(each.length > limit && last !== undefined ? { next: last.id } : {}),
        goneBefore: null,
      }
    },

    /** That it was taken is on record. Throws `gone` for rows that are kept no more, `tooLarge` for too many. */
    sheet: async (
      caller: FirmCaller,
      query: FigureRowsExport,
      request: { readonly ip: string; readonly language: Language },
    ): Promise<RawContent> => {
      const { language, ip } = request
      const { figure, format } = query
      const of = await found(caller, query)
      if (goneBefore(of) !== null)
        throw fail('gone', { reason: withValues(figureErrors.figureRowsGone, { days: viewDaysKept }) })
      const total = await totalOf(of)
      if (total > rowsMax)
        throw fail('tooLarge', { reason: withValues(figureErrors.figureRowsTooMany, { max: rowsMax }) })
      await db.transaction((tx) =>
        audit.record(tx, actorOf(caller, ip), 'figure.export', figure, { rows: total, format }),
      )
      async function* pages(): AsyncGenerator<readonly FoundRow[]> {
        const { scope, money, views } = of
        if (views !== undefined) {
          const all = newestViews(views, undefined, rowsMax)
          for (let at = 0; at < all.length; at += rowsAtOnce) yield viewRows(scope, all.slice(at, at + rowsAtOnce))
          return
        }
        const ends = money === undefined ? [] : await rows.moneyPageEnds(scope, money, rowsAtOnce)
        for (let after: string | undefined; ; ) {
          const until = ends.shift()
          const page = await read(of, { after, until, limit: rowsAtOnce })
          yield page
          after = page.at(-1)?.id ?? after
          // What has an end may have lost rows meanwhile.
          if (until === undefined && page.length < rowsAtOnce) return
        }
      }
      const sheet = {
        format,
        language,
        name: rowsTitle(figure)[language],
        columns: rowColumns(figure, language, query.productId !== undefined),
        rows: { pages: pages() },
      }
      return query.progress === undefined ? writeSheet(sheet) : streamSheet({ ...sheet, total })
    },
  }
}
