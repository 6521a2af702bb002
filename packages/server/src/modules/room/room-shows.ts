import { cuedScript } from '@kaimai/contract/live/cue.rules.ts'
import type { RoomShow } from './room-show.ts'
import type { RoomSources } from './room.service.ts'

/** What a room plays, for the hub. */
export const roomShows =
  ({ lives, firms, products, cues = async () => [] }: RoomSources) =>
  async (firmId: string, liveId: string): Promise<RoomShow | undefined> => {
    const live = await lives.find(firmId, liveId)
    if (live === undefined) return undefined
    const [planned, made, firm, sold] = await Promise.all([
      lives.script(liveId),
      cues(firmId, liveId),
      firms.publicFirm(firmId),
      products.forRoom(firmId, live.productIds, 'page', live.liveProducts),
    ])
    // A room of a merchant that was suspended is over.
    if (firm.suspended) return undefined
    const stock = Object.fromEntries(
      sold.flatMap(({ variants }) => variants.map(({ variantId, left }) => [variantId, left] as const)),
    )
    const script = made.length === 0 ? planned : cuedScript(planned, made)
    return { live, script, planned, products: sold, disclosure: live.disclosure ?? firm.disclosure, stock }
  }
