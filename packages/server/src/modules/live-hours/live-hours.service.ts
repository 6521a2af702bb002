import type { LiveInstants, PlatformType } from '@kaimai/contract/live/live.rules.ts'
import type { Script } from '@kaimai/contract/live/show.rules.ts'
import { type PastLive, previewLives } from '@kaimai/contract/live-hours/hours-preview.rules.ts'
import { type Connected, watchedMs } from '@kaimai/contract/live-hours/watched.rules.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Executor } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log/log.ts'
import type { ConnectionStore, Presence } from './connection.store.ts'
import type { HoursLine, LedgerStore, StageMoment } from './live-hours.store.ts'
import type { LedgerKind } from './live-hours.tables.ts'

export type MeteredLive = Pick<LiveInstants, 'beginAtMs' | 'endAtMs' | 'cancelledAtMs'> & {
  readonly platformType: PlatformType
}

export interface MeteringDeps {
  readonly ledger: LedgerStore
  readonly connections: ConnectionStore
  /** The live as it now is; undefined when it was removed. */
  readonly live: (firmId: string, liveId: string) => Promise<MeteredLive | undefined>
  /** The script of a live as it plays, with what the staff changed of it. */
  readonly scriptOf?: (firmId: string, liveId: string) => Promise<Script>
  /** Demo firms pay nothing. */
  readonly isDemo: (firmId: string) => Promise<boolean>
  readonly clock: Clock
  readonly log: Pick<Log, 'error'>
}

const periodMs = 5 * 60_000
/** After the end, so long until the last presences are written for sure: nodes write every 15 s. */
const settleAfterMs = 60_000
const pageSize = 5_000
const roomsAtOnce = 200

/**
 * Prepaid viewing time. While a live runs, every 5 minutes what was watched so far, less what was charged already,
 * becomes a row; and once more after its end. So a late presence, or an end that was moved, corrects itself.
 */
export const createMetering = ({ ledger, connections, live: findLive, scriptOf, isDemo, clock, log }: MeteringDeps) => {
  /** Milliseconds that all viewers together were connected within the span. */
  const watchedBy = async (firmId: string, liveId: string, fromMs: number, toMs: number): Promise<number> => {
    const span = { from: new Date(fromMs), to: new Date(toMs) }
    let total = 0
    let viewer = ''
    let presences: Connected[] = []
    const count = () => {
      total += watchedMs(presences, fromMs, toMs)
      presences = []
    }
    let last: Presence | undefined
    for (;;) {
      const page = await connections.page(firmId, liveId, span, last, pageSize)
      for (const presence of page) {
        if (presence.liveUserId !== viewer) {
          count()
          viewer = presence.liveUserId
        }
        presences.push({ fromMs: presence.openedAt.getTime(), toMs: presence.lastSeenAt.getTime() })
      }
      last = page.at(-1)
      if (page.length < pageSize) break
    }
    count()
    return total
  }

  /** What the script put on the stage, and took down, until its end. */
  const momentsOf = async (firmId: string, liveId: string, beginAtMs: number, endMs: number): Promise<StageMoment[]> =>
    ((await scriptOf?.(firmId, liveId)) ?? []).flatMap((item) =>
      (item.kind === 'showProduct' || item.kind === 'hideProduct') && beginAtMs + item.atMs <= endMs
        ? {
            kind: item.kind === 'showProduct' ? ('shown' as const) : ('hidden' as const),
            itemId: item.id,
            productId: item.productId,
            at: new Date(beginAtMs + item.atMs),
          }
        : [],
    )

  const charge = async (firmId: string, liveId: string): Promise<void> => {
    const live = await findLive(firmId, liveId)
    if (live === undefined) return ledger.markSettled(firmId, liveId)
    const now = clock.now()
    const nowMs = now.getTime()
    const endMs = Math.min(live.endAtMs, live.cancelledAtMs ?? live.endAtMs)
    const isOver = nowMs >= endMs + settleAfterMs
    if (live.platformType !== 'youtube' && !(await isDemo(firmId))) {
      const periods = Math.floor((Math.min(nowMs, endMs) - live.beginAtMs) / periodMs)
      const period = isOver ? `end-${endMs}` : String(periods)
      const upToMs = isOver ? endMs : live.beginAtMs + periods * periodMs
      const isDue = isOver ? endMs > live.beginAtMs : periods > 0
      if (isDue && !(await ledger.hasCharge(firmId, liveId, period))) {
        const seconds = Math.floor((await watchedBy(firmId, liveId, live.beginAtMs, upToMs)) / 1000)
        await ledger.charge(firmId, liveId, period, seconds, now)
      }
    }
    if (isOver) await ledger.markSettled(firmId, liveId, await momentsOf(firmId, liveId, live.beginAtMs, endMs))
  }

  return {
    /** Charges every live of which a period is over: for a job, every minute. */
    chargeDue: async (): Promise<void> => {
      let after: string | undefined
      for (;;) {
        const rooms = await ledger.findUnsettled(after, roomsAtOnce)
        for (const { firmId, liveId } of rooms) {
          try {
            await charge(firmId, liveId)
          } catch (error) {
            // One room must not keep the others from being charged; it is tried again at the next turn.
            log.error({ err: error, liveId }, 'a live could not be charged')
          }
        }
        after = rooms.at(-1)?.liveId
        if (rooms.length < roomsAtOnce) return
      }
    },

    /** Charges one live as far as it is due: "settle now". */
    settleLive: charge,

    /** The script of a live as it plays, with what the staff changed of it. */
    playedScript: async (firmId: string, liveId: string): Promise<Script> => (await scriptOf?.(firmId, liveId)) ?? [],

    /** Seconds of viewing time that the firm has left; negative when a running live went past it. */
    hoursBalance: (firmId: string): Promise<number> => ledger.balance(firmId),

    /** The log of a span (epoch ms), newest first: one line a live, with the balance after each. */
    hoursLog: (
      firmId: string,
      page: { readonly fromMs: number; readonly toMs: number; readonly limit: number; readonly offset: number },
    ): Promise<HoursLine[]> =>
      ledger.lines(firmId, new Date(page.fromMs), new Date(page.toMs), page.limit, page.offset),

    /** The last lives that were charged, for what a next one may cost. */
    pastLives: (firmId: string): Promise<PastLive[]> => ledger.past(firmId, previewLives),

    /** Seconds that the firm's lives were charged within a span (epoch ms). */
    hoursCharged: (firmId: string, fromMs: number, toMs: number): Promise<number> =>
      ledger.charged(firmId, new Date(fromMs), new Date(toMs)),

    /**
     * Adds seconds to (or with a negative number takes them from) a firm's balance. The same `key` of the same kind
     * counts once. False: it was there already.
     */
    addHours: (
      firmId: string,
      entry: { kind: Exclude<LedgerKind, 'charge'>; key: string; seconds: number },
      on?: Executor,
    ): Promise<boolean> =>
      ledger.add(firmId, { kind: entry.kind, period: entry.key, seconds: entry.seconds, createdAt: clock.now() }, on),
  }
}
export type Metering = ReturnType<typeof createMetering>
