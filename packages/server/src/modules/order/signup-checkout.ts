import { fail, KaimaiError } from '@kaimai/contract/common/error.ts'
import { orderErrors } from '@kaimai/contract/order/order.errors.ts'
import { totalsOf } from '@kaimai/contract/order/order.rules.ts'
import type { DeliveryMethod } from '@kaimai/contract/order/checkout.schema.ts'
import type { SignupOrderBody } from '@kaimai/contract/order/signup-order.routes.ts'
import { signupErrors } from '@kaimai/contract/signup/signup.errors.ts'
import type { Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import type { FirmService, PublicFirm } from '../firm/firm.service.ts'
import type { ProductService, VariantRecord } from '../product/product.service.ts'
import type { AskedPlaces, PaidForm, PaidSignUps } from '../signup/paid-signup.service.ts'
import { soldOut } from './stock-errors.ts'
import { type DeliveryMethods, withPlace } from './delivery-methods.ts'
import type { OrderStore } from './order.store.ts'
import { lineOf, type NewLine, type PlacedOrder, type Placing, type PlacingCall, shopperIdOf } from './place-order.ts'
import type { Buyer, OrderingBrowser, UnpaidLimits } from './unpaid-limits.ts'

export interface SignupCheckoutDeps {
  readonly platform: Pick<Platform, 'db' | 'events'>
  readonly orders: Pick<OrderStore, 'lockShopper'>
  readonly products: Pick<ProductService, 'forRoom' | 'variants' | 'reserve'>
  readonly delivery: Pick<DeliveryMethods, 'of'>
  readonly firms: Pick<FirmService, 'publicFirm'>
  readonly forms: Pick<PaidSignUps, 'form' | 'read' | 'hold' | 'announceAgain'>
  readonly placing: Placing
  readonly limits: UnpaidLimits
}

/** A place alone is delivered nowhere, whatever the merchant offers. */
const nowhere: DeliveryMethod = { type: 'none', fee: 0, freeFrom: null, note: '' }

/** Makes an order of a sign-up at a paid form. */
export const createSignupCheckout = (deps: SignupCheckoutDeps) => {
  const { platform, orders, products, delivery, firms, forms, placing, limits } = deps

  /** What the product that comes with a place can be taken from, as it stands on the shelf; empty: no product. */
  const variantsOf = async (firm: PublicFirm, { ticket }: PaidForm): Promise<VariantRecord[]> => {
    if (ticket.productId === null) return []
    const [product] = await products.forRoom(firm.id, [ticket.productId])
    if (!product) throw fail('soldOut')
    const ids = product.variants.map(({ variantId }) => variantId)
    return products.variants(firm.id, ids, { place: 'page' })
  }

  /** The same once more: what is left may have changed while other orders of the buyer had their turn. */
  const readVariants = async (tx: Tx, firmId: string, variants: readonly VariantRecord[]): Promise<VariantRecord[]> => {
    if (variants.length === 0) return []
    const ids = variants.map(({ variantId }) => variantId)
    const now = await products.variants(firmId, ids, { place: 'page', on: tx })
    return now.toSorted((a, b) => ids.indexOf(a.variantId) - ids.indexOf(b.variantId))
  }

  /** Takes a piece for each place of the first variant that has so many: the buyer can't choose one. */
  const takeProduct = async (
    tx: Tx,
    firmId: string,
    variants: readonly VariantRecord[],
    quantity: number,
  ): Promise<NewLine> => {
    for (const variant of variants) {
      if (variant.left < quantity) continue
      const reserved = await products.reserve(tx, firmId, [{ variantId: variant.variantId, quantity }])
      if (reserved.ok) return lineOf({ variant, quantity }, 0)
    }
    const [first] = variants
    throw first ? soldOut({ ...first, variantName: '' }, 0) : fail('soldOut')
  }

  const placeIn = async (
    tx: Tx,
    input: {
      readonly form: PaidForm
      readonly firm: PublicFirm
      readonly asked: AskedPlaces
      readonly body: SignupOrderBody
      readonly call: PlacingCall
      readonly variants: readonly VariantRecord[]
      readonly methods: readonly DeliveryMethod[]
      readonly browser: OrderingBrowser
    },
  ): Promise<PlacedOrder> => {
    const { form, firm, asked, body, call, browser } = input
    const { currency, id: firmId } = firm
    const { ticketName, price, productId } = form.ticket
    // A place is nobody's before it is paid, whatever comes with it.
    const offer = placing.offerFor(firm, body.paymentMethod, 'none')
    if (productId === null && body.delivery.type !== 'none')
      throw fail('conflict', { reason: orderErrors.deliveryNotOffered })
    const way = productId === null ? nowhere : withPlace(placing.wayFor(input.methods, body.delivery.type))
    const places = asked.wanted.length
    const lines = [{ price, quantity: places }]
    const totals = totalsOf({ lines, delivery: way, paymentFee: offer.fee, currency })
    placing.checkAmount(offer, totals, currency)
    if (totals.total !== body.expectedTotal) throw fail('conflict', { reason: orderErrors.cartChanged })
    await orders.lockShopper(call.shopperId, tx)
    const { phone, email } = asked
    const buyer: Buyer = { firmId, shopperId: call.shopperId, phone, email, browser, field: 'liveIds' }
    await limits.takeTurns(tx, buyer)
    const variants = await readVariants(tx, firmId, input.variants)
    const chosen = variants.find(({ left }) => left >= places) ?? variants[0]
    await limits.check(tx, buyer, chosen ? [{ variant: chosen, quantity: places }] : [])
    const strangerNetwork = await limits.strangerNetwork(tx, buyer, false)
    const orderId = newId()
    const sessions = await forms.hold(tx, form, asked, orderId)
    const product = productId === null ? [] : [await takeProduct(tx, firmId, variants, places)]
    await platform.events.emit(tx, 'order.placed', { firmId, orderId, liveId: null })
    const tickets = sessions.map(
      ({ title }): NewLine => ({
        variantId: null,
        productId: null,
        keyword: '',
        productName: ticketName,
        variantName: title,
        imageUrl: form.imageUrl,
        price,
        quantity: 1,
        taxType: 'taxable',
      }),
    )
    return placing.write(tx, {
      call,
      orderId,
      origin: { source: 'signup', sourceId: form.id, liveId: null, liveUserId: null },
      prefix: form.prefix || firm.orderNoPrefix,
      currency,
      totals,
      offer,
      person: { fullName: body.name, phone: asked.phone, email: asked.email },
      terms: body,
      deviceHash: browser.deviceHash,
      strangerNetwork,
      lines: [...tickets, ...product],
    })
  }

  return {
    /**
     * Takes the places (and a piece of the product for each) until the order is paid or ends; the price is the
     * ticket's, for each session. Throws `notFound`, `invalid`, `soldOut`, `gone`, `conflict`.
     */
    place: async (body: SignupOrderBody, browser: OrderingBrowser): Promise<PlacedOrder> => {
      const form = await forms.form(body.customUrl)
      const firm = await firms.publicFirm(form.firmId)
      const asked = await forms.read(form, body, browser.deviceHash)
      const shopperId = shopperIdOf('sign-up', form.id, asked.phone)
      const call = { firmId: firm.id, shopperId }
      const [variants, methods] = await Promise.all([variantsOf(firm, form), delivery.of(firm.id)])
      try {
        return await platform.db.transaction((tx) =>
          placeIn(tx, { form, firm, asked, body, call, variants, methods, browser }),
        )
      } catch (error) {
        // Outside the transaction that was rolled back: who holds the session gets the link on record again.
        if (error instanceof KaimaiError && error.reason === signupErrors.holdsSession)
          await forms.announceAgain(form, asked)
        throw error
      }
    },
  }
}
