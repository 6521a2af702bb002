import type { Answer, Sent } from '@kaimai/contract/common/route.ts'
import type { purchaseRoutes } from '@kaimai/contract/order/order.routes.ts'
import type { Cart, DeliveryMethod, OrderBody, Seller } from '@kaimai/contract/order/checkout.schema.ts'
import type { PaymentStep } from '@kaimai/contract/gateway/payment-code.schema.ts'
import type { PaymentMethod } from '@kaimai/contract/gateway/payment-method.rules.ts'
import type { PaymentChoice } from '@kaimai/contract/gateway/payment-setting.schema.ts'

/** What a buyer fills in at the checkout, wherever the order comes from; all of an order but what is bought of whom. */
export type FilledIn = Pick<
  OrderBody,
  'personal' | 'delivery' | 'paymentMethod' | 'invoice' | 'memo' | 'remember' | 'expectedTotal' | 'tracking'
>
export type OrderToSend = Exclude<Sent<typeof purchaseRoutes.createOrder>['body'], FormData>
export type PlacedOrder = Answer<typeof purchaseRoutes.createOrder>
export interface Methods {
  readonly deliveries: readonly DeliveryMethod[]
  readonly payments: readonly PaymentChoice[]
  /** Payments are play money: nothing is charged, nothing is sent. */
  readonly isTest?: boolean
  /** Who sells, as the law asks; undefined: the page can't say. */
  readonly seller?: Seller | undefined
}

/** What is ordered: pieces by variant. */
export interface OrderedLine {
  readonly variantId: string
  readonly quantity: number
}

/** Where somebody checks out: a room, a sales page, a paid form. */
export interface CheckoutShop {
  /** Names what is remembered of a call on its way, e.g. the room's streamId. */
  readonly id: string
  readonly methods: () => Promise<Methods>
  /** The same key with the same body is the same order, however often it is sent: add nothing to it that changes. */
  readonly place: (filled: FilledIn, idempotencyKey: string, lines: readonly OrderedLine[]) => Promise<PlacedOrder>
  /** The cart lies at the server: ordered, it is empty there, and an order that got no answer can be asked after. */
  readonly isCartAtServer?: boolean
  /** What the browser does next so that it is paid; the purchase service is asked unless given. */
  readonly pay?: (orderKey: string, method: PaymentMethod, idempotencyKey: string) => Promise<PaymentStep>
  /** What the page has asked beside the cart: an order with something else chosen is another one. It leaves with no event. */
  readonly chosen?: string
  /** Whether the order is delivered somewhere; a place without a product is not. */
  readonly needsDelivery: boolean
  /** Who buys, when the page has asked already (a paid form): then it is not asked again. */
  readonly person?: OrderBody['personal']
  /** What this merchant was told by who comes here, on their own device: what a sign-up asked is not asked again. */
  readonly known?: () => Promise<KnownPerson | undefined>
  /** Key of the viewer's link: saved data can be brought in with it. */
  readonly viewerKey?: string
}

/** Who somebody signed up as; what is not known is empty. The phone as it is dialled at home. */
export interface KnownPerson {
  readonly fullName: string
  readonly phone: string
  readonly phoneCountry: string
  readonly email: string
}

/** A cart that the sheet shows and changes. */
export interface CheckoutCart {
  readonly cart: Cart | undefined
  /** Quantities asked for and not confirmed yet, by variant. */
  readonly wanted: Readonly<Record<string, number>>
  /** Rejects with the server's words; undefined: quantities can't be changed here (a place of a paid form). */
  readonly set?: (variantId: string, quantity: number) => Promise<void>
  /** The order is placed: what was ordered is gone from the cart. */
  readonly ordered: () => void
  /** Fetches prices and stock again and answers them; undefined: nothing changed. */
  readonly reload: () => Promise<Cart | undefined>
  /** Variants whose hold by comment ran out while they stayed in the cart. */
  readonly endedHolds?: readonly string[]
  readonly isLeftShown: (productId: string) => boolean
}

export interface CheckoutSheetProps {
  readonly shop: CheckoutShop
  readonly cart: CheckoutCart
  /** Of who signed up, to begin with; empty for others. */
  readonly name: string
  readonly onClose: () => void
}
