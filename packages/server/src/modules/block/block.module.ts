import type { Platform } from '../../platform/platform.ts'
import { shopChanged } from '../../platform/shop-hints.ts'
import { type BlockDeps, createBlockService } from './block.service.ts'
import { createBlockStore } from './block.store.ts'

/** Blocks that a list of viewers looks at. */
const blocksRead = 5_000

/** Who is kept out of a live, or of all lives of a firm. */
export const createBlockModule = ({
  platform,
  ...deps
}: Omit<BlockDeps, 'store' | 'changed'> & { readonly platform: Platform }) => {
  const store = createBlockStore(platform.db)
  const everyone = { q: undefined, personal: true, liveId: undefined } as const
  return {
    blocks: createBlockService({
      platform,
      store,
      changed: (firmId) => shopChanged(platform.bus, firmId),
      ...deps,
    }),
    blocksIn: async (firmId: string, liveId: string) =>
      (await store.inLive(firmId, liveId, everyone, { limit: blocksRead, offset: 0 })).rows,
  }
}
