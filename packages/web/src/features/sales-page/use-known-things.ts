import type { Product } from '@kaimai/contract/product/product.routes.ts'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { productsByIds } from '../product/product.api.ts'
import { videoShown } from '../video/video.api.ts'
import type { KnownThings, SalesPageFields } from './page-values.ts'

/** Products and videos that the page names, as far as they are there. */
export const useKnownThings = ({ productIdList, blockList }: SalesPageFields) => {
  const [seen, setSeen] = useState<ReadonlyMap<string, Product>>(new Map())
  const missing = productIdList.filter((id) => !seen.has(id))
  const loaded = useQuery({ ...productsByIds(missing), placeholderData: keepPreviousData })
  const videoIds = [
    ...new Set(blockList.flatMap((block) => (block.kind === 'video' && block.videoId !== null ? [block.videoId] : []))),
  ]
  const videos = useQueries({ queries: videoIds.map((id) => ({ ...videoShown(id), retry: false })) })
  const known: KnownThings = {
    products: new Map([...(loaded.data ?? []).map((product) => [product.id, product] as const), ...seen]),
    videos: new Map(videos.flatMap(({ data }) => (data ? [[data.id, data] as const] : []))),
  }
  return {
    known,
    /** What a picker has seen needs no asking. */
    onSeen: (more: ReadonlyMap<string, Product>) => setSeen(new Map([...seen, ...more])),
    /** Whether a product that is not known is gone, rather than on its way. */
    isReady: missing.length === 0 || (loaded.isSuccess && !loaded.isPlaceholderData),
  }
}
