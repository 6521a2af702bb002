import { z } from 'zod'
import { firm, open } from '../common/access.ts'
import { EditVersion } from '../common/edit-version.ts'
import { ById, Id, Nothing } from '../common/fields.ts'
import { currencies } from '../common/money.ts'
import { ListQuery, pageOf } from '../common/page.ts'
import { defineRoutes } from '../common/route.ts'
import { Instant } from '../common/time.ts'
import { TrackingSetup } from '../tracking/tracking.schema.ts'
import { returnExceptions } from '../product/return-exception.ts'
import { salesPageStates } from './sales-page.rules.ts'
import { SalesPageBody, SalesPageChangeBody } from './sales-page.schema.ts'

/** A block as it is stored; what was stored before a rule is still shown. */
const StoredBlock = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), id: z.string(), heading: z.string(), text: z.string() }),
  z.object({ kind: z.literal('picture'), id: z.string(), url: z.string(), caption: z.string() }),
  z.object({ kind: z.literal('product'), id: z.string(), productId: Id, note: z.string() }),
  z.object({
    kind: z.literal('video'),
    id: z.string(),
    videoId: Id,
    heading: z.string(),
    posterUrl: z.string(),
  }),
  z.object({
    kind: z.literal('questions'),
    id: z.string(),
    heading: z.string(),
    items: z.array(z.object({ question: z.string(), answer: z.string() })),
  }),
  z.object({ kind: z.literal('countdown'), id: z.string(), heading: z.string(), until: Instant, after: z.string() }),
  z.object({
    kind: z.literal('contact'),
    id: z.string(),
    heading: z.string(),
    text: z.string(),
    label: z.string(),
    link: z.string(),
  }),
])

export const SalesPage = z.object({
  id: Id,
  version: EditVersion,
  title: z.string(),
  lead: z.string(),
  customUrl: z.string(),
  colorToneId: z.string(),
  posterInfoList: z.array(z.string()),
  blockList: z.array(StoredBlock),
  productIdList: z.array(Id),
  metaTitle: z.string(),
  metaDescription: z.string(),
  metaImage: z.string(),
  published: z.boolean(),
  beginAt: Instant.nullable(),
  endAt: Instant.nullable(),
  state: z.enum(salesPageStates),
  createdAt: Instant,
  changedAt: Instant,
})
export type SalesPage = z.output<typeof SalesPage>

export const SalesPageRow = z.object({
  id: Id,
  title: z.string(),
  customUrl: z.string(),
  /** The first poster, or the first product's picture. */
  imageUrl: z.string(),
  state: z.enum(salesPageStates),
  beginAt: Instant.nullable(),
  endAt: Instant.nullable(),
  products: z.number().int(),
  createdAt: Instant,
  changedAt: Instant,
})
export type SalesPageRow = z.output<typeof SalesPageRow>

/** Columns a list may be sorted by. */
export const salesPageSorts = ['createdAt', 'changedAt', 'title'] as const

const SalesPageQuery = ListQuery.extend({ state: z.enum(salesPageStates).optional() })

/** Where one buys: the room that sells now, the next live to sign up for, or the seller. */
export const BuyAction = z.object({
  kind: z.enum(['room', 'signup', 'contact']),
  href: z.string(),
  /** When the live begins; null for contact. */
  beginAt: Instant.nullable(),
})
export type BuyAction = z.output<typeof BuyAction>

/** Ids in one value: a query has no lists. */
const IdsText = z
  .string()
  .max(2000)
  .regex(/^[0-9a-f,-]*$/i)
  .transform((text) => text.split(',').filter((id) => Id.safeParse(id).success))

export const salesPageRoutes = defineRoutes('console', {
  list: {
    method: 'GET',
    path: '/sales_page',
    summary: 'Sales pages of the firm, newest first; `q` searches title and address, `state` narrows.',
    access: firm('stream'),
    query: SalesPageQuery,
    answer: pageOf(SalesPageRow),
    added: true,
  },
  counts: {
    method: 'GET',
    path: '/sales_page/counts',
    summary: 'How many sales pages are in each state.',
    access: firm('stream'),
    answer: z.object({
      all: z.number().int(),
      draft: z.number().int(),
      scheduled: z.number().int(),
      open: z.number().int(),
      closed: z.number().int(),
    }),
    added: true,
  },
  checkUrl: {
    method: 'GET',
    path: '/sales_page/check_url',
    summary: 'Whether an address below /s/ is free, while it is typed; `id` is the page that may keep its own.',
    access: firm('stream'),
    query: z.object({ customUrl: z.string().max(80), id: Id.optional() }),
    answer: z.object({
      free: z.boolean(),
      /** Why not, in the caller's language; empty when it is free. */
      problem: z.string(),
    }),
    added: true,
  },
  buyAction: {
    method: 'GET',
    path: '/sales_page/buy_action',
    summary: 'Where the button of a page with these products would lead now.',
    access: firm('stream'),
    query: z.object({ productIds: IdsText }),
    answer: z.object({ action: BuyAction.nullable() }),
    added: true,
  },
  create: {
    method: 'POST',
    path: '/sales_page',
    summary: 'Makes a sales page.',
    access: firm('stream'),
    body: SalesPageBody,
    answer: SalesPage,
    errors: ['conflict'],
    idempotency: 'optional',
  },
  show: {
    method: 'GET',
    path: '/sales_page/:id',
    summary: 'One sales page.',
    access: firm('stream'),
    params: ById,
    answer: SalesPage,
  },
  change: {
    method: 'PUT',
    path: '/sales_page/:id',
    summary: 'Changes a sales page. With `version`, `conflict` when somebody changed it since.',
    access: firm('stream'),
    params: ById,
    body: SalesPageChangeBody,
    answer: SalesPage,
    errors: ['conflict'],
  },
  remove: {
    method: 'DELETE',
    path: '/sales_page/:id',
    summary: 'Removes a sales page; its address is free again.',
    access: firm('stream'),
    params: ById,
    answer: Nothing,
  },
})

/** A product as visitors of a page see it. */
export const SaleProduct = z.object({
  productId: Id,
  productName: z.string(),
  /** HTML of a rich text, as the page shows it. */
  description: z.string(),
  unit: z.string(),
  /** What it costs on a page now (priceNow in product/price.rules.ts). */
  price: z.number().int(),
  /** Struck through beside it; null: nothing. */
  originalPrice: z.number().int().nullable(),
  currency: z.enum(currencies),
  imageUrl: z.string(),
  /** Why the seven days of reflection don't hold: shown before buying. */
  returnException: z.enum(returnExceptions).nullable(),
  /** Pieces on sale now, of all variants. */
  left: z.number().int(),
  perPersonLimit: z.number().int().nullable(),
  /** At least one; of a product without variants one with an empty name. */
  variants: z.array(z.object({ variantId: Id, name: z.string(), left: z.number().int() })),
})
export type SaleProduct = z.output<typeof SaleProduct>

/** A block with what it shows resolved; one whose product or video is gone is left out. */
export const PublicBlock = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('text'),
    id: z.string(),
    heading: z.string(),
    /** HTML of a rich text, as the page shows it. */
    text: z.string(),
  }),
  z.object({ kind: z.literal('picture'), id: z.string(), url: z.string(), caption: z.string() }),
  z.object({ kind: z.literal('product'), id: z.string(), product: SaleProduct, note: z.string() }),
  z.object({
    kind: z.literal('video'),
    id: z.string(),
    heading: z.string(),
    posterUrl: z.string(),
    /** A VOD playlist. */
    playlistUrl: z.string(),
    durationMs: z.number().int().nullable(),
  }),
  z.object({
    kind: z.literal('questions'),
    id: z.string(),
    heading: z.string(),
    items: z.array(z.object({ question: z.string(), answer: z.string() })),
  }),
  z.object({ kind: z.literal('countdown'), id: z.string(), heading: z.string(), until: Instant, after: z.string() }),
  z.object({
    kind: z.literal('contact'),
    id: z.string(),
    heading: z.string(),
    text: z.string(),
    label: z.string(),
    link: z.string(),
  }),
])
export type PublicBlock = z.output<typeof PublicBlock>

/** What the public page shows. Before its time and after it the blocks and products stay away. */
export const PublicSalesPage = z.object({
  customUrl: z.string(),
  state: z.enum(['open', 'scheduled', 'closed']),
  beginAt: Instant.nullable(),
  endAt: Instant.nullable(),
  title: z.string(),
  lead: z.string(),
  colorToneId: z.string(),
  posters: z.array(z.string()),
  blocks: z.array(PublicBlock),
  /** Those without a card of their own, in the merchant's order. */
  products: z.array(SaleProduct),
  /** Every product the page sells is sold out. */
  soldOut: z.boolean(),
  /** It can be bought on the page itself: it is open and the merchant has a way to be paid. */
  buyable: z.boolean(),
  /** Where else: the room that sells now, the next live. */
  action: BuyAction.nullable(),
  tracking: TrackingSetup,
  metaTitle: z.string(),
  metaDescription: z.string(),
  metaImage: z.string(),
  /** Its firm doesn't want search engines to find the page. */
  noindex: z.literal(true).optional(),
  /** Its shop is in test mode: nothing that is bought there is charged. */
  testMode: z.literal(true).optional(),
  firm: z.object({
    name: z.string(),
    imgUrl: z.string(),
    contactLink: z.string(),
    legalName: z.string(),
    taxId: z.string(),
    legalAddress: z.string(),
    legalPhone: z.string(),
  }),
  now: Instant,
})
export type PublicSalesPage = z.output<typeof PublicSalesPage>

/** The live-room service's call for visitors of a page. */
export const publicSalesPageRoutes = defineRoutes('room', {
  page: {
    method: 'GET',
    path: '/sales_page',
    summary: 'The public page by its custom URL: what it sells, at what price, how many are left.',
    access: open,
    query: z.object({ customUrl: z.string().max(64) }),
    answer: PublicSalesPage,
    errors: ['notFound'],
  },
})
