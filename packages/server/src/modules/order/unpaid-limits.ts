import { fail, type KaimaiError } from '@kaimai/contract/common/error.ts'
import { type ErrorText, type ErrorTextWithValues, withValues } from '@kaimai/contract/common/error-text.ts'
import { defaultLanguage, type Language } from '@kaimai/contract/common/language.ts'
import { orderErrors } from '@kaimai/contract/order/order.errors.ts'
import {
  strangerOrderRates,
  unpaidOrdersMax,
  unpaidQuantityMax,
  unpaidShareOf,
} from '@kaimai/contract/order/unpaid.rules.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Secret } from '../../platform/secret.ts'
import { limitReached, unpaidLimitReached } from './stock-errors.ts'
import type { Bought } from './place-order.ts'
import type { BuyerMarks, Standing, UnpaidLimitsStore, UnpaidOrder } from './unpaid-limits.store.ts'

/** The browser that an order comes from. */
export interface OrderingBrowser {
  /** Of its cookie; empty: not known. */
  readonly deviceHash: string
  /** Its address, or the /64 of it; empty: not known. */
  readonly network: string
  /** Of the page that is ordered on: letters come in it. */
  readonly language: Language
}

export const unknownBrowser: OrderingBrowser = { deviceHash: '', network: '', language: defaultLanguage }

/** Who places an order. */
export interface Buyer extends BuyerMarks {
  readonly browser: OrderingBrowser
  /** The field of the call that says what is bought: an error names it. */
  readonly field: 'cart' | 'lines' | 'liveIds'
}

/** What is bought; `held`: pieces that the buyer's order by comment held until now. */
export interface BoughtUnpaid extends Bought {
  readonly held?: number
}

export interface UnpaidLimitsDeps {
  readonly clock: Clock
  readonly secret: Pick<Secret, 'sign'>
  readonly store: UnpaidLimitsStore
  /** Whether somebody signed up for one of the merchant's forms in this browser. */
  readonly hasSignedUp: (firmId: string, deviceHash: string, tx: Tx) => Promise<boolean>
}

const refused = (reason: ErrorText | ErrorTextWithValues, field: string): KaimaiError =>
  fail('conflict', { reason, fields: { [field]: reason } })

const quantityByVariant = (orders: readonly UnpaidOrder[]): Map<string, number> => {
  const quantities = new Map<string, number>()
  for (const { variantId, quantity } of orders.flatMap(({ lines }) => lines))
    quantities.set(variantId, (quantities.get(variantId) ?? 0) + quantity)
  return quantities
}

/** Bounds of what somebody may hold without paying, and of what one person may buy. */
export const createUnpaidLimits = ({ clock, secret, store, hasSignedUp }: UnpaidLimitsDeps) => {
  const networkMark = (firmId: string, network: string): string =>
    secret.sign('order-network', `${firmId} ${network}`).slice(0, 22)

  /** Pieces by variant in the unpaid orders of the viewer or the device. Throws for too many orders. */
  const quantitiesHeld = ({ unpaid }: Standing, { shopperId, field }: Buyer): Map<string, number> => {
    if (unpaid.length >= unpaidOrdersMax) {
      const own = unpaid.filter((order) => order.shopperId === shopperId).length
      const reason = own >= unpaidOrdersMax ? orderErrors.tooManyUnpaid : orderErrors.unpaidOnDevice
      throw refused(withValues(reason, { max: unpaidOrdersMax }), field)
    }
    return quantityByVariant(unpaid)
  }

  const checkPerPerson = (already: ReadonlyMap<string, number>, limited: readonly BoughtUnpaid[], field: string) => {
    for (const [productId, lines] of Map.groupBy(limited, ({ variant }) => variant.productId)) {
      const ofProduct = lines.reduce((sum, { quantity }) => sum + quantity, already.get(productId) ?? 0)
      const variant = lines[0]?.variant
      if (variant && variant.perPersonLimit !== null && ofProduct > variant.perPersonLimit)
        throw limitReached(variant, variant.perPersonLimit, field)
    }
  }

  const checkQuantities = (unpaid: ReadonlyMap<string, number>, bought: readonly BoughtUnpaid[], field: string) => {
    for (const { variant, quantity, held = 0 } of bought) {
      const already = unpaid.get(variant.variantId) ?? 0
      const max = unpaidShareOf(variant.left + held + already)
      if (already + quantity > max) throw unpaidLimitReached(variant, max, field)
    }
    const quantity = bought.reduce((sum, { quantity }) => sum + quantity, 0)
    const unpaidBefore = [...unpaid.values()].reduce((sum, quantity) => sum + quantity, 0)
    if (quantity > unpaidQuantityMax)
      throw refused(withValues(orderErrors.orderTooLarge, { max: unpaidQuantityMax }), field)
    if (quantity > 0 && unpaidBefore + quantity > unpaidQuantityMax)
      throw refused(withValues(orderErrors.unpaidTotal, { max: unpaidQuantityMax, held: unpaidBefore }), field)
  }

  /** Of a stranger's network; empty for somebody who has signed up, whom no network's rate concerns. */
  const strangersMark = async (tx: Tx, { firmId, browser: { deviceHash, network } }: Buyer, signedUp: boolean) => {
    if (network === '' || signedUp) return ''
    if (deviceHash !== '' && (await hasSignedUp(firmId, deviceHash, tx))) return ''
    return networkMark(firmId, network)
  }

  return {
    /**
     * Orders of one shopper, device, phone or e-mail take turns from here to the end of the transaction. Call it before
     * stock is read.
     */
    takeTurns: (tx: Tx, { firmId, shopperId, browser: { deviceHash }, phone, email, field }: Buyer): Promise<void> => {
      const marks = [
        deviceHash && `device ${deviceHash}`,
        phone && `phone ${phone}`,
        email && `e-mail ${email}`,
        // Those who have a cart take turns by its rows.
        field === 'cart' ? '' : `shopper ${shopperId}`,
      ]
      return store.lockMarks(
        marks.filter((mark) => mark !== '').map((mark) => `buyer ${firmId} ${mark}`),
        tx,
      )
    },

    /**
     * Throws `conflict` for what the buyer may not hold before paying, or not buy at all, and `tooManyRequests` when too
     * many orders of strangers from the buyer's network are unpaid. Exact, for the orders of one buyer take turns.
     * Answers what the order keeps of its network: empty for somebody who has signed up.
     */
    check: async (tx: Tx, buyer: Buyer, bought: readonly BoughtUnpaid[], signedUp: boolean): Promise<string> => {
      const { browser, field } = buyer
      const limited = bought.filter(({ variant }) => variant.perPersonLimit !== null)
      const network = await strangersMark(tx, buyer, signedUp)
      const standing = await store.standing(
        buyer,
        {
          deviceHash: browser.deviceHash,
          productIds: [...new Set(limited.map(({ variant }) => variant.productId))],
          network,
          since: strangerOrderRates.map(({ windowMs }) => new Date(clock.ms() - windowMs)),
        },
        tx,
      )
      const unpaid = quantitiesHeld(standing, buyer)
      checkPerPerson(standing.bought, limited, field)
      checkQuantities(unpaid, bought, field)
      if (strangerOrderRates.some(({ max }, at) => (standing.strangers[at] ?? 0) >= max))
        throw fail('tooManyRequests', { reason: orderErrors.unpaidRate, details: { retryAfterMs: 60_000 } })
      return network
    },

    /** Pieces by product that one person has bought or holds in unpaid orders. */
    boughtOf: store.boughtOf,

    /**
     * Throws `conflict` for more than one person may buy. For orders of the staff, who may hold what the shop has: the
     * other bounds are against strangers.
     */
    checkPerson: async (tx: Tx, buyer: Buyer, bought: readonly BoughtUnpaid[]): Promise<void> => {
      const limited = bought.filter(({ variant }) => variant.perPersonLimit !== null)
      const productIds = [...new Set(limited.map(({ variant }) => variant.productId))]
      checkPerPerson(await store.boughtOf(buyer, productIds, tx), limited, buyer.field)
    },

    /** Pieces by variant in the unpaid orders of a viewer. */
    unpaidOf: async (tx: Tx, firmId: string, shopperId: string): Promise<ReadonlyMap<string, number>> =>
      quantityByVariant(await store.unpaid(firmId, shopperId, tx)),
  }
}
export type UnpaidLimits = ReturnType<typeof createUnpaidLimits>
