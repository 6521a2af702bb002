import { fail } from '@kaimai/contract/common/error.ts'
import { withValues } from '@kaimai/contract/common/error-text.ts'
import type { Language } from '@kaimai/contract/common/language.ts'
import type { RawContent } from '@kaimai/contract/common/route.ts'
import { taipeiDay } from '@kaimai/contract/common/taipei.ts'
import { figureErrors } from '@kaimai/contract/figure/figure.errors.ts'
import { type FunnelStep, funnelOfFarthest, funnelSteps } from '@kaimai/contract/figure/figure.rules.ts'
import {
  type FigureRows,
  type FigureRowsExport,
  type FigureRowsQuery,
  type PersonFigure,
  personFigures,
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
import type { FigureRowStore, MoneyFigure, RowPage, WhichMoney, WhichPersons } from './figure-rows.store.ts'
import type { FigureScope } from './figure-scope.ts'
import type { FigureScopes, ScopeQuery } from './figure-scopes.ts'
import { type FoundRow, rowColumns, rowsTitle } from './figure-sheet.ts'
import type { PeopleStore } from './people.store.ts'
import type { FigureLive } from './shop.store.ts'
import type { Stage } from './stage.ts'

export interface FigureRowsDeps {
  readonly db: Database
  readonly clock: Clock
  readonly audit: Audit
  readonly scopes: FigureScopes
  readonly people: Pick<PeopleStore, 'farthest'>
  readonly rows: FigureRowStore
  readonly stage: Pick<Stage, 'moments'>
  readonly firms: Pick<FirmService, 'publicFirm'>
}

/** What rows are wanted. */
type Wanted = Pick<
  FigureRowsQuery,
  'figure' | 'productId' | 'stayedMinutes' | 'source' | 'showing' | 'cohort' | 'month'
>

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
  amount: null,
  currency: null,
  pieces: null,
  view: null,
}

const isStep = (figure: RowFigure): figure is FunnelStep => funnelSteps.some((step) => step === figure)

const isPersons = (figure: RowFigure): figure is PersonFigure => personFigures.some((each) => each === figure)

const isMoney = (figure: RowFigure): figure is MoneyFigure =>
  figure === 'orders' || figure === 'payments' || figure === 'refunds'

/** The persons that a figure is of; undefined: it is of acts. */
const personsIn = ({
  figure,
  productId,
  stayedMinutes,
  source,
  cohort = '',
  month = cohort,
}: Wanted): WhichPersons | undefined => {
  if (isStep(figure)) return { step: figure, stayMs: stayedMinutes * 60_000, source }
  if (figure === 'cohort') return { figure, cohort, month }
  return isPersons(figure) ? { figure, productId } : undefined
}

/** Rows that are to be read: persons, acts of money, or else views. */
interface Found {
  readonly figure: RowFigure
  readonly scope: FigureScope
  readonly persons: WhichPersons | undefined
  readonly money: WhichMoney | undefined
}

/** What the figures were counted from: as a list and as a file. */
export const createFigureRows = (deps: FigureRowsDeps) => {
  const { db, clock, audit, scopes, people, rows, stage, firms } = deps

  /** Of payments, which are asked for. Throws `notFound` for a time on the stage that there was not. */
  const moneyIn = async (
    figure: MoneyFigure,
    { productId, showing }: Wanted,
    { firmId }: FigureScope,
    live: FigureLive | undefined,
  ): Promise<WhichMoney> => {
    if (showing === undefined || live === undefined) return { figure, productId }
    const showings = showingsOf(await stage.moments(firmId, live))
    const one =
      showing === 'none'
        ? undefined
        : showings.find((each) => each.productId === showing.productId && each.fromSecond === showing.fromSecond)
    if (showing !== 'none' && one === undefined) throw fail('notFound')
    const { currency } = await firms.publicFirm(firmId)
    return { figure, productId, placed: { seconds: secondsOfShowing(showings, one), currency } }
  }

  /** What a figure is of. Throws `notFound` for a live of others, `forbidden` for money that the caller may not see. */
  const found = async (caller: FirmCaller, wanted: Wanted & ScopeQuery): Promise<Found> => {
    const { figure } = wanted
    if (isMoney(figure) && !caller.can('order', 'read')) throw fail('forbidden')
    const { scope, chosen } = await scopes.of(caller.id, wanted)
    const persons = personsIn(wanted)
    const money = isMoney(figure) ? await moneyIn(figure, wanted, scope, chosen?.live) : undefined
    return { figure, scope, persons, money }
  }

  const read = async ({ scope, persons, money }: Found, page: RowPage): Promise<FoundRow[]> => {
    if (persons !== undefined)
      return (await rows.persons(scope, persons, page)).map(({ step, ...person }) => ({
        ...blank,
        ...person,
        step: persons.step === undefined ? null : (funnelSteps[step] ?? null),
      }))
    if (money === undefined)
      return (await rows.views(scope, page)).map(({ id, at, association, ...view }) => ({
        ...blank,
        id,
        at,
        association,
        view,
      }))
    // Of these there are the most: a spread costs more than to read them.
    return (await rows.money(scope, money, page)).map((act) => ({
      id: act.id,
      at: new Date(act.at),
      name: act.name,
      step: null,
      association: act.association,
      orderNo: act.orderNo,
      amount: act.amount,
      currency: act.currency,
      pieces: act.pieces,
      view: null,
    }))
  }

  const totalOf = async ({ scope, persons, money }: Found): Promise<number> => {
    if (money !== undefined) return rows.moneyTotal(scope, money)
    if (persons === undefined) return rows.viewTotal(scope)
    if (persons.step === undefined || persons.source !== undefined) return rows.personTotal(scope, persons)
    const funnel = funnelOfFarthest(await people.farthest(scope, persons.stayMs))
    return funnel.find(({ step }) => step === persons.step)?.persons ?? 0
  }

  /** The day before which raw rows are gone, if the figure counts any of those. */
  const goneBefore = async ({ scope, figure }: Found): Promise<string | null> => {
    if (figure !== 'views') return null
    const before = new Date(clock.ms() - viewDaysKept * dayMs)
    return (await rows.hasViewsBefore(scope, before)) ? taipeiDay(before.getTime()) : null
  }

  return {
    list: async (caller: FirmCaller, query: FigureRowsQuery): Promise<FigureRows> => {
      const { limit, cursor } = query
      const of = await found(caller, query)
      const gone = await goneBefore(of)
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
      if ((await goneBefore(of)) !== null)
        throw fail('gone', { reason: withValues(figureErrors.figureRowsGone, { days: viewDaysKept }) })
      const total = await totalOf(of)
      if (total > rowsMax)
        throw fail('tooLarge', { reason: withValues(figureErrors.figureRowsTooMany, { max: rowsMax }) })
      await db.transaction((tx) =>
        audit.record(tx, actorOf(caller, ip), 'figure.export', figure, { rows: total, format }),
      )
      async function* pages(): AsyncGenerator<readonly FoundRow[]> {
        const { scope, money } = of
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
