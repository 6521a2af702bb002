import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/log/log.ts'
import { isCharged } from './connection.store.ts'
import { replayPeriodPrefix } from './live-hours.store.ts'

const hourMs = 3_600_000
/** By then the last presences are written and charged. */
const afterMs = hourMs
/** Longer than any server stands still. */
const lookBackMs = 7 * 24 * hourMs
const livesAtOnce = 200

interface EndedLive {
  readonly liveId: string
  readonly firmId: string
  readonly beginAt: Date
  readonly endAt: Date
}

export interface HoursCheckDeps {
  readonly db: Database
  readonly clock: Clock
  readonly log: Pick<Log, 'error'>
}

/**
 * Compares the ledger with the connections, another way than the charge counted: by spans in the database. A live whose
 * two sums differ by a second raises an alarm in the log, once, and stands in `liveHoursCheck`.
 */
export const createHoursCheck = ({ db, clock, log }: HoursCheckDeps) => {
  const ago = (ms: number) => new Date(clock.ms() - ms)

  const due = async (): Promise<EndedLive[]> => {
    const { rows } = await sql<EndedLive>`
      select room."liveId", room."firmId", live."beginAt", least(live."endAt", live."cancelledAt") as "endAt"
      from room join live on live.id = room."liveId" join firm on firm.id = room."firmId"
      where room.settled and live."endAt" < ${ago(afterMs)} and live."endAt" > ${ago(lookBackMs)}
        and live."rehearsalOf" is null and live."removedAt" is null and live."platformType" <> 'youtube'
        and not firm."isDemo"
        and not exists (select 1 from "liveHoursCheck" done where done."liveId" = room."liveId")
      order by live."endAt" limit ${livesAtOnce}`.execute(db.as())
    return rows
  }

  const check = async ({ liveId, firmId, beginAt, endAt }: EndedLive): Promise<void> => {
    const { rows } = await sql<{ watched: number; charged: number }>`
      with span as (
        select unnest(range_agg(tstzrange(greatest("openedAt", ${beginAt}), least("lastSeenAt", ${endAt})))) as held
        from connection
        where "liveId" = ${liveId} and "firmId" = ${firmId} and ${isCharged}
          and greatest("openedAt", ${beginAt}) < least("lastSeenAt", ${endAt})
        group by "liveUserId"
      )
      insert into "liveHoursCheck" ("liveId", "firmId", watched, charged, "checkedAt")
      select ${liveId}::uuid, ${firmId}::uuid,
        (select coalesce(floor(extract(epoch from sum(upper(held) - lower(held)))), 0)::bigint from span),
        (select coalesce(-sum(seconds), 0)::bigint from "liveHoursLedger"
          where "firmId" = ${firmId} and "liveId" = ${liveId} and kind = 'charge'
            and period not like ${`${replayPeriodPrefix}%`}),
        ${clock.now()}::timestamptz
      on conflict ("liveId") do nothing
      returning watched, charged`.execute(db.as())
    const [sums] = rows
    if (sums !== undefined && sums.watched !== sums.charged)
      log.error({ liveId, firmId, ...sums }, 'alarm: a live was not charged what was watched')
  }

  return {
    run: async (): Promise<void> => {
      for (const live of await due()) {
        try {
          await check(live)
        } catch (error) {
          // One live must not keep the others from being checked; it is tried again at the next turn.
          log.error({ err: error, liveId: live.liveId }, 'the hours of a live could not be checked')
        }
      }
    },
  }
}

export const defineHoursCheck = ({ jobs, ...deps }: HoursCheckDeps & { readonly jobs: Jobs }): void => {
  jobs.every('live-hours/check', hourMs / 1000, createHoursCheck(deps).run)
}
