import { fail } from '@kaimai/contract/common/error.ts'
import type { GiveawayDraw, GiveawayOffer } from '@kaimai/contract/room/giveaway.schema.ts'
import type { Clock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { Giveaways } from '../room/giveaways.service.ts'
import type { RoomStore } from '../room/room.store.ts'
import type { RoomSources } from '../room/room.service.ts'
import type { ControlRoomAccess, ControlRoomCaller } from './control-room-access.ts'

/** What the staff gives away in a running room, and what anybody needs to check a draw. */
export const createGiveawayControl = (deps: {
  readonly clock: Clock
  readonly room: ControlRoomAccess
  readonly giveaways: Pick<Giveaways, 'open' | 'drawAll' | 'drawn' | 'draws'>
  readonly store: Pick<RoomStore, 'open'>
  readonly sources: Pick<RoomSources, 'lives' | 'firms'>
}) => {
  const { clock, room, giveaways, store, sources } = deps
  const publicLive = async (streamId: string) => {
    const live = await sources.lives.findByStreamId(streamId)
    if (live === undefined || (await sources.firms.publicFirm(live.firmId)).suspended) throw fail('notFound')
    return live
  }
  return {
    openGiveaway: async (
      caller: ControlRoomCaller,
      offer: GiveawayOffer & { readonly liveId: string },
    ): Promise<void> => {
      const live = await room.findOpen(caller.firm.id, offer.liveId)
      const { prize, word, winners, seconds } = offer
      const { firmId, id: liveId, beginAtMs } = live
      const id = newId()
      await room.record(caller, live, 'openGiveaway', { prize, word, winners, seconds })
      await store.open(firmId, liveId, clock.now())
      const untilAt = new Date(Math.min(clock.ms() + seconds * 1000, live.endAtMs))
      await giveaways.open({ firmId, liveId, beginAtMs }, { prize, word, winners }, { id, itemId: null, untilAt })
      await room.appendAction(live, caller, 'giveawayOpened', `giveaway ${id}`, { text: prize })
    },

    drawGiveaway: async (caller: ControlRoomCaller, { liveId }: { readonly liveId: string }): Promise<void> => {
      const live = await room.findOpen(caller.firm.id, liveId)
      const drawn = await giveaways.drawAll({ firmId: live.firmId, liveId, beginAtMs: live.beginAtMs })
      if (drawn === undefined) return
      await room.record(caller, live, 'drawGiveaway', { prize: drawn })
      await room.appendAction(live, caller, 'giveawayDrawn', `giveaway end ${newId()}`, { text: drawn })
    },

    /** Those that have been drawn, with who took part. */
    list: async (firmId: string, liveId: string) => {
      const live = await room.find(firmId, liveId)
      const items = await giveaways.drawn(live.firmId, live.id)
      return {
        items: items.flatMap(({ id, prize, word, winners, commitment, seed, result }) =>
          result === null
            ? []
            : [
                {
                  giveaway: id,
                  prize,
                  word,
                  winners,
                  commitment,
                  seed,
                  digest: result.digest,
                  entrants: result.entrants.map(({ userId, name }) => ({ userId, name })),
                },
              ],
        ),
      }
    },

    /** Those that have been drawn, as the room was told. Throws `notFound`. */
    draws: async (streamId: string): Promise<{ draws: GiveawayDraw[] }> => {
      const live = await publicLive(streamId)
      return { draws: await giveaways.draws(live.firmId, live.id) }
    },

    /** Public ids of who took part in one that has been drawn. Throws `notFound`. */
    entrants: async (streamId: string, giveaway: string): Promise<{ entrants: string[] }> => {
      const live = await publicLive(streamId)
      const [drawn] = await giveaways.drawn(live.firmId, live.id, giveaway)
      if (drawn === undefined || drawn.result === null) throw fail('notFound')
      return { entrants: drawn.result.entrants.map(({ userId }) => userId) }
    },
  }
}
export type GiveawayControl = ReturnType<typeof createGiveawayControl>
