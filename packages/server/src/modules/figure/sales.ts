import { currencies, type Currency } from '@kaimai/contract/common/money.ts'
import { daysFrom } from '@kaimai/contract/figure/figure-grid.rules.ts'
import type { Dashboard, OrderSums, ProductFigures } from '@kaimai/contract/figure/figure.schema.ts'
import { salesByShowing, type StageMoment } from '@kaimai/contract/figure/script-sales.rules.ts'
import type { FigureScope } from './figure-scope.ts'
import type { LiveGrid } from './live-charts.ts'
import type { MoneyStore, MoneySum } from './money.store.ts'
import type { AssociationPeople, ProductPeople } from './population-people.ts'
import type { ShopStore } from './shop.store.ts'

export interface SalesDeps {
  readonly money: MoneyStore
  readonly shop: Pick<ShopStore, 'products'>
}

/** What is known of the live and of persons, to stand beside the money. */
export interface BesideMoney {
  /** Undefined of days. */
  readonly grid: LiveGrid | undefined
  readonly moments: readonly StageMoment[]
  readonly associations: readonly AssociationPeople[]
  readonly products: readonly ProductPeople[]
}

type Sales = Pick<
  Dashboard,
  | 'associationRecommendChartList'
  | 'salesReportChart'
  | 'salesBySecond'
  | 'money'
  | 'products'
  | 'otherSales'
  | 'showings'
  | 'outsideShowings'
>

const noSums: OrderSums = { orders: 0, ordered: 0, payments: 0, paid: 0, refunded: 0 }

const add = (sums: OrderSums, { kind, acts, amount }: MoneySum): OrderSums => {
  switch (kind) {
    case 'ordered':
      return { ...sums, orders: sums.orders + acts, ordered: sums.ordered + amount }
    case 'paid':
      return { ...sums, payments: sums.payments + acts, paid: sums.paid + amount }
    case 'refunded':
      return { ...sums, refunded: sums.refunded + amount }
  }
}
const sumOf = (rows: readonly MoneySum[]): OrderSums => rows.reduce(add, noSums)

const associationsOf = (
  people: readonly AssociationPeople[],
  paid: Awaited<ReturnType<MoneyStore['byAssociation']>>,
): Sales['associationRecommendChartList'] => {
  const rows = new Map(people.map((row) => [row.association, { ...row, payments: 0, paid: 0 }]))
  for (const { association, ...sums } of paid)
    rows.set(association, { ...(rows.get(association) ?? { association, signedUp: 0, joined: 0 }), ...sums })
  return [...rows.values()].toSorted(
    (a, b) => b.paid - a.paid || b.signedUp - a.signedUp || (a.association < b.association ? -1 : 1),
  )
}

/** What sold: over time, by product, by partner and by what stood on the stage. */
export const createSales = ({ money, shop }: SalesDeps) => {
  const overTime = (
    scope: FigureScope,
    grid: LiveGrid | undefined,
    rows: Awaited<ReturnType<MoneyStore['overTime']>>,
  ) => {
    if (grid === undefined) {
      const byDay = Map.groupBy(rows, ({ day }) => day)
      const days = scope.days === undefined ? [] : daysFrom(scope.days.from, scope.days.to)
      return days.map((day) => ({ day, second: null, ...sumOf(byDay.get(day) ?? []) }))
    }
    // Who orders in the replay, or in the waiting room of what has not begun, has no instant of the live: its last has them.
    const last = grid.seconds.at(-1) ?? 0
    const bySecond = Map.groupBy(rows, ({ second }) => Math.min(last, second ?? 0))
    const seconds = grid.seconds.length === 0 && rows.length > 0 ? [0] : grid.seconds
    return seconds.map((second) => ({ day: null, second, ...sumOf(bySecond.get(second) ?? []) }))
  }

  const productRows = async (
    scope: FigureScope,
    people: BesideMoney['products'],
    sold: Awaited<ReturnType<MoneyStore['byProduct']>>,
  ): Promise<Map<string, ProductFigures>> => {
    const ids = new Set([...sold, ...people].flatMap(({ productId }) => productId ?? []))
    const known = await shop.products(scope.firmId, [...ids])
    const blank = { shown: 0, clicked: 0, carted: 0, plusOne: 0, pieces: 0, paid: 0, refunded: 0 }
    const rows = new Map<string, ProductFigures>()
    const change = (productId: string | null, part: Partial<ProductFigures>) => {
      if (productId === null) return
      const product = known.get(productId) ?? { productName: '', imageUrl: '' }
      rows.set(productId, { ...(rows.get(productId) ?? { productId, ...product, ...blank }), ...part })
    }
    // What a browser invents is none of the firm's.
    for (const { productId, kind, persons } of people) if (known.has(productId)) change(productId, { [kind]: persons })
    for (const { productId, kind, acts, pieces, amount } of sold) {
      if (kind === 'shown') change(productId, { shown: acts })
      if (kind === 'paid') change(productId, { paid: amount, pieces })
      if (kind === 'refunded') change(productId, { refunded: amount })
    }
    return rows
  }

  /** What the database adds up: it can do so while persons are counted. */
  const sums = async (scope: FigureScope, currency: Currency, grid: LiveGrid | undefined) => {
    const [all, sold, bySecond, byAssociation] = await Promise.all([
      money.overTime(scope, grid?.stepSeconds ?? 1),
      money.byProduct(scope, currency),
      scope.live ? money.bySecond(scope, currency) : [],
      money.byAssociation(scope, currency),
    ])
    return { all, sold, bySecond, byAssociation }
  }
  type SalesSums = Awaited<ReturnType<typeof sums>>

  return {
    sums,

    read: async (
      scope: FigureScope,
      currency: Currency,
      { all, sold, bySecond, byAssociation }: SalesSums,
      beside: BesideMoney,
    ): Promise<Sales> => {
      const { grid, moments } = beside
      const products = await productRows(scope, beside.products, sold)
      const other = (kind: 'paid' | 'refunded') =>
        sold.find((row) => row.productId === null && row.kind === kind)?.amount ?? 0
      const { showings, outside } = salesByShowing(moments, bySecond)
      const names = await shop.products(
        scope.firmId,
        showings.map(({ productId }) => productId),
      )
      return {
        associationRecommendChartList: associationsOf(beside.associations, byAssociation),
        salesReportChart: overTime(
          scope,
          grid,
          all.filter((row) => row.currency === currency),
        ),
        salesBySecond: bySecond
          .filter(({ orders }) => orders > 0)
          .map(({ second, orders, amount }) => ({ second, payments: orders, paid: amount })),
        money: currencies
          .map((each) => ({ currency: each, ...sumOf(all.filter((row) => row.currency === each)) }))
          .filter((sums) => sums.currency === currency || sums.orders + sums.payments > 0 || sums.refunded !== 0)
          .toSorted((a, b) => Number(b.currency === currency) - Number(a.currency === currency)),
        products: [...products.values()].toSorted(
          (a, b) => b.paid - a.paid || b.carted - a.carted || (a.productId < b.productId ? -1 : 1),
        ),
        otherSales: { paid: other('paid'), refunded: other('refunded') },
        showings: showings.map(({ amount, ...showing }) => ({
          ...showing,
          productName: names.get(showing.productId)?.productName ?? '',
          paid: amount,
        })),
        outsideShowings: { orders: outside.orders, paid: outside.amount },
      }
    },
  }
}
