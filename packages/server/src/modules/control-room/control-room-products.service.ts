import { fail } from '@kaimai/contract/common/error.ts'
import { bannedWordTest } from '@kaimai/contract/room/banned-words.rules.ts'
import type { PastFilmBody } from '@kaimai/contract/live/past-film.schema.ts'
import type { StaffAction, RealEvent } from '@kaimai/contract/room/room-event.schema.ts'
import { newId } from '../../platform/ids.ts'
import type { ControlRoomCaller, ControlRoomAccess } from './control-room-access.ts'
import type { RoomStateReader } from './current-room-state.ts'
import type { LiveChanges } from './live-changes.ts'
import type { LiveRecord } from '../live/live-reader.service.ts'

export interface ControlRoomProductsDeps {
  readonly room: ControlRoomAccess
  readonly roomStateOf: RoomStateReader
  readonly lives: LiveChanges
}

type ProductAction = 'show' | 'hide' | 'list' | 'unlist' | 'add'
type ProductActionKind = Extract<RealEvent, { productId: string }>['kind'] & StaffAction

const kinds: Readonly<Record<Exclude<ProductAction, 'add'>, ProductActionKind>> = {
  show: 'productShown',
  hide: 'productHidden',
  list: 'productListed',
  unlist: 'productUnlisted',
}

/** What the staff sells in a running room, and by which rules it runs. */
export const createControlRoomProducts = ({ room, roomStateOf, lives }: ControlRoomProductsDeps) => {
  /** Whether it stands so already: of two of the staff at once the second changes nothing. */
  const stands = async (
    live: LiveRecord,
    productId: string,
    action: Exclude<ProductAction, 'add'>,
  ): Promise<boolean> => {
    const { shown, unlisted } = await roomStateOf(live)
    switch (action) {
      case 'show':
        return shown.at(-1) === productId
      case 'hide':
        return !shown.includes(productId)
      case 'list':
        return !unlisted.has(productId)
      case 'unlist':
        return unlisted.has(productId)
    }
  }

  const notifyProducts = async (
    caller: ControlRoomCaller,
    live: LiveRecord,
    productId: string,
    action: Exclude<ProductAction, 'add'>,
  ): Promise<void> => {
    if (await stands(live, productId, action)) return
    const key = `products ${newId()}`
    const kind = kinds[action]
    await room.record(caller, live, 'product', { action, productId })
    await room.appendEvent(live, { event: { kind, productId }, liveUserId: null, key })
    await room.appendAction(live, caller, kind, key, { productId })
  }

  return {
    product: async (
      caller: ControlRoomCaller,
      { liveId, productId, action }: { liveId: string; productId: string; action: ProductAction },
    ): Promise<void> => {
      const { firm } = caller
      const live = await room.findOpen(firm.id, liveId)
      const sells = live.productIds.includes(productId)
      if (action === 'add') {
        // What was taken off the list only needs to be listed again.
        if (sells) return notifyProducts(caller, live, productId, 'list')
        await lives.changeRunning(firm.id, liveId, { addProductId: productId }, room.actorOf(caller))
        await room.appendAction(live, caller, 'productListed', `products ${newId()}`, { productId })
        return undefined
      }
      if (!sells) throw fail('noData')
      return notifyProducts(caller, live, productId, action)
    },

    settings: async (
      caller: ControlRoomCaller,
      input: { liveId: string; slowSeconds?: number | undefined; anonymousAllowed?: boolean | undefined },
    ): Promise<void> => {
      const { liveId, slowSeconds, anonymousAllowed } = input
      const live = await room.find(caller.firm.id, liveId)
      await lives.changeRunning(caller.firm.id, liveId, { slowSeconds, anonymousAllowed }, room.actorOf(caller))
      if (slowSeconds === undefined || slowSeconds === live.slowSeconds || !room.isOpen(live)) return
      const key = `slow ${newId()}`
      await room.appendEvent(live, { event: { kind: 'slowed', seconds: slowSeconds }, liveUserId: null, key })
      await room.appendAction(live, caller, 'slowed', key, { text: String(slowSeconds) })
    },

    /** Sets the words that hold a comment, or tells whether they would hold a text. */
    keyword: async (
      caller: ControlRoomCaller,
      input: { liveId: string; bannedKeywords?: readonly string[] | undefined; test: string },
    ): Promise<{ bannedKeywords: string[]; held: boolean }> => {
      const { liveId, bannedKeywords, test } = input
      const before = await room.find(caller.firm.id, liveId)
      if (bannedKeywords !== undefined) {
        await lives.changeRunning(caller.firm.id, liveId, { bannedKeywords }, room.actorOf(caller))
      }
      const live = await room.find(caller.firm.id, liveId)
      const words = [...live.bannedKeywords]
      if (bannedKeywords !== undefined && words.join('\n') !== before.bannedKeywords.join('\n') && room.isOpen(live))
        await room.appendAction(live, caller, 'keywords', `keywords ${newId()}`)
      return { bannedKeywords: words, held: bannedWordTest(words)(test) }
    },

    extend: async (
      caller: ControlRoomCaller,
      { liveId, minutes, pastFilm }: { liveId: string; minutes: number; pastFilm?: PastFilmBody | undefined },
    ): Promise<{ endAt: string }> => {
      await room.findOpen(caller.firm.id, liveId)
      await lives.changeRunning(caller.firm.id, liveId, { extendMinutes: minutes, pastFilm }, room.actorOf(caller))
      const live = await room.find(caller.firm.id, liveId)
      await room.appendAction(live, caller, 'extended', `extend ${newId()}`, { text: String(minutes) })
      return { endAt: new Date(live.endAtMs).toISOString() }
    },

    /** Answers from when on it is what viewers see past the film. */
    pastFilm: async (
      caller: ControlRoomCaller,
      { liveId, ...pastFilm }: PastFilmBody & { liveId: string },
    ): Promise<{ from: string }> => {
      await room.findOpen(caller.firm.id, liveId)
      await lives.changeRunning(caller.firm.id, liveId, { pastFilm }, room.actorOf(caller))
      const live = await room.find(caller.firm.id, liveId)
      return { from: new Date(live.pastFilm.at(-1)?.fromMs ?? live.endAtMs).toISOString() }
    },
  }
}
export type ControlRoomProducts = ReturnType<typeof createControlRoomProducts>
