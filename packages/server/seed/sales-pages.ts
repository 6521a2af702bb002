import { SalesPageBody } from '@kaimai/contract/sales-page/sales-page.schema.ts'
import type { App } from '../src/app.ts'
import { operatorOf } from '../src/platform/audit/audit.ts'
import { newId } from '../src/platform/ids.ts'
import type { Platform } from '../src/platform/platform.ts'
import { demoContent } from './content.ts'
import { withPictures } from './with-pictures.ts'

const dayMs = 86_400_000

interface SalesPageModuleDeps {
  readonly app: App
  readonly platform: Platform
  readonly firmId: string
  readonly videoId: string
  /** The address of a file of seed/media. */
  readonly picture: (file: string) => Promise<string>
}

/** Makes the demo's sales pages, as a merchant's clicks would. */
export const fillSalesPages = async ({
  app,
  platform,
  firmId,
  videoId,
  picture,
}: SalesPageModuleDeps): Promise<void> => {
  const { services } = app
  const found = await services.products.list(firmId, { limit: 100 })
  const idOf = (keyword: string): string => {
    const product = found.items.find((item) => item.keyword === keyword)
    if (typeof product?.id !== 'string') throw new Error(`no product ${keyword} in the demo firm`)
    return product.id
  }
  // Whole hours look meant.
  const start = Math.ceil(platform.clock.ms() / 3_600_000) * 3_600_000
  const inDays = (days: number | null) => (days === null ? null : new Date(start + days * dayMs).toISOString())

  for (const { posters, metaImage, sells, beginDays, endDays, blocks, ...page } of demoContent.salesPages) {
    const blockList = []
    for (const block of blocks) {
      const id = newId()
      if (block.kind === 'product') {
        const { keyword, ...rest } = block
        blockList.push({ ...rest, id, productId: idOf(keyword) })
      } else if (block.kind === 'countdown') {
        const { untilDays, ...rest } = block
        blockList.push({ ...rest, id, until: inDays(untilDays) })
      } else if (block.kind === 'picture') {
        const { file, ...rest } = block
        blockList.push({ ...rest, id, url: await picture(file) })
      } else if (block.kind === 'video') {
        blockList.push({ ...block, id, videoId, posterUrl: '' })
      } else if (block.kind === 'text') {
        blockList.push({ ...block, id, text: await withPictures(block.text, picture) })
      } else blockList.push({ ...block, id })
    }
    const body = {
      ...page,
      posterInfoList: await Promise.all(posters.map(picture)),
      metaImage: metaImage === '' ? '' : await picture(metaImage),
      productIdList: sells.map(idOf),
      blockList,
      beginAt: inDays(beginDays),
      endAt: inDays(endDays),
    }
    await services.salesPages.create(firmId, SalesPageBody.parse(body), operatorOf(firmId))
  }
}
