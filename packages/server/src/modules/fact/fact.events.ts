import type { FactKind } from '@kaimai/contract/fact/fact.rules.ts'
import { type RawBuilder, sql } from 'kysely'

type Part = RawBuilder<unknown>

/** What a fact says, each in SQL over the rows of its cause; what is left out is null. */
export interface FactColumns {
  /** `"firmId"` unless given. */
  readonly firmId?: Part
  /** Text that names the causing row: the same cause again writes nothing. */
  readonly sourceId: Part
  readonly at: Part
  readonly liveId?: Part
  readonly signupUserId?: Part
  /** Of a viewer; who signed up for the room is found by it. */
  readonly liveUserId?: Part
  readonly visit?: Part
  readonly productId?: Part
  readonly orderId?: Part
  /** Minor units, with their currency. */
  readonly amount?: Part
  readonly currency?: Part
  /** jsonb of contract/tracking's Attribution. */
  readonly attribution?: Part
  /** Play money. Own rooms of members and rehearsals are known without it. */
  readonly isSimulated?: Part
}

/**
 * The statement that writes what happened, for the figures: one fact for each row of `from`, which is what follows `from` in
 * SQL (`opened where …`). It stands as a further part (`with … as`) of the statement that causes it, so that both happen or
 * neither does and no way to the database is added. How far the live was by then is written with it, in milliseconds.
 */
export const factsOf = (kind: FactKind, from: Part, is: FactColumns): RawBuilder<Record<string, never>> => sql`
  insert into fact ("firmId", kind, "sourceId", at, "liveId", "offsetMs", "signupUserId", "liveUserId", visit, "productId",
    "orderId", amount, currency, attribution, "isSimulated")
  select act."firmId", ${sql.lit(kind)}, act."sourceId", act.at, act."liveId",
    round(extract(epoch from act.at - live."beginAt") * 1000)::bigint,
    coalesce(act."signupUserId", viewer."signupUserId"), act."liveUserId", act.visit, act."productId", act."orderId",
    act.amount, act.currency, coalesce(act.attribution, '{}'::jsonb),
    act."isSimulated" or coalesce(viewer.preview, false) or live."rehearsalOf" is not null
  from (
    select ${is.firmId ?? sql`"firmId"`} as "firmId", ${is.sourceId} as "sourceId", ${is.at} as at,
      ${is.liveId ?? sql`null`}::uuid as "liveId", ${is.signupUserId ?? sql`null`}::uuid as "signupUserId",
      ${is.liveUserId ?? sql`null`}::uuid as "liveUserId", ${is.visit ?? sql`null`}::text as visit,
      ${is.productId ?? sql`null`}::uuid as "productId", ${is.orderId ?? sql`null`}::uuid as "orderId",
      ${is.amount ?? sql`null`}::bigint as amount, ${is.currency ?? sql`null`}::text as currency,
      ${is.attribution ?? sql`null`}::jsonb as attribution, ${is.isSimulated ?? sql`false`} as "isSimulated"
    from ${from}
  ) as act
    left join live on live.id = act."liveId"
    left join "liveUser" as viewer on viewer.id = act."liveUserId"
  on conflict ("firmId", kind, "sourceId") do nothing`

/** Facts as a part of a statement that Kysely writes, which puts no brackets around what is SQL already. */
export const partOf = (facts: RawBuilder<Record<string, never>>): RawBuilder<Record<string, never>> => sql`(${facts})`
