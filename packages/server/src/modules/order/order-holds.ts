import { liveStatusAt } from '@kaimai/contract/live/live.rules.ts'
import { maxCommentHoldMs, commentHoldMs } from '@kaimai/contract/order/order.rules.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { ProductService } from '../product/product.service.ts'
import { fallShort, type HoldState, type HoldStep, type HoldRequest, type Mine, planHolds } from './hold-plan.ts'
import type { EndedHold, OrderHoldStore, TimedHold } from './order-hold.store.ts'
import type { UnpaidLimits } from './unpaid-limits.ts'
import { placeOf, type ShopLive } from './shop-access.ts'

export interface OrderHoldsDeps {
  readonly clock: Clock
  readonly holds: OrderHoldStore
  readonly limits: Pick<UnpaidLimits, 'boughtOf' | 'unpaidOf'>
  readonly products: Pick<ProductService, 'variants' | 'reserve' | 'releaseStock'>
}

/** Who changes holds, by which comment, and until when what is held then is held. */
export interface Holder {
  readonly liveUserId: string
  /** As the person signed up; empty: not known. */
  readonly phone: string
  readonly email: string
  readonly seq: number
  readonly until: Date
}

const inLockOrder = (a: HoldStep, b: HoldStep): number => (a.variantId < b.variantId ? -1 : 1)
const isChanged = ({ before, held, cart, trouble }: HoldStep): boolean =>
  trouble === undefined && (held !== before.held || cart !== before.cart)

/** Until when pieces that are held now are held; undefined: the live is over for so long that nothing is held any more. */
export const heldUntil = (live: Pick<ShopLive, 'endAtMs'>, nowMs: number): Date | undefined => {
  const untilMs = Math.min(nowMs, live.endAtMs) + commentHoldMs
  return untilMs > nowMs ? new Date(untilMs) : undefined
}

export type Selling = 'now' | 'notYet' | 'never'

/** Whether a comment that was said then orders: while the live runs. In the waiting room the answer is to come back. */
export const sellingAt = (live: ShopLive, saidAtMs: number, nowMs: number): Selling => {
  if (live.cancelledAtMs !== null && live.cancelledAtMs <= nowMs) return 'never'
  const status = liveStatusAt(live, saidAtMs)
  return status === 'live' ? 'now' : status === 'open' ? 'notYet' : 'never'
}

/** A step that was taken, and until when its pieces are held; undefined: none are. */
export interface HeldStep extends HoldStep {
  readonly until: Date | undefined
  /** When the hold began that the step found; undefined: there was none. */
  readonly since: Date | undefined
  /** What each held piece is promised to cost. */
  readonly price: number | null
}

/**
 * More renews a hold, up to its hard end; fewer, or nothing, leaves its end as it was: nobody keeps pieces from the
 * others by commenting again and again. How many anonymous viewers one address may be is no measure: behind a mobile
 * carrier thousands of honest ones share one.
 */
export const endOf = (
  { before, held }: Pick<HoldStep, 'before' | 'held'>,
  present: Pick<TimedHold, 'heldUntilMs' | 'createdAtMs'> | undefined,
  until: Date,
): Date | undefined => {
  if (held === 0) return undefined
  if (present === undefined) return until
  if (held <= before.held) return new Date(present.heldUntilMs)
  return new Date(Math.min(until.getTime(), present.createdAtMs + maxCommentHoldMs))
}

/** More is promised at today's price, or at the price of the hold it adds to where that is lower; fewer keeps the promise. */
const promisedPrice = (
  { before, held }: Pick<HoldStep, 'before' | 'held'>,
  present: Pick<TimedHold, 'price'> | undefined,
  today: number | undefined,
): number | null => {
  const promised = present?.price ?? null
  if (held <= before.held || today === undefined) return promised
  return Math.min(promised ?? today, today)
}

interface Standing {
  readonly present: ReadonlyMap<string, TimedHold>
  /** What a piece costs here and now, by variant. */
  readonly prices: ReadonlyMap<string, number>
}

/** Holds of pieces for viewers who ordered by comment: pieces go from stock into a hold and back, in a caller's transaction. */
export const createOrderHolds = ({ clock, holds, limits, products }: OrderHoldsDeps) => {
  const stateOf = async (
    tx: Tx,
    live: ShopLive,
    { liveUserId, phone, email }: Holder,
    requests: readonly HoldRequest[],
  ): Promise<HoldState & Standing> => {
    const { firmId } = live
    const { cart, holds: held } = await holds.lockMine(firmId, liveUserId, tx)
    const ids = new Set([...cart, ...held].map(({ variantId }) => variantId))
    for (const { variantId } of requests) if (variantId !== undefined) ids.add(variantId)
    const at = { place: placeOf(live, clock.ms()), liveProducts: live.liveProducts, on: tx }
    const variants = await products.variants(firmId, [...ids], at)
    const productOf = new Map(variants.map(({ variantId, productId }) => [variantId, productId]))
    const mine = new Map<string, Mine>()
    for (const { variantId, quantity } of cart) {
      mine.set(variantId, { productId: productOf.get(variantId) ?? '', cart: quantity, held: 0 })
    }
    for (const { variantId, productId, quantity } of held) {
      mine.set(variantId, { productId, cart: mine.get(variantId)?.cart ?? 0, held: quantity })
    }
    const sold = variants.filter(({ productId, removed }) => !removed && live.productIds.includes(productId))
    const limited = sold.filter(({ perPersonLimit, productId }) => {
      return (
        perPersonLimit !== null &&
        requests.some((request) => request.productId === productId && 'add' in request.change)
      )
    })
    const productIds = [...new Set(limited.map(({ productId }) => productId))]
    return {
      mine,
      present: new Map(held.map((hold) => [hold.variantId, hold])),
      onSale: new Map(sold.map((variant) => [variant.variantId, variant])),
      prices: new Map(variants.map(({ variantId, price }) => [variantId, price])),
      ordered: await limits.boughtOf({ firmId, shopperId: liveUserId, phone, email }, productIds, tx),
      unpaid: await limits.unpaidOf(tx, firmId, liveUserId),
    }
  }

  /** Takes or gives back the stock of one step; what turns out to be gone makes it short. */
  const move = async (tx: Tx, firmId: string, step: HoldStep): Promise<HoldStep> => {
    const { variantId, before, held } = step
    if (held > before.held) {
      const reserved = await products.reserve(tx, firmId, [{ variantId, quantity: held - before.held }])
      return reserved.ok ? step : fallShort(step, reserved.left)
    }
    if (held < before.held) await products.releaseStock(tx, firmId, [{ variantId, quantity: before.held - held }])
    return step
  }

  return {
    lockViewer: holds.lockViewer,

    /**
     * Carries out what a viewer asks for, as far as it goes; the viewer is locked already. Stock, hold and cart move together.
     * Answers every line with what came of it, in the order of the comment.
     */
    carryOut: async (tx: Tx, live: ShopLive, by: Holder, requests: readonly HoldRequest[]): Promise<HeldStep[]> => {
      const { until, liveUserId, seq } = by
      const state = await stateOf(tx, live, by, requests)
      const steps = planHolds(requests, state)
      const moved = new Map<string, HoldStep>()
      for (const step of steps.toSorted(inLockOrder)) moved.set(step.variantId, await move(tx, live.firmId, step))
      const done = steps.map((planned) => {
        const step = moved.get(planned.variantId) ?? planned
        const present = state.present.get(step.variantId)
        const since = present && new Date(present.createdAtMs)
        const price = promisedPrice(step, present, state.prices.get(step.variantId))
        return { ...step, since, price, until: endOf(step, present, until) }
      })
      const changed = done.filter(isChanged)
      if (changed.length > 0) {
        await holds.put({ firmId: live.firmId, liveId: live.id, liveUserId, seq }, changed, clock.now(), tx)
      }
      return done
    },

    /** Ends all that a viewer holds and puts it back on sale; the cart keeps its lines. The viewer is locked already. */
    endAll: async (tx: Tx, firmId: string, liveUserId: string): Promise<EndedHold[]> => {
      await holds.lockMine(firmId, liveUserId, tx)
      const ended = await holds.takeAll(firmId, liveUserId, tx)
      if (ended.length > 0) await products.releaseStock(tx, firmId, ended)
      return ended
    },

    /** Ends holds whose time is over and puts their pieces back on sale; the cart keeps its lines. */
    endDue: async (tx: Tx, limit: number): Promise<EndedHold[]> => {
      const ended = await holds.takeDue(clock.now(), limit, tx)
      const firms = [...Map.groupBy(ended, ({ firmId }) => firmId)].sort(([a], [b]) => (a < b ? -1 : 1))
      for (const [firmId, lines] of firms) await products.releaseStock(tx, firmId, lines)
      return ended
    },
  }
}
export type OrderHolds = ReturnType<typeof createOrderHolds>
