import { type Kysely, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { type Database, type Executor, literals, type Tx } from '../../platform/db/database.ts'
import type { PaymentState } from '@kaimai/contract/order/order.machine.ts'
import type { OrderTables } from './order.tables.ts'

/** Who buys, by all that an order states of the person. */
export interface BuyerMarks {
  readonly firmId: string
  readonly shopperId: string
  /** E.164; empty: not known. */
  readonly phone: string
  readonly email: string
}

export interface UnpaidOrder {
  readonly shopperId: string
  readonly deviceHash: string
  readonly lines: readonly { readonly variantId: string; readonly quantity: number }[]
}

/** States whose pieces count against the limit per person. */
const countedStates: readonly PaymentState[] = ['pending', 'onDelivery', 'paid', 'partlyRefunded']
/** States of orders that were never paid. */
const unpaidStates: readonly PaymentState[] = ['pending', 'onDelivery', 'expired', 'cancelled']

export interface AskedStanding {
  /** Empty: not known. */
  readonly deviceHash: string
  /** Products that have a limit per person. */
  readonly productIds: readonly string[]
  /** Mark of a stranger's network; empty: its orders are not counted. */
  readonly network: string
  /** Since when they are counted; as many counts are answered. */
  readonly since: readonly Date[]
}

export interface Standing {
  /** Orders of the shopper, or of the device, that wait for their payment. */
  readonly unpaid: readonly UnpaidOrder[]
  /** As `boughtOf`. */
  readonly bought: ReadonlyMap<string, number>
  /** How many orders of strangers from the network since each of the instants were never paid. */
  readonly strangers: readonly number[]
}

type Tables = Kysely<OrderTables>

const unpaid = (tables: Tables, of: { firmId: string; shopperId: string; deviceHash: string }) =>
  tables
    .selectFrom('order')
    .select(['shopperId', 'deviceHash'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('orderLine')
          .select(['orderLine.variantId', 'orderLine.quantity'])
          .$narrowType<{ variantId: string }>()
          .whereRef('orderLine.orderId', '=', 'order.id')
          .where('orderLine.variantId', 'is not', null),
      ).as('lines'),
    )
    .where('firmId', '=', of.firmId)
    .where('paymentState', 'in', literals(['pending', 'onDelivery']))
    // What was sent is out of stock for good.
    .where('fulfilmentState', '=', 'none')
    .where((eb) =>
      eb.or([
        eb('shopperId', '=', of.shopperId),
        ...(of.deviceHash === ''
          ? []
          : [eb.and([eb('deviceHash', '=', of.deviceHash), eb('deviceHash', '<>', sql.lit(''))])]),
      ]),
    )

const bought = (tables: Tables, { firmId, shopperId, phone, email }: BuyerMarks, productIds: readonly string[]) =>
  tables
    .selectFrom('order')
    .innerJoin('orderLine', 'orderLine.orderId', 'order.id')
    .select((eb) => ['orderLine.productId', eb.fn.sum<number>('orderLine.quantity').as('pieces')])
    .where('order.firmId', '=', firmId)
    .where((eb) =>
      eb.or([
        eb('order.shopperId', '=', shopperId),
        ...(phone === '' ? [] : [eb('order.phone', '=', phone)]),
        ...(email === '' ? [] : [eb('order.email', '=', email)]),
      ]),
    )
    .where('order.paymentState', 'in', countedStates)
    .where('orderLine.productId', 'in', productIds)
    .$narrowType<{ productId: string }>()
    .groupBy('orderLine.productId')

const byProduct = (rows: readonly { productId: string; pieces: number }[]): ReadonlyMap<string, number> =>
  new Map(rows.map(({ productId, pieces }) => [productId, Number(pieces)]))

const strangers = (tables: Tables, firmId: string, network: string, since: readonly Date[]) =>
  tables
    .selectFrom('order')
    .select(({ fn, ref }) =>
      sql<number[]>`array[${sql.join(
        since.map((each) => sql`${fn.countAll()} filter (where ${ref('createdAt')} > ${each}::timestamptz)`),
      )}]::integer[]`.as('counts'),
    )
    .where('firmId', '=', firmId)
    .where('strangerNetwork', '=', network)
    .where('strangerNetwork', '<>', sql.lit(''))
    .where('createdAt', '>', new Date(Math.min(...since.map((each) => each.getTime()))))
    .where('paymentState', 'in', unpaidStates)

export const createUnpaidLimitsStore = (db: Database) => {
  const on = (executor: Executor) => executor.as<OrderTables>()
  return {
    /** Orders that share one of these marks take turns until the transaction ends; everybody locks them in one order. */
    lockMarks: async (marks: readonly string[], tx: Tx): Promise<void> => {
      // On the embedded database all transactions take turns.
      if (db.kind === 'pglite') return
      const lock = sql`
        select pg_advisory_xact_lock(mark) from (
          select hashtextextended(text, 0) as mark from unnest(${[...marks]}::text[]) as text order by 1
        ) as marks`
      await tx.ahead({ compile: () => lock.compile(on(tx)) })
    },

    /** Orders of the shopper that wait for their payment. */
    unpaid: (firmId: string, shopperId: string, executor: Executor): Promise<UnpaidOrder[]> =>
      unpaid(on(executor), { firmId, shopperId, deviceHash: '' }).execute(),

    /** Pieces per product in the orders of one person that are neither expired, cancelled nor refunded. */
    boughtOf: async (
      buyer: BuyerMarks,
      productIds: readonly string[],
      executor: Executor,
    ): Promise<ReadonlyMap<string, number>> =>
      productIds.length === 0 ? new Map() : byProduct(await bought(on(executor), buyer, productIds).execute()),

    /** All that bounds what this buyer may order now, in one statement. */
    standing: async (buyer: BuyerMarks, asked: AskedStanding, executor: Executor): Promise<Standing> => {
      const tables = on(executor)
      const { deviceHash, productIds, network, since } = asked
      const found = await tables
        .selectNoFrom([
          jsonArrayFrom(unpaid(tables, { ...buyer, deviceHash })).as('unpaid'),
          ...(productIds.length === 0 ? [] : [jsonArrayFrom(bought(tables, buyer, productIds)).as('bought')]),
          ...(network === '' ? [] : [strangers(tables, buyer.firmId, network, since).as('strangers')]),
        ])
        .executeTakeFirstOrThrow()
      return { unpaid: found.unpaid, bought: byProduct(found.bought ?? []), strangers: found.strangers ?? [] }
    },

    /** Forgets networks from before. */
    forgetNetworks: async (before: Date): Promise<void> => {
      await on(db)
        .updateTable('order')
        .set({ strangerNetwork: '' })
        .where('strangerNetwork', '<>', sql.lit(''))
        .where('createdAt', '<', before)
        .execute()
    },
  }
}
export type UnpaidLimitsStore = ReturnType<typeof createUnpaidLimitsStore>
