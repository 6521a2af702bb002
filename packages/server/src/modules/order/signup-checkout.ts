import { fail, KaimaiError } from '@kaimai/contract/common/error.ts'
import type { DeliveryMethod } from '@kaimai/contract/order/checkout.schema.ts'
import type { SignupOrderBody } from '@kaimai/contract/order/signup-order.routes.ts'
import { signupErrors } from '@kaimai/contract/signup/signup.errors.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { FirmService, PublicFirm } from '../firm/firm.service.ts'
import type { ProductService, VariantRecord } from '../product/product.service.ts'
import type { AskedPlaces, PaidForm, PaidSignUps } from '../signup/paid-signup.service.ts'
import type { Basket, Checkout } from './checkout.ts'
import { type DeliveryMethods, withPlace } from './delivery-methods.ts'
import { lineOf, type NewLine, type PlacedOrder, shopperIdOf } from './place-order.ts'
import { soldOut } from './stock-errors.ts'
import type { OrderingBrowser } from './unpaid-limits.ts'

export interface SignupCheckoutDeps {
  readonly checkout: Checkout
  readonly products: Pick<ProductService, 'forRoom' | 'variants' | 'reserve'>
  readonly delivery: Pick<DeliveryMethods, 'of'>
  readonly firms: Pick<FirmService, 'publicFirm'>
  readonly forms: Pick<PaidSignUps, 'form' | 'read' | 'hold' | 'announceAgain'>
}

/** A place alone is delivered nowhere, whatever the merchant offers. */
const nowhere: DeliveryMethod = { type: 'none', fee: 0, freeFrom: null, note: '' }

/** What people order at paid forms: places, and the product that comes with each. */
export const createSignupCheckout = ({ checkout, products, delivery, firms, forms }: SignupCheckoutDeps) => {
  /** What the product that comes with a place can be taken from, in the product's order; empty: no product. */
  const variantIdsOf = async (firm: PublicFirm, { ticket }: PaidForm): Promise<string[]> => {
    if (ticket.productId === null) return []
    const [product] = await products.forRoom(firm.id, [ticket.productId])
    if (!product) throw fail('soldOut')
    return product.variants.map(({ variantId }) => variantId)
  }

  const readVariants = async (tx: Tx, firmId: string, ids: readonly string[]): Promise<VariantRecord[]> => {
    if (ids.length === 0) return []
    const variants = await products.variants(firmId, ids, { place: 'page', on: tx })
    return variants.toSorted((a, b) => ids.indexOf(a.variantId) - ids.indexOf(b.variantId))
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

  interface Wanted {
    readonly form: PaidForm
    readonly firmId: string
    readonly asked: AskedPlaces
    readonly variantIds: readonly string[]
  }

  const read = async (tx: Tx, { form, firmId, asked, variantIds }: Wanted): Promise<Basket> => {
    const { ticketName, price, productId } = form.ticket
    const places = asked.wanted.length
    const variants = await readVariants(tx, firmId, variantIds)
    const chosen = variants.find(({ left }) => left >= places) ?? variants[0]
    return {
      bought: chosen ? [{ variant: chosen, quantity: places }] : [],
      priced: [{ price, quantity: places }],
      take: async (orderId) => {
        const sessions = await forms.hold(tx, form, asked, orderId)
        const product = productId === null ? [] : [await takeProduct(tx, firmId, variants, places)]
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
        return [...tickets, ...product]
      },
    }
  }

  /**
   * Takes the places (and a piece of the product for each) until the order is paid or ends; the price is the ticket's,
   * for each session. Throws `notFound`, `invalid`, `gone`, and what every checkout throws.
   */
  return async (body: SignupOrderBody, browser: OrderingBrowser): Promise<PlacedOrder> => {
    const form = await forms.form(body.customUrl)
    const firm = await firms.publicFirm(form.firmId)
    const asked = await forms.read(form, body, browser)
    const [variantIds, methods] = await Promise.all([variantIdsOf(firm, form), delivery.of(firm.id)])
    const { phone, email } = asked
    const placing = checkout.place({
      firm,
      shopperId: shopperIdOf('sign-up', form.id, phone),
      signedUp: false,
      person: { fullName: body.name, phone, email },
      browser,
      origin: { source: 'signup', sourceId: form.id, liveId: null, liveUserId: null },
      prefix: form.prefix || firm.orderNoPrefix,
      terms: body,
      // A place is nobody's before it is paid, whatever comes with it.
      handedOver: 'none',
      field: 'liveIds',
      choose: async (tx) => ({
        deliveryMethods: form.ticket.productId === null ? [nowhere] : methods.map(withPlace),
        isEmpty: false,
        read: () => read(tx, { form, firmId: firm.id, asked, variantIds }),
      }),
    })
    return placing.catch(async (error: unknown) => {
      // Outside the transaction that was rolled back: who holds the session gets the link on record again.
      if (error instanceof KaimaiError && error.reason === signupErrors.holdsSession)
        await forms.announceAgain(form, asked)
      throw error
    })
  }
}
