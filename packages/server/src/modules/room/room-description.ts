import { fail } from '@kaimai/contract/common/error.ts'
import { richTextHtml } from '@kaimai/contract/video/rich-text-page.rules.ts'
import type { FirmService } from '../firm/firm.service.ts'
import type { LiveRecord } from '../live/live-reader.service.ts'

export interface RoomDescriptionDeps {
  readonly lives: { findByStreamId(streamId: string): Promise<LiveRecord | undefined> }
  readonly firms: Pick<FirmService, 'publicFirm'>
  readonly products: {
    forRoom(firmId: string, productIds: readonly string[]): Promise<readonly unknown[]>
    descriptions(firmId: string, productIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  }
}

/** What is written of a product that a room sells, as a page shows it: fetched when a viewer opens the product's sheet. */
export const createRoomDescription =
  ({ lives, firms, products }: RoomDescriptionDeps) =>
  async (streamId: string, productId: string): Promise<{ description: string }> => {
    const live = await lives.findByStreamId(streamId)
    if (!live?.productIds.includes(productId)) throw fail('notFound')
    const [{ suspended }, sold, written] = await Promise.all([
      firms.publicFirm(live.firmId),
      products.forRoom(live.firmId, [productId]),
      products.descriptions(live.firmId, [productId]),
    ])
    if (suspended || sold.length === 0) throw fail('notFound')
    return { description: richTextHtml(written.get(productId) ?? '') }
  }
