import type { Language } from '@kaimai/contract/common/language.ts'
import type { ProductReminderKind } from '@kaimai/contract/order/product-reminder.routes.ts'
import { sql } from 'kysely'
import type { Database, Executor, Tx } from '../../platform/db/database.ts'

interface ProductReminderTables {
  productReminder: {
    id: string
    firmId: string
    liveId: string
    liveUserId: string
    productId: string
    kind: ProductReminderKind
    createdAt: Date
  }
}

/** What somebody waits for, with who it is. */
export interface WaitingPerson {
  readonly id: string
  readonly firmId: string
  readonly liveId: string
  readonly productId: string
  readonly productName: string
  readonly signupUserId: string
  readonly name: string
  readonly phone: string
  readonly email: string
  readonly language: Language
}

const columns = sql`reminder.id, reminder."firmId", reminder."liveId", reminder."productId", product."productName",
  person.id as "signupUserId", person.name, person.phone, person.email, person.language`
const people = sql`"productReminder" reminder
  join product on product.id = reminder."productId" and product."removedAt" is null and not product."offSale"
  join "liveUser" viewer on viewer.id = reminder."liveUserId"
  join "signupUser" person on person.id = viewer."signupUserId" and person.email <> ''`
const inStock = sql`exists (
  select 1 from variant where variant."productId" = product.id and variant."removedAt" is null and variant.stock > 0)`

/** Who waits for which product. */
export const createProductReminderStore = (db: Database) => {
  const on = (executor: Executor = db) => executor.as<ProductReminderTables>()
  return {
    of: (firmId: string, liveUserId: string) =>
      on()
        .selectFrom('productReminder')
        .select(['productId', 'kind'])
        .where('firmId', '=', firmId)
        .where('liveUserId', '=', liveUserId)
        .orderBy('createdAt')
        .orderBy('id')
        .execute(),

    add: async (row: ProductReminderTables['productReminder']): Promise<void> => {
      await on()
        .insertInto('productReminder')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },

    remove: async (
      firmId: string,
      liveUserId: string,
      { productId, kind }: { readonly productId: string; readonly kind: ProductReminderKind },
    ): Promise<void> => {
      await on()
        .deleteFrom('productReminder')
        .where('firmId', '=', firmId)
        .where('liveUserId', '=', liveUserId)
        .where('productId', '=', productId)
        .where('kind', '=', kind)
        .execute()
    },

    /** In the transaction that writes to these people. */
    settle: async (ids: readonly string[], tx: Tx): Promise<void> => {
      if (ids.length > 0) await on(tx).deleteFrom('productReminder').where('id', 'in', ids).execute()
    },

    /** What nobody needs to wait for any more. */
    sweep: async (before: Date): Promise<void> => {
      await on().deleteFrom('productReminder').where('createdAt', '<', before).execute()
    },

    isInStock: async (firmId: string, productId: string): Promise<boolean> => {
      const { rows } = await sql`
        select 1 from product where product.id = ${productId} and product."firmId" = ${firmId}
          and product."removedAt" is null and not product."offSale" and ${inStock}`.execute(on())
      return rows.length > 0
    },

    /** Who waits for a product that can be had now, in the order of their ids. */
    restocked: async (afterId: string | null, limit: number): Promise<WaitingPerson[]> => {
      const { rows } = await sql<WaitingPerson>`
        select ${columns} from ${people}
        where reminder.kind = 'stock' and (${afterId}::uuid is null or reminder.id > ${afterId}::uuid)
          and ${inStock}
        order by reminder.id limit ${limit}`.execute(on())
      return rows
    },

    /** Who waits for one of these products in a live. */
    shown: async (
      firmId: string,
      liveId: string,
      productIds: readonly string[],
      limit: number,
    ): Promise<WaitingPerson[]> => {
      const { rows } = await sql<WaitingPerson>`
        select ${columns} from ${people}
        where reminder.kind = 'shown' and reminder."firmId" = ${firmId} and reminder."liveId" = ${liveId}
          and reminder."productId" = any(${[...productIds]}::uuid[])
        order by reminder.id limit ${limit}`.execute(on())
      return rows
    },

    /** Lives that run, in which somebody waits for the turn of a product. */
    livesWaitedFor: async (now: Date): Promise<{ readonly firmId: string; readonly liveId: string }[]> => {
      const { rows } = await sql<{ readonly firmId: string; readonly liveId: string }>`
        select distinct reminder."firmId", reminder."liveId" from "productReminder" reminder
        join live on live.id = reminder."liveId" and live."beginAt" <= ${now} and live."endAt" > ${now}
        where reminder.kind = 'shown'`.execute(on())
      return rows
    },

    /** People who wait until a product can be had again, by product. */
    demand: async (firmId: string): Promise<{ readonly productId: string; readonly people: number }[]> => {
      const { rows } = await sql<{ readonly productId: string; readonly people: number }>`
        select reminder."productId", count(distinct lower(person.email))::int as people from ${people}
        where reminder."firmId" = ${firmId} and reminder.kind = 'stock'
        group by reminder."productId" order by reminder."productId"`.execute(on())
      return rows
    },
  }
}
export type ProductReminderStore = ReturnType<typeof createProductReminderStore>
