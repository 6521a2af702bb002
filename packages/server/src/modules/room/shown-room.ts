import type { SalesChannel } from '@kaimai/contract/product/price.rules.ts'
import type { RoomProduct } from '@kaimai/contract/room/room.routes.ts'
import type { Held } from '../../platform/held.ts'
import type { FirmService, PublicFirm } from '../firm/firm.service.ts'
import type { LiveRecord } from '../live/live-reader.service.ts'
import type { LiveProductTerms } from '../product/product.service.ts'
import type { Playback } from './room.present.ts'
import { shownProduct } from './shown-left.ts'

/** What a room shows to all alike, but for the time and who is there. */
export interface ShownRoom {
  readonly firm: PublicFirm
  readonly products: readonly RoomProduct[]
  readonly playback: Playback
  readonly signupPath: string
}

/** What it is read from. */
export interface ShownRoomSources {
  readonly firms: Pick<FirmService, 'publicFirm'>
  readonly products: {
    forRoom(
      firmId: string,
      productIds: readonly string[],
      place?: SalesChannel,
      liveProducts?: readonly LiveProductTerms[],
    ): Promise<readonly RoomProduct[]>
  }
  readonly playback: (live: LiveRecord) => Promise<Playback>
  /** Path of a form that offers this room; empty when there is none. */
  readonly signupPath: (firmId: string, liveId: string) => Promise<string>
}

/** What a room shows is at most so old, where the hint of a change was lost or nobody gives one. */
export const shownForMs = 500

/** Reads what a room shows, or takes what is held of it; without `held` each view reads it anew. */
export const createShownRooms = ({
  sources,
  held,
}: {
  readonly sources: ShownRoomSources
  readonly held: Held<ShownRoom> | undefined
}) => {
  const read = async (live: LiveRecord, place: SalesChannel): Promise<ShownRoom> => {
    const [firm, sold, playback, signupPath] = await Promise.all([
      sources.firms.publicFirm(live.firmId),
      sources.products.forRoom(live.firmId, live.productIds, place, live.liveProducts),
      sources.playback(live),
      sources.signupPath(live.firmId, live.id),
    ])
    return { firm, products: sold.map(shownProduct), playback, signupPath }
  }

  return (live: LiveRecord, place: SalesChannel, nowMs: number): Promise<ShownRoom> => {
    // Prices begin and end by the clock.
    const moment = Math.floor(nowMs / shownForMs)
    return held ? held.get(`${live.firmId} ${live.id} ${place} ${moment}`, () => read(live, place)) : read(live, place)
  }
}
