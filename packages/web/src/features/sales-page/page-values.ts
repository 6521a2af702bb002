import { picturesOfRichText } from '@kaimai/contract/common/rich-text.rules.ts'
import { richTextOf } from '@kaimai/contract/common/rich-text-read.rules.ts'
import { priceNow } from '@kaimai/contract/product/price.rules.ts'
import type { Product } from '@kaimai/contract/product/product.routes.ts'
import type { PublicSalesPage, SalesPage } from '@kaimai/contract/sales-page/sales-page.routes.ts'
import { type BlockKind, withoutCard } from '@kaimai/contract/sales-page/sales-page.rules.ts'
import type { SalesPageFields } from '@kaimai/contract/sales-page/sales-page.schema.ts'
import { richTextHtml } from '@kaimai/contract/video/rich-text-page.rules.ts'
import type { Video } from '@kaimai/contract/video/video.routes.ts'

export type { SalesPageFields } from '@kaimai/contract/sales-page/sales-page.schema.ts'
/** A block as the editor holds it. */
export type EditedBlock = SalesPageFields['blockList'][number]
export type EditedOf<K extends BlockKind> = Extract<EditedBlock, { kind: K }>

const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A custom URL to begin with: `shop-k3f9x`; `random` gives numbers from 0 up to 1. */
export const suggestedUrl = (random: () => number): string =>
  `shop-${Array.from({ length: 5 }, () => letters[Math.floor(random() * letters.length)] ?? 'a').join('')}`

/** A page to begin with: it sells what is chosen, and says and promises nothing that the merchant did not write. */
export const newPage = (input: { readonly customUrl: string; readonly tone: string }): SalesPageFields => ({
  title: '',
  lead: '',
  customUrl: input.customUrl,
  colorToneId: input.tone,
  posterInfoList: [],
  blockList: [],
  productIdList: [],
  metaTitle: '',
  metaDescription: '',
  metaImage: '',
  published: false,
  beginAt: null,
  endAt: null,
})

/** The fields of a page as the server answers it. */
export const fieldsOf = (page: SalesPage): SalesPageFields => ({
  title: page.title,
  lead: page.lead,
  customUrl: page.customUrl,
  colorToneId: page.colorToneId,
  posterInfoList: page.posterInfoList,
  blockList: page.blockList,
  productIdList: page.productIdList,
  metaTitle: page.metaTitle,
  metaDescription: page.metaDescription,
  metaImage: page.metaImage,
  published: page.published,
  beginAt: page.beginAt,
  endAt: page.endAt,
})

/** Parts of the form, in its order: which fields each holds. */
export const sections = {
  basics: ['title', 'lead', 'customUrl'],
  products: ['productIdList'],
  page: ['posterInfoList', 'colorToneId', 'blockList'],
  time: ['beginAt', 'endAt'],
  share: ['metaTitle', 'metaDescription', 'metaImage'],
} as const satisfies Record<string, readonly (keyof SalesPageFields)[]>
export type SectionId = keyof typeof sections
export const sectionIds = Object.keys(sections) as SectionId[]

/** What must be there for a section to count as done. */
const needed: Readonly<Record<SectionId, (values: SalesPageFields) => boolean>> = {
  basics: ({ title, customUrl }) => title.trim() !== '' && customUrl.trim() !== '',
  products: ({ productIdList }) => productIdList.length > 0,
  page: ({ blockList, posterInfoList }) => blockList.length > 0 && posterInfoList.length > 0,
  time: ({ beginAt, endAt }) => beginAt !== null || endAt !== null,
  share: ({ metaTitle, metaDescription }) => metaTitle.trim() !== '' && metaDescription.trim() !== '',
}

export type SectionState = 'done' | 'open' | 'faulty'

/** The state of a section; `faults` are the paths with an error. */
export const sectionState = (id: SectionId, values: SalesPageFields, errors: readonly string[]): SectionState => {
  const isFaulty = sections[id].some((name) => errors.some((path) => path === name || path.startsWith(`${name}.`)))
  if (isFaulty) return 'faulty'
  return needed[id](values) ? 'done' : 'open'
}

/** A block of a kind, still empty. */
export const emptyBlock = (kind: Exclude<BlockKind, 'product'>, id: string): EditedBlock => {
  switch (kind) {
    case 'text':
      return { kind, id, heading: '', text: '' }
    case 'picture':
      return { kind, id, url: '', caption: '' }
    case 'video':
      return { kind, id, videoId: null, heading: '', posterUrl: '' }
    case 'questions':
      return { kind, id, heading: '', items: [{ question: '', answer: '' }] }
    case 'countdown':
      return { kind, id, heading: '', until: '', after: '' }
    case 'contact':
      return { kind, id, heading: '', text: '', label: '', link: '' }
  }
}

/** Pictures of a page that may have been uploaded in the form, with the field that shows each. */
export const picturesOf = (values: SalesPageFields): { readonly url: string; readonly field: string }[] =>
  [
    ...values.posterInfoList.map((url) => ({ url, field: 'posterInfoList' })),
    { url: values.metaImage, field: 'metaImage' },
    ...values.blockList.flatMap((block, index) => {
      if (block.kind === 'text') {
        const field = `blockList.${index}.text`
        return picturesOfRichText(richTextOf(block.text)).map(({ src }) => ({ url: src, field }))
      }
      if (block.kind === 'picture') return [{ url: block.url, field: `blockList.${index}.url` }]
      return block.kind === 'video' ? [{ url: block.posterUrl, field: `blockList.${index}.posterUrl` }] : []
    }),
  ].filter(({ url }) => url.startsWith('/media/image/'))

export interface KnownThings {
  readonly products: ReadonlyMap<string, Product>
  readonly videos: ReadonlyMap<string, Video>
}

type Sale = PublicSalesPage
type SaleProduct = Sale['products'][number]

/** What a product costs on a page at this moment. */
export const pagePrice = (product: Product): number => priceNow(product, { nowMs: Date.now(), place: 'page' }).price

const saleProduct = (product: Product, nowMs: number): SaleProduct => {
  const { price, struck } = priceNow(product, { nowMs, place: 'page' })
  return {
    productId: product.id,
    productName: product.productName,
    description: richTextHtml(product.description),
    unit: product.unit,
    price,
    originalPrice: struck,
    currency: product.currency,
    imageUrl: product.images[0] ?? '',
    returnException: product.returnException,
    left: product.stock,
    perPersonLimit: product.perPersonLimit,
    variants: product.variants.map(({ id, name, stock }) => ({ variantId: id, name, left: stock })),
  }
}

const shownBlock = (block: EditedBlock, { products, videos }: KnownThings, nowMs: number): Sale['blocks'] => {
  switch (block.kind) {
    case 'product': {
      const product = products.get(block.productId)
      return product ? [{ kind: 'product', id: block.id, product: saleProduct(product, nowMs), note: block.note }] : []
    }
    case 'video': {
      const video = videos.get(block.videoId ?? '')
      if (!video) return []
      const { id, heading, posterUrl } = block
      const film = { playlistUrl: video.previewUrl, durationMs: video.durationMs }
      return [{ kind: 'video', id, heading, posterUrl: posterUrl || video.thumbnailUrl, ...film }]
    }
    case 'picture':
      return block.url === '' ? [] : [block]
    case 'text':
      return [{ ...block, text: richTextHtml(block.text) }]
    case 'countdown':
      return block.until === '' ? [] : [block]
    default:
      return [block]
  }
}

/** The page as a visitor would see it with what is typed now. */
export const saleOf = (
  values: SalesPageFields,
  known: KnownThings,
  input: Pick<Sale, 'firm' | 'action' | 'now'> & { readonly untitled: string },
): Sale => {
  // What is off sale for the moment, visitors do not see.
  const products = new Map([...known.products].filter(([, { offSale }]) => !offSale))
  const nowMs = Date.parse(input.now)
  const listed = values.productIdList.flatMap((id) => products.get(id) ?? [])
  return {
    customUrl: values.customUrl,
    state: 'open',
    beginAt: values.beginAt,
    endAt: values.endAt,
    title: values.title || input.untitled,
    lead: values.lead,
    colorToneId: values.colorToneId,
    posters: values.posterInfoList,
    blocks: values.blockList.flatMap((block) => shownBlock(block, { ...known, products }, nowMs)),
    products: withoutCard(values.productIdList, values.blockList).flatMap((id) => {
      const product = products.get(id)
      return product ? [saleProduct(product, nowMs)] : []
    }),
    soldOut: listed.length > 0 && listed.every(({ stock }) => stock === 0),
    // As it will be once the merchant has a way to be paid.
    buyable: true,
    action: input.action,
    tracking: { pixelId: '', tiktokPixelId: '', gtmId: '', eventBase: '' },
    metaTitle: values.metaTitle,
    metaDescription: values.metaDescription,
    metaImage: values.metaImage,
    firm: input.firm,
    now: input.now,
  }
}
