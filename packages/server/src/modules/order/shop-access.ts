import { fail } from '@kaimai/contract/common/error.ts'
import { isReplayOpen, liveStatusAt, type LiveInstants } from '@kaimai/contract/live/live.rules.ts'
import { orderErrors } from '@kaimai/contract/order/order.errors.ts'
import { orderAfterEndMs } from '@kaimai/contract/order/order.rules.ts'
import type { SalesChannel } from '@kaimai/contract/product/price.rules.ts'
import { roomErrors } from '@kaimai/contract/room/room.errors.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Executor } from '../../platform/db/database.ts'
import type { LiveProductTerms } from '../product/product.service.ts'
import type { FirmService, PublicFirm } from '../firm/firm.service.ts'

/** What orders need to know of a live. */
export interface ShopLive extends LiveInstants {
  readonly id: string
  readonly firmId: string
  readonly streamId: string
  readonly liveName: string
  readonly productIds: readonly string[]
  /** How this live sells them. */
  readonly liveProducts: readonly LiveProductTerms[]
  /** Until when its replay is open; null: it has none. */
  readonly replayUntilMs: number | null
}

/** Live offers hold while the live runs; before, after and in its replay the room sells at the page's prices. */
export const placeOf = (live: LiveInstants | undefined, nowMs: number): SalesChannel =>
  live && liveStatusAt(live, nowMs) === 'live' ? 'room' : 'page'

/** A live sells from its begin to a day after its end, and while its replay is open. */
export const isSelling = (live: LiveInstants & Pick<ShopLive, 'replayUntilMs'>, nowMs: number): boolean => {
  const status = liveStatusAt(live, nowMs)
  if (status === 'live' || (status === 'ended' && nowMs < live.endAtMs + orderAfterEndMs)) return true
  return isReplayOpen(live, nowMs)
}

/** What orders need to know of a viewer. */
export interface Shopper {
  readonly id: string
  readonly firmId: string
  readonly liveId: string
  readonly blocked: boolean
  /** Who signed up for the live; null: nobody did. */
  readonly signupUserId?: string | null
  readonly phone?: string | null
  readonly email?: string | null
}

/** The part of LiveService that orders use. */
export interface ShopLives {
  find(firmId: string, liveId: string): Promise<ShopLive | undefined>
  findByStreamId(streamId: string): Promise<ShopLive | undefined>
  findMany(firmId: string, liveIds: readonly string[]): Promise<readonly Pick<ShopLive, 'id' | 'liveName'>[]>
}

/** The part of LiveUserService that orders use; `U` is its record. */
export interface Shoppers<U extends Shopper = Shopper> {
  byViewerKey(streamId: string, key: string): Promise<U | undefined>
  /** As the room shows the viewer. */
  byPublicId(firmId: string, liveId: string, publicId: string): Promise<U | undefined>
  get(firmId: string, liveUserId: string, on?: Executor): Promise<U | undefined>
  viewerKeyOf(user: U): string
}

export interface Visit {
  readonly live: ShopLive
  readonly shopper: Shopper
  readonly firm: PublicFirm
}

export interface ShopAccessDeps {
  readonly clock: Clock
  readonly lives: ShopLives
  readonly shoppers: Pick<Shoppers, 'byViewerKey'>
  readonly firms: Pick<FirmService, 'publicFirm'>
}

/** Who comes to buy, where, and whether the shop is open. */
export const createShopAccess = ({ clock, lives, shoppers, firms }: ShopAccessDeps) => {
  /** Throws `conflict` before a live sells, `gone` after. */
  const checkOpen = (live: LiveInstants & Pick<ShopLive, 'replayUntilMs'>): void => {
    if (isSelling(live, clock.ms())) return
    const status = liveStatusAt(live, clock.ms())
    if (status === 'ended' || status === 'cancelled') throw fail('gone', { reason: orderErrors.shopClosed })
    throw fail('conflict', { reason: orderErrors.shopNotOpen })
  }

  const firmOf = async (streamId: string): Promise<{ live: ShopLive; firm: PublicFirm }> => {
    const live = await lives.findByStreamId(streamId)
    if (!live) throw fail('notFound')
    const firm = await firms.publicFirm(live.firmId)
    if (firm.suspended) throw fail('gone', { reason: orderErrors.shopClosed })
    return { live, firm }
  }

  return {
    checkOpen,
    /** The merchant of a room. Throws `notFound`, or `gone` for a merchant that is suspended. */
    firmOf,
    /** The viewer of a personal link. */
    enter: async (streamId: string, viewerKey: string): Promise<Visit> => {
      const { live, firm } = await firmOf(streamId)
      const shopper = await shoppers.byViewerKey(streamId, viewerKey)
      if (!shopper || shopper.liveId !== live.id) throw fail('notFound')
      return { live, shopper, firm }
    },
    /** Throws `forbidden` for a viewer who is blocked, and what `checkOpen` does. */
    checkMayBuy: ({ live, shopper }: Visit): void => {
      if (shopper.blocked) throw fail('forbidden', { reason: roomErrors.blockedHere })
      checkOpen(live)
    },
  }
}
export type ShopAccess = ReturnType<typeof createShopAccess>
