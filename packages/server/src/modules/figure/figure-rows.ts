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
import { actorOf, type Audit } from '../../platform/audit/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { FirmCaller } from '../../platform/http/caller.ts'
import { streamSheet } from '../../platform/sheet/stream-sheet.ts'
import { writeSheet } from '../../platform/sheet/write-sheet.ts'
import type { FigureRowStore, MoneyFigure, RowPage, WhichPersons } from './figure-rows.store.ts'
import type { FigureScope } from './figure-scope.ts'
import type { FigureScopes } from './figure-scopes.ts'
import { type FoundRow, rowColumns, rowsTitle } from './figure-sheet.ts'
import type { PeopleStore } from './people.store.ts'

export interface FigureRowsDeps {
  readonly db: Database
  readonly clock: Clock
  readonly audit: Audit
  readonly scopes: FigureScopes
  readonly people: Pick<PeopleStore, 'farthest'>
  readonly rows: FigureRowStore
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
}: Pick<FigureRowsQuery, 'figure' | 'productId' | 'stayedMinutes'>): WhichPersons | undefined => {
  if (isStep(figure)) return { step: figure, stayMs: stayedMinutes * 60_000 }
  return isPersons(figure) ? { figure, productId } : undefined
}

/** What the figures were counted from: as a list and as a file. */
export const createFigureRows = ({ db, clock, audit, scopes, people, rows }: FigureRowsDeps) => {
  const read = async (
    scope: FigureScope,
    query: Pick<FigureRowsQuery, 'figure' | 'productId' | 'stayedMinutes'>,
    page: RowPage,
  ): Promise<FoundRow[]> => {
    const { figure } = query
    const which = personsIn(query)
    if (which !== undefined)
      return (await rows.persons(scope, which, page)).map(({ step, ...person }) => ({
        ...blank,
        ...person,
        step: which.step === undefined ? null : (funnelSteps[step] ?? null),
      }))
    if (!isMoney(figure))
      return (await rows.views(scope, page)).map(({ id, at, association, ...view }) => ({
        ...blank,
        id,
        at,
        association,
        view,
      }))
    const { productId } = query
    // Of these there are the most: a spread costs more than to read them.
    return (await rows.money(scope, { figure, productId }, page)).map((act) => ({
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

  const totalOf = async (
    scope: FigureScope,
    query: Pick<FigureRowsQuery, 'figure' | 'productId' | 'stayedMinutes'>,
  ): Promise<number> => {
    const { figure } = query
    const which = personsIn(query)
    if (which?.step !== undefined) {
      const funnel = funnelOfFarthest(await people.farthest(scope, which.stayMs))
      return funnel.find(({ step }) => step === which.step)?.persons ?? 0
    }
    if (which !== undefined) return rows.personTotal(scope, which)
    return isMoney(figure) ? rows.moneyTotal(scope, { figure, productId: query.productId }) : rows.viewTotal(scope)
  }

  /** The day before which raw rows are gone, if the figure counts any of those. */
  const goneBefore = async (scope: FigureScope, figure: RowFigure): Promise<string | null> => {
    if (figure !== 'views') return null
    const before = new Date(clock.ms() - viewDaysKept * dayMs)
    return (await rows.hasViewsBefore(scope, before)) ? taipeiDay(before.getTime()) : null
  }

  /** Throws `notFound` for a live of others, `forbidden` for money that the caller may not see. */
  const scopeOf = async (
    caller: FirmCaller,
    query: Pick<FigureRowsQuery, 'figure' | 'liveId' | 'from' | 'to' | 'association'>,
  ) => {
    if (isMoney(query.figure) && !caller.can('order', 'read')) throw fail('forbidden')
    return (await scopes.of(caller.id, query)).scope
  }

  return {
    list: async (caller: FirmCaller, query: FigureRowsQuery): Promise<FigureRows> => {
      const { limit, cursor } = query
      const scope = await scopeOf(caller, query)
      const gone = await goneBefore(scope, query.figure)
      if (gone !== null) return { rows: [], total: 0, goneBefore: gone }
      // One more than is shown says whether there are others.
      const found = await read(scope, query, { after: cursor, limit: limit + 1 })
      const shown = found.slice(0, limit)
      const last = shown.at(-1)
      return {
        rows: shown.map((row) => ({ ...row, at: row.at?.toISOString() ?? null })),
        total: await totalOf(scope, query),
        ...(found.length > limit && last !== undefined ? { next: last.id } : {}),
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
      const scope = await scopeOf(caller, query)
      if ((await goneBefore(scope, figure)) !== null)
        throw fail('gone', { reason: withValues(figureErrors.figureRowsGone, { days: viewDaysKept }) })
      const total = await totalOf(scope, query)
      if (total > rowsMax)
        throw fail('tooLarge', { reason: withValues(figureErrors.figureRowsTooMany, { max: rowsMax }) })
      await db.transaction((tx) =>
        audit.record(tx, actorOf(caller, ip), 'figure.export', figure, { rows: total, format }),
      )
      async function* pages(): AsyncGenerator<readonly FoundRow[]> {
        const ends = isMoney(figure)
          ? await rows.moneyPageEnds(scope, { figure, productId: query.productId }, rowsAtOnce)
          : []
        for (let after: string | undefined; ; ) {
          const until = ends.shift()
          const page = await read(scope, query, { after, until, limit: rowsAtOnce })
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
