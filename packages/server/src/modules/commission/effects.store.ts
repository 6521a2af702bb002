import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'

export interface EffectQuery {
  readonly firmId: string
  readonly from: Date
  /** Not included. */
  readonly to: Date
  readonly partnerId?: string | undefined
  readonly associationId?: string | undefined
}

/** What came by one link to one form on one day. */
export interface EffectRow {
  readonly day: string
  readonly associationId: string
  readonly signupId: string | null
  readonly clicks: number
  readonly signups: number
  readonly orders: number
  readonly sales: number
  readonly commission: number
  readonly reversed: number
}

interface Part {
  readonly at: RawBuilder<unknown>
  readonly signupId: RawBuilder<unknown>
  readonly associationId: RawBuilder<unknown>
  readonly from: RawBuilder<unknown>
  readonly clicks?: RawBuilder<unknown>
  readonly signups?: RawBuilder<unknown>
  readonly orders?: RawBuilder<unknown>
  readonly sales?: RawBuilder<unknown>
  readonly commission?: RawBuilder<unknown>
  readonly reversed?: RawBuilder<unknown>
}

const none = sql`0`
const one = sql`1`

const select = (part: Part) => sql`
  select ${part.at} as at, ${part.associationId} as "associationId", ${part.signupId}::uuid as "signupId",
    ${part.clicks ?? none}::bigint as clicks, ${part.signups ?? none}::bigint as signups,
    ${part.orders ?? none}::bigint as orders, ${part.sales ?? none}::bigint as sales,
    ${part.commission ?? none}::bigint as commission, ${part.reversed ?? none}::bigint as reversed
  from ${part.from}`

/** Clicks by the codes that a link has or had; sign-ups by what they were credited to; money by the ledger. */
export const createEffectStore = (db: Database) => ({
  find: async ({ firmId, from, to, partnerId, associationId }: EffectQuery): Promise<EffectRow[]> => {
    const within = (at: RawBuilder<unknown>) => sql`${at} >= ${from} and ${at} < ${to}`
    const clicks = select({
      at: sql`fact.at`,
      associationId: sql`named."associationId"`,
      signupId: sql`case when fact."sourceId" like 'signup %' then split_part(fact."sourceId", ' ', 2) end`,
      clicks: one,
      from: sql`fact join "associationCode" named
        on named."firmId" = fact."firmId" and named.code = lower(fact.attribution ->> 'association')
        where fact."firmId" = ${firmId} and fact.kind = 'visited' and fact.attribution ->> 'association' <> ''
          and not fact."isSimulated" and ${within(sql`fact.at`)}`,
    })
    const signups = select({
      at: sql`"createdAt"`,
      associationId: sql`"associationId"`,
      signupId: sql`"signupId"`,
      signups: one,
      from: sql`"signupUser" where "firmId" = ${firmId} and "associationId" is not null and ${within(sql`"createdAt"`)}`,
    })
    const sales = select({
      at: sql`"paidAt"`,
      associationId: sql`"associationId"`,
      signupId: sql`"signupId"`,
      orders: one,
      sales: sql`base`,
      commission: sql`amount`,
      from: sql`commission where "firmId" = ${firmId} and ${within(sql`"paidAt"`)}`,
    })
    const reversals = select({
      at: sql`entry.at`,
      associationId: sql`commission."associationId"`,
      signupId: sql`commission."signupId"`,
      reversed: sql`entry.amount`,
      from: sql`"commissionEntry" entry join commission on commission.id = entry."commissionId"
        where entry."firmId" = ${firmId} and entry.kind <> 'earned' and ${within(sql`entry.at`)}`,
    })
    const ofPartner = partnerId === undefined ? sql`true` : sql`association."partnerId" = ${partnerId}`
    const ofLink = associationId === undefined ? sql`true` : sql`association.id = ${associationId}`
    const { rows } = await sql<EffectRow>`
      select to_char(act.at at time zone 'Asia/Taipei', 'YYYY-MM-DD') as day, act."associationId", act."signupId",
        sum(clicks)::bigint as clicks, sum(signups)::bigint as signups, sum(orders)::bigint as orders,
        sum(sales)::bigint as sales, sum(commission)::bigint as commission, sum(reversed)::bigint as reversed
      from (${clicks} union all ${signups} union all ${sales} union all ${reversals}) as act
        join association on association.id = act."associationId" and association."firmId" = ${firmId}
      where ${ofPartner} and ${ofLink}
      group by 1, 2, 3`.execute(db.as())
    return rows.map((row) => ({
      ...row,
      clicks: Number(row.clicks),
      signups: Number(row.signups),
      orders: Number(row.orders),
      sales: Number(row.sales),
      commission: Number(row.commission),
      reversed: Number(row.reversed),
    }))
  },
})
export type EffectStore = ReturnType<typeof createEffectStore>
