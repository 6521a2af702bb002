import type { Currency } from '@kaimai/contract/common/money.ts'
import type { StructuredData } from './audience-page.ts'

interface Offered {
  /** Minor units. */
  readonly price: number
  readonly currency: Currency
  readonly isLeft: boolean
}

/** Something people meet for online: a live, a session of a form. */
export interface ShownEvent {
  readonly name: string
  readonly description?: string | undefined
  readonly beginAt: string
  readonly endAt: string
  readonly isCancelled?: boolean
  /** Where it is or is asked for, from the root. */
  readonly path: string
  readonly picture: string | undefined
  readonly firmName: string
  readonly offer: Offered
}

export interface ShownProduct {
  readonly name: string
  readonly description: string
  readonly picture: string
  readonly path: string
  readonly offer: Offered
}

const thing = (schema: string): string => `https://schema.org/${schema}`

const offerOf = ({ price, currency, isLeft }: Offered, path: string): StructuredData => ({
  '@type': 'Offer',
  price: (price / 100).toFixed(2),
  priceCurrency: currency,
  availability: thing(isLeft ? 'InStock' : 'SoldOut'),
  url: path,
})

const pictureOf = (picture: string | undefined) => (picture ? { image: [picture] } : {})
const textOf = (description: string | undefined) => (description ? { description } : {})

/** Of schema.org, for search engines; the browser has no use for it. */
export const structuredEvent = (event: ShownEvent): StructuredData => ({
  '@type': 'Event',
  name: event.name,
  ...textOf(event.description),
  startDate: event.beginAt,
  endDate: event.endAt,
  eventStatus: thing(event.isCancelled ? 'EventCancelled' : 'EventScheduled'),
  eventAttendanceMode: thing('OnlineEventAttendanceMode'),
  location: { '@type': 'VirtualLocation', url: event.path },
  url: event.path,
  ...pictureOf(event.picture),
  organizer: { '@type': 'Organization', name: event.firmName },
  offers: offerOf(event.offer, event.path),
})

export const structuredProduct = (product: ShownProduct): StructuredData => ({
  '@type': 'Product',
  name: product.name,
  ...textOf(product.description),
  url: product.path,
  ...pictureOf(product.picture),
  offers: offerOf(product.offer, product.path),
})
