import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { plannedOnce } from '../../platform/db/planned-once.ts'

export interface FigureLive {
  readonly id: string
  readonly liveName: string
  readonly publishedAt: Date | null
  readonly beginAt: Date
  readonly endAt: Date
  readonly cancelledAt: Date | null
  readonly waitingMinutes: number
  readonly removedAt: Date | null
  readonly formIds: readonly string[]
  /** When the session before it ended, of those that its forms offer. */
  readonly before: Date | null
}

/** What the shop has that figures are about. */
export const createShopStore = (db: Database) => ({
  /** Also a deleted one; a rehearsal is none. */
  live: async (firmId: string, id: string): Promise<FigureLive | undefined> => {
    const { rows } = await sql<FigureLive>`${plannedOnce}
      select live.id, live.name as "liveName", live."publishedAt", live."beginAt", live."endAt", live."cancelledAt",
        live."waitingMinutes", live."removedAt",
        array(select "signupId" from "signupSession" where "liveId" = live.id order by 1) as "formIds",
        (select max(earlier."endAt") from "signupSession" own
          join "signupSession" other on other."signupId" = own."signupId"
          join live earlier on earlier.id = other."liveId"
          where own."liveId" = live.id and earlier."endAt" <= live."beginAt" and earlier."cancelledAt" is null) as before
      from live where live.id = ${id} and live."firmId" = ${firmId} and live."rehearsalOf" is null`.execute(db.as())
    return rows[0]
  },

  /** By id; also deleted ones. */
  products: async (firmId: string, ids: readonly string[]) => {
    const { rows } = await sql<{ id: string; productName: string; imageUrl: string }>`${plannedOnce}
      select id, "productName", coalesce(images ->> 0, '') as "imageUrl" from product
      where "firmId" = ${firmId} and id = any(${[...ids]}::uuid[])`.execute(db.as())
    return new Map(rows.map(({ id, ...product }) => [id, product]))
  },

  /** How much is on its way into the sums, and whether there was ever anything. */
  state: async (firmId: string): Promise<{ waiting: number; hasFigures: boolean }> => {
    // The first by time: any of them the database would look for by going through those of all firms.
    const { rows } = await sql<{ waiting: number; hasFigures: boolean }>`${plannedOnce}
      select (select count(*) from "factToCount" where "firmId" = ${firmId})::integer as waiting,
        (select at from fact where "firmId" = ${firmId} and not "isSimulated" order by at limit 1) is not null as "hasFigures"`.execute(
      db.as(),
    )
    return rows[0] ?? { waiting: 0, hasFigures: false }
  },
})
export type ShopStore = ReturnType<typeof createShopStore>
