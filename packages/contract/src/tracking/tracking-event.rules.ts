import type { Currency } from '../common/money.ts'
import type { TrackedEvent, TrackedItem } from './tracking.schema.ts'

/** A tracking event as every side publishes it. */
export interface TrackingEvent {
  readonly event: TrackedEvent
  readonly items: readonly TrackedItem[]
  readonly currency: Currency
  /** Minor units; the things' sum unless given. */
  readonly value?: number | undefined
  /** Of a purchase. */
  readonly orderNo?: string | undefined
}

/** An event with its id, as it goes to advertisers. */
export interface PublishedEvent {
  readonly trackingEvent: TrackingEvent
  readonly eventId: string
}

/** Google's names of the same events. */
export const ga4Names = {
  ViewContent: 'view_item',
  AddToCart: 'add_to_cart',
  InitiateCheckout: 'begin_checkout',
  CompleteRegistration: 'sign_up',
  Purchase: 'purchase',
} as const satisfies Record<TrackedEvent, string>

/** What a tracking event is worth, in minor units. */
export const valueOf = ({ value, items }: Pick<TrackingEvent, 'value' | 'items'>): number =>
  value ?? items.reduce((sum, { price, quantity }) => sum + price * quantity, 0)

const plainId = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * Items that advertisers may receive: an id of ours is a UUID. Whatever a page makes up for itself, which may hold what
 * somebody answered, is left out on every way to them.
 */
const trackable = (items: readonly TrackedItem[]) => items.filter(({ id }) => plainId.test(id))

/** Advertisers count in whole units with decimals. */
const units = (minor: number): number => minor / 100

/** Meta's data of an event: `custom_data` at its server, the third argument of `fbq` in a browser. */
export const metaData = (trackingEvent: TrackingEvent): Record<string, unknown> => ({
  value: units(valueOf(trackingEvent)),
  currency: trackingEvent.currency,
  ...(trackingEvent.event === 'CompleteRegistration'
    ? { content_name: trackingEvent.items[0]?.name ?? '' }
    : thingsForMeta(trackingEvent)),
  ...(trackingEvent.event === 'InitiateCheckout'
    ? { num_items: trackingEvent.items.reduce((sum, { quantity }) => sum + quantity, 0) }
    : {}),
  ...(trackingEvent.orderNo === undefined ? {} : { order_id: trackingEvent.orderNo }),
})

const thingsForMeta = ({ items }: TrackingEvent) => ({
  content_type: 'product',
  content_ids: trackable(items).map(({ id }) => id),
  contents: trackable(items).map(({ id, quantity, price }) => ({ id, quantity, item_price: units(price) })),
})

/** TikTok's `properties` of an event, the same in browser and server. */
export const tiktokData = (trackingEvent: TrackingEvent): Record<string, unknown> => ({
  value: units(valueOf(trackingEvent)),
  currency: trackingEvent.currency,
  content_type: 'product',
  contents: trackable(trackingEvent.items).map(({ id, name, price, quantity }) => ({
    content_id: id,
    ...(name === '' ? {} : { content_name: name }),
    price: units(price),
    quantity,
  })),
})

/** What goes into GTM's dataLayer for an event, in order: shop events clear what stood there first. */
export const ga4Pushes = (trackingEvent: TrackingEvent, eventId: string): Record<string, unknown>[] => {
  const event = ga4Names[trackingEvent.event]
  if (trackingEvent.event === 'CompleteRegistration') return [{ event, event_id: eventId, method: 'form' }]
  const items = trackable(trackingEvent.items).map(({ id, name, variant, price, quantity }) => ({
    item_id: id,
    item_name: name,
    ...(variant === '' ? {} : { item_variant: variant }),
    price: units(price),
    quantity,
  }))
  return [
    { ecommerce: null },
    {
      event,
      event_id: eventId,
      ecommerce: {
        ...(trackingEvent.event === 'Purchase' ? { transaction_id: trackingEvent.orderNo ?? eventId } : {}),
        value: units(valueOf(trackingEvent)),
        currency: trackingEvent.currency,
        items,
      },
    },
  ]
}
