import { fail } from '@kaimai/contract/common/error.ts'
import type { BuyAction, PublicBlock, PublicSalesPage } from '@kaimai/contract/sales-page/sales-page.routes.ts'
import { salesPageStateAt, withoutCard } from '@kaimai/contract/sales-page/sales-page.rules.ts'
import { SalesUrl } from '@kaimai/contract/sales-page/sales-page.schema.ts'
import type { PageOfFirm, TrackingSetup } from '@kaimai/contract/tracking/tracking.schema.ts'
import { richTextHtml } from '@kaimai/contract/video/rich-text-page.rules.ts'
import type { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import type { FirmService, PublicFirm } from '../firm/firm.service.ts'
import type { ReadShownProducts } from '../product/shown-products.service.ts'
import type { VideoService } from '../video/video.service.ts'
import { instantsOf, presentSaleProduct } from './sales-page.present.ts'
import type { SalesPageStore } from './sales-page.store.ts'
import type { SalesPageTableRow } from './sales-page.tables.ts'

export interface PublicSalesPageDeps {
  readonly store: Pick<SalesPageStore, 'findByUrl'>
  readonly clock: Clock
  readonly firms: Pick<FirmService, 'publicFirm'>
  readonly shownProducts: ReadShownProducts
  readonly videos: Pick<VideoService, 'summaries'>
  /** Where the page's products can be bought now. */
  readonly buyAction: (firmId: string, productIds: readonly string[]) => Promise<z.input<typeof BuyAction> | null>
  /** Whether the merchant has a way to be paid. */
  readonly payable: (firm: PublicFirm) => boolean
  readonly trackingFor: (firmId: string, page: PageOfFirm) => Promise<TrackingSetup>
}

type Products = ReadonlyMap<string, ReturnType<typeof presentSaleProduct>>
type Videos = ReadonlyMap<string, Awaited<ReturnType<VideoService['summaries']>>[number]>

/** The blocks with what they show; those whose product or video is gone are left out. */
const resolved = ({ content }: SalesPageTableRow, products: Products, videos: Videos): PublicBlock[] =>
  content.blockList.flatMap((block): PublicBlock[] => {
    if (block.kind === 'product') {
      const product = products.get(block.productId)
      return product ? [{ kind: 'product', id: block.id, product, note: block.note }] : []
    }
    if (block.kind === 'video') {
      const video = videos.get(block.videoId)
      if (video?.state !== 'ready' || video.removed) return []
      const { id, heading, posterUrl } = block
      const shown = { posterUrl: posterUrl || video.thumbnailUrl, playlistUrl: video.previewUrl }
      return [{ kind: 'video', id, heading, ...shown, durationMs: video.durationMs }]
    }
    return [block.kind === 'text' ? { ...block, text: richTextHtml(block.text) } : block]
  })

/** The visitor's side of a sales page. */
export const createPublicSalesPage = (deps: PublicSalesPageDeps) => {
  const { store, clock, firms, shownProducts, videos, buyAction, payable, trackingFor } = deps
  return {
    /** Where the button of a page with these products leads now. */
    actionFor: buyAction,
    /** Throws `notFound` for an unknown address, a draft, or a firm that is suspended. */
    page: async (customUrl: string): Promise<PublicSalesPage> => {
      const url = SalesUrl.safeParse(customUrl)
      const row = url.success ? await store.findByUrl(url.data) : undefined
      const state = row && salesPageStateAt(instantsOf(row), clock.ms())
      if (!row || state === undefined || state === 'draft') throw fail('notFound')
      const { firmId, content } = row
      const firm = await firms.publicFirm(firmId)
      const { name, imgUrl, contactLink, legalName, taxId, legalAddress, legalPhone, searchable, suspended } = firm
      if (suspended) throw fail('notFound')
      const isOpen = state === 'open'
      const videoIds = content.blockList.flatMap((block) => (block.kind === 'video' ? [block.videoId] : []))
      const [shown, films, action, tracking] = await Promise.all([
        shownProducts(firmId, isOpen ? content.productIdList : []),
        isOpen && videoIds.length > 0 ? videos.summaries(firmId, videoIds) : [],
        buyAction(firmId, content.productIdList),
        trackingFor(firmId, { page: 'salesPage', pageId: row.id, path: `/s/${row.customUrl}` }),
      ])
      const byId: Products = new Map(
        shown.products.map((product) => [
          product.productId,
          presentSaleProduct(product, shown.descriptions.get(product.productId) ?? ''),
        ]),
      )
      const blocks = isOpen ? resolved(row, byId, new Map(films.map((film) => [film.id, film]))) : []
      return {
        customUrl: row.customUrl,
        state,
        beginAt: row.beginAt?.toISOString() ?? null,
        endAt: row.endAt?.toISOString() ?? null,
        title: row.title,
        lead: content.lead,
        colorToneId: content.colorToneId,
        posters: [...content.posterInfoList],
        blocks,
        products: withoutCard(content.productIdList, content.blockList).flatMap((id) => byId.get(id) ?? []),
        soldOut: byId.size > 0 && [...byId.values()].every(({ left }) => left === 0),
        buyable: isOpen && payable(firm),
        action,
        tracking,
        metaTitle: content.metaTitle,
        metaDescription: content.metaDescription,
        metaImage: content.metaImage,
        firm: { name, imgUrl, contactLink, legalName, taxId, legalAddress, legalPhone },
        ...(searchable ? {} : { noindex: true as const }),
        ...(firm.testMode ? { testMode: true as const } : {}),
        now: clock.now().toISOString(),
      }
    },
  }
}
export type PublicSalesPageService = ReturnType<typeof createPublicSalesPage>
