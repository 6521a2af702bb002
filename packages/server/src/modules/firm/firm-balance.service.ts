import { fail } from '@kaimai/contract/common/error.ts'
import { type Page, offsetOf, pageAt } from '@kaimai/contract/common/page.ts'
import type { HoursEntry, LogQuery, PointEntry, TopUpInfo } from '@kaimai/contract/firm/firm-ledger.schema.ts'
import { firmErrors } from '@kaimai/contract/firm/firm.errors.ts'
import { type DelayAnswer, delayedExpiryMs, mayDelay, monthOf, monthSpan } from '@kaimai/contract/firm/firm.rules.ts'
import type { z } from 'zod'
import type { Audit, Actor } from '../../platform/audit/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Executor } from '../../platform/db/database.ts'
import type { FirmPoints } from './firm-points.ts'
import type { FirmStore } from './firm.store.ts'

/** A line of the hours' ledger: all that a live was charged within the span, or one other entry. */
interface HoursLine {
  readonly id: string
  readonly liveId: string | null
  readonly kind: 'charge' | 'topUp' | 'expiry' | 'correction'
  /** What an entry that is no charge is for. */
  readonly period: string
  readonly seconds: number
  readonly at: Date
  readonly balance: number
  readonly total: number
}

/** The ledger of live hours, which belongs to rooms. Seconds, and epoch ms. */
export interface HoursLedger {
  readonly hoursBalance: (firmId: string) => Promise<number>
  readonly hoursLog: (
    firmId: string,
    page: { readonly fromMs: number; readonly toMs: number; readonly limit: number; readonly offset: number },
  ) => Promise<readonly HoursLine[]>
  readonly hoursCharged: (firmId: string, fromMs: number, toMs: number) => Promise<number>
  readonly addHours: (
    firmId: string,
    entry: { readonly kind: 'expiry' | 'correction'; readonly key: string; readonly seconds: number },
    on?: Executor,
  ) => Promise<boolean>
}

export interface FirmBalanceDeps {
  readonly platform: { readonly db: Database; readonly clock: Clock; readonly audit: Audit }
  readonly store: FirmStore
  readonly points: FirmPoints
  readonly metering: HoursLedger
  /** Names of lives by id; those that are gone are left out. */
  readonly liveNames: (firmId: string, liveIds: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

/** How an extension is written in the hours' ledger: no seconds, and the new expiry in its key. */
const extensionKey = 'extension-'
const extensionOf = (period: string): string | undefined =>
  period.startsWith(extensionKey) ? period.slice(extensionKey.length) : undefined

/** So far back the job looks for hours whose time is over: longer than any server stands still. */
const expiryLookBackMs = 60 * 86_400_000
const firmsAtOnce = 500

const refusals = {
  nothing: firmErrors.delayNothing,
  tooEarly: firmErrors.delayTooEarly,
  tooLate: firmErrors.delayTooLate,
  done: firmErrors.delayedAlready,
} as const satisfies Record<Exclude<DelayAnswer, 'may'>, unknown>

/** A firm's prepaid hours and points: their logs, what can be bought, and the expiry of the hours. */
export const createFirmBalance = ({ platform, store, points, metering, liveNames }: FirmBalanceDeps) => {
  const { db, clock, audit } = platform
  const spanOf = (month: string | undefined) => monthSpan(month ?? monthOf(clock.ms()))

  return {
    hoursLog: async (firmId: string, query: z.output<typeof LogQuery>): Promise<Page<HoursEntry>> => {
      const offset = offsetOf(query.cursor)
      const lines = await metering.hoursLog(firmId, { ...spanOf(query.month), limit: query.limit, offset })
      const names = await liveNames(
        firmId,
        lines.flatMap(({ liveId }) => (liveId === null ? [] : [liveId])),
      )
      const items = lines.map((line): HoursEntry => {
        const until = extensionOf(line.period)
        return {
          id: line.id,
          at: line.at.toISOString(),
          kind: line.kind === 'correction' && until !== undefined ? 'extension' : line.kind,
          liveId: line.liveId,
          liveName: line.liveId === null ? '' : (names.get(line.liveId) ?? ''),
          seconds: line.seconds,
          balance: line.balance,
          until: until ?? null,
        }
      })
      return pageAt(items, lines[0]?.total ?? 0, offset)
    },

    pointLog: (firmId: string, query: z.output<typeof LogQuery>): Promise<Page<PointEntry>> =>
      points.log(firmId, { ...spanOf(query.month), limit: query.limit, cursor: query.cursor }),

    topUpInfo: async (firmId: string): Promise<TopUpInfo> => {
      const { fromMs, toMs } = spanOf(undefined)
      const [row, hours, tenths, hoursThisMonth, spent, offers] = await Promise.all([
        store.find(firmId),
        metering.hoursBalance(firmId),
        points.balance(firmId),
        metering.hoursCharged(firmId, fromMs, toMs),
        points.spent(firmId, fromMs, toMs),
        store.offers(),
      ])
      const expiryMs = row?.liveHoursExpireAt?.getTime() ?? null
      const delayed = row?.hoursDelayedAt != null
      const may = expiryMs !== null && mayDelay(expiryMs, delayed, clock.ms()) === 'may'
      return {
        hours,
        points: tenths / 10,
        liveHoursExpireDate: expiryMs === null ? null : new Date(expiryMs).toISOString(),
        delayUntil: may ? new Date(delayedExpiryMs(expiryMs)).toISOString() : null,
        delayed,
        hoursThisMonth,
        pointsThisMonth: spent / 10,
        offers: offers.map(({ id, kind, quantity, price, currency, validMonths }) => ({
          id,
          kind,
          quantity,
          price,
          currency,
          validMonths,
        })),
        mayBuy: false,
      }
    },

    /** Moves the expiry later and writes it in the log. Throws `conflict` with an error text when it may not. */
    delay: async (by: Actor): Promise<Date> =>
      db.transaction(async (tx) => {
        const { firmId } = by
        const row = await store.lock(firmId, tx)
        if (!row) throw fail('noData')
        const expiryMs = row.liveHoursExpireAt?.getTime() ?? null
        const answer = mayDelay(expiryMs, row.hoursDelayedAt !== null, clock.ms())
        if (answer !== 'may' || expiryMs === null) {
          throw fail('conflict', { reason: answer === 'may' ? firmErrors.delayNothing : refusals[answer] })
        }
        const until = new Date(delayedExpiryMs(expiryMs))
        await store.change(firmId, { liveHoursExpireAt: until, hoursDelayedAt: clock.now() }, tx)
        const key = extensionKey + until.toISOString()
        await metering.addHours(firmId, { kind: 'correction', key, seconds: 0 }, tx)
        const change = { before: new Date(expiryMs).toISOString(), after: until.toISOString() }
        await audit.record(tx, by, 'firm.delay', { id: firmId, name: row.name }, { liveHoursExpireDate: change })
        return until
      }),

    /** Takes what is left of hours whose time is over: for a job. The same expiry is taken once. */
    expireDue: async (): Promise<void> => {
      const now = clock.ms()
      const over = await store.hoursOver(new Date(now - expiryLookBackMs), new Date(now), firmsAtOnce)
      for (const { id, liveHoursExpireAt } of over) {
        const left = await metering.hoursBalance(id)
        if (left <= 0) continue
        const key = `expiry-${liveHoursExpireAt?.toISOString() ?? ''}`
        await metering.addHours(id, { kind: 'expiry', key, seconds: -left })
      }
    },
  }
}
export type FirmBalance = ReturnType<typeof createFirmBalance>
