import { type Block, roomBlockRoutes } from '@kaimai/contract/block/block.routes.ts'
import type { Sent } from '@kaimai/contract/common/route.ts'
import { commentOrderRoutes } from '@kaimai/contract/order/comment-order.routes.ts'
import { controlRoomRoutes } from '@kaimai/contract/control-room/control-room.routes.ts'
import { giveawayControlRoutes } from '@kaimai/contract/control-room/giveaway-control.routes.ts'
import type { GiveawayOffer } from '@kaimai/contract/room/giveaway.schema.ts'
import { pollControlRoutes } from '@kaimai/contract/control-room/poll-control.routes.ts'
import type { PollQuestion } from '@kaimai/contract/room/poll.schema.ts'
import { scriptControlRoutes } from '@kaimai/contract/control-room/script-control.routes.ts'
import type { PastFilmBody } from '@kaimai/contract/live/past-film.schema.ts'
import type { commentFilters } from '@kaimai/contract/control-room/control-room.schema.ts'
import { markRoutes } from '@kaimai/contract/control-room/mark.routes.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/http/http.ts'
import { productRoutes } from '@kaimai/contract/product/product.routes.ts'

/** Where all that is known of rooms stands in the query cache. */
export const roomKey = ['room'] as const

type CommentFilter = (typeof commentFilters)[number]
type Said = Exclude<Sent<typeof controlRoomRoutes.say>['body'], FormData>
type SaidAsSelf = Exclude<Sent<typeof controlRoomRoutes.sayAsSelf>['body'], FormData>
type Choice = Exclude<Sent<typeof commentOrderRoutes.settle>['body'], FormData>['choice']
type ProductAct = Exclude<Sent<typeof controlRoomRoutes.product>['body'], FormData>['action']
type Decision = Exclude<Sent<typeof controlRoomRoutes.decide>['body'], FormData>['decision']

export const loadControlRoom = (liveId: string) =>
  call(controlRoomRoutes.controlRoom, { query: { liveId } }, { quiet: true })

export const controlRoomTicket = (liveId: string) =>
  call(controlRoomRoutes.ticket, { body: { liveId } }, { quiet: true })

export const loadComments = (liveId: string, filter: CommentFilter, more: { before?: number; limit?: number } = {}) =>
  call(controlRoomRoutes.comments, { query: { liveId, filter, ...more } }, { quiet: true })

export const loadWaitingOrders = (liveId: string) =>
  call(commentOrderRoutes.list, { query: { liveId, waits: 'yes', limit: 100 } }, { quiet: true })

/** Every five seconds while somebody looks and the room is open. */
export const controlRoomFigures = (liveId: string, enabled: boolean, isOpen: boolean) =>
  queryOptions({
    queryKey: [...roomKey, 'figures', liveId],
    queryFn: ({ signal }) => call(controlRoomRoutes.figures, { query: { liveId } }, { signal, quiet: true }),
    refetchInterval: isOpen ? 5_000 : false,
    refetchIntervalInBackground: false,
    enabled,
  })

/** Rooms that are open or live now. */
export const runningRooms = () =>
  queryOptions({
    queryKey: [...roomKey, 'running'],
    queryFn: ({ signal }) => call(controlRoomRoutes.running, {}, { signal }),
    refetchInterval: 15_000,
  })

export const controlRoomPerson = (liveId: string, userId: string) =>
  queryOptions({
    queryKey: [...roomKey, 'person', liveId, userId],
    queryFn: ({ signal }) => call(controlRoomRoutes.person, { query: { liveId, userId } }, { signal, quiet: true }),
  })

export const blockedHere = (liveId: string, q: string) =>
  queryOptions({
    queryKey: [...roomKey, 'barred', liveId, q],
    queryFn: ({ signal }) =>
      call(roomBlockRoutes.list, { query: { liveId, limit: 50, ...(q === '' ? {} : { q }) } }, { signal }),
  })

export const voices = (q: string) =>
  queryOptions({
    queryKey: [...roomKey, 'voices', q],
    queryFn: ({ signal }) => call(controlRoomRoutes.userImages, { query: q === '' ? {} : { q } }, { signal }),
    placeholderData: (before) => before,
  })

export const say = (body: Said) => call(controlRoomRoutes.say, { body })

export const sayAsSelf = (body: SaidAsSelf) => call(controlRoomRoutes.sayAsSelf, { body })

export const decideComment = (liveId: string, seq: number, decision: Decision) =>
  call(controlRoomRoutes.decide, { body: { liveId, seq, decision } }, { quiet: true })

export const markComment = (liveId: string, seq: number, marked: boolean) =>
  call(markRoutes.mark, { body: { liveId, seq, marked } }, { quiet: true })

export const muteViewer = (liveId: string, userId: string, muted: boolean) =>
  call(controlRoomRoutes.mute, { body: { liveId, userId, muted } }, { quiet: true })

export const blockViewer = (liveId: string, userId: string, permanent: boolean) =>
  call(roomBlockRoutes.block, { body: { liveId, userId, permanent } }, { quiet: true })

export const unblockViewer = (liveId: string, blockId: string) =>
  call(roomBlockRoutes.unblock, { query: { liveId, blockId } }, { quiet: true })

export const broadcast = (liveId: string, text: string, seconds: number | null) =>
  call(controlRoomRoutes.broadcast, { body: { liveId, text, seconds } }, { quiet: true })

export const changeKeywords = (liveId: string, bannedKeywords: readonly string[]) =>
  call(controlRoomRoutes.keyword, { body: { liveId, bannedKeywords: [...bannedKeywords] } })

export const actOnProduct = (liveId: string, productId: string, action: ProductAct) =>
  call(controlRoomRoutes.product, { body: { liveId, productId, action } }, { quiet: true })

export const setSlowMode = (liveId: string, slowSeconds: number) =>
  call(controlRoomRoutes.settings, { body: { liveId, slowSeconds } }, { quiet: true })

export const setAnonymousEntry = (liveId: string, anonymousAllowed: boolean) =>
  call(controlRoomRoutes.anonymousEntry, { body: { liveId, anonymousAllowed } }, { quiet: true })

export const cueItem = (liveId: string, itemIds: readonly string[], action: 'now' | 'delay' | 'skip') => {
  const [itemId = '', ...also] = itemIds
  return call(scriptControlRoutes.cue, { body: { liveId, itemId, also, action } }, { quiet: true })
}

export const uncueItem = (liveId: string, cueId: string) =>
  call(scriptControlRoutes.uncue, { query: { liveId, cueId } }, { quiet: true })

export const backToPlan = (liveId: string, itemId: string) =>
  call(scriptControlRoutes.uncue, { query: { liveId, itemId } }, { quiet: true })

export const makeCall = (liveId: string, text: string, url: string) =>
  call(scriptControlRoutes.call, { body: { liveId, text, url } }, { quiet: true })

export const openPoll = (liveId: string, asked: PollQuestion) =>
  call(pollControlRoutes.openPoll, { body: { liveId, ...asked } })

export const closePoll = (liveId: string) => call(pollControlRoutes.closePoll, { query: { liveId } })

export const openGiveaway = (liveId: string, offer: GiveawayOffer) =>
  call(giveawayControlRoutes.openGiveaway, { body: { liveId, ...offer } })

export const drawGiveaway = (liveId: string) => call(giveawayControlRoutes.drawGiveaway, { query: { liveId } })

export const loadGiveaways = (liveId: string) => call(giveawayControlRoutes.giveaways, { query: { liveId } })

export const endCall = (liveId: string) => call(scriptControlRoutes.endCall, { query: { liveId } }, { quiet: true })

export const takeDownLine = (liveId: string, itemId: string, removed: boolean) =>
  call(scriptControlRoutes.line, { body: { liveId, itemId, removed } }, { quiet: true })

export const switchScript = (liveId: string, on: boolean) =>
  call(scriptControlRoutes.script, { body: { liveId, on } }, { quiet: true })

export const extendRoom = (liveId: string, minutes: number, pastFilm: PastFilmBody | undefined) =>
  call(controlRoomRoutes.extend, { body: { liveId, minutes, pastFilm } })

export const changePastFilm = (liveId: string, pastFilm: PastFilmBody) =>
  call(controlRoomRoutes.pastFilm, { body: { liveId, ...pastFilm } })

export const closeRoom = (liveId: string) => call(roomRoutes.close, { query: { liveId } })

export const changeQuickReplies = (quickReplies: readonly string[]) =>
  call(controlRoomRoutes.quickReplies, { body: { quickReplies: [...quickReplies] } })

export const settleOrder = (liveId: string, seq: number, choice: Choice) =>
  call(commentOrderRoutes.settle, { body: { liveId, seq, choice } }, { quiet: true })

/** Answers how many pieces were held for the viewer. */
export const releaseHolds = async (liveId: string, userId: string): Promise<number> =>
  (await call(commentOrderRoutes.release, { body: { liveId, userId } }, { quiet: true })).released

/** The block that bars somebody of this room; undefined: none does. */
export const findBlock = async (liveId: string, userId: string): Promise<Block | undefined> => {
  const { id, name } = await call(controlRoomRoutes.person, { query: { liveId, userId } }, { quiet: true })
  const { items } = await call(roomBlockRoutes.list, { query: { liveId, q: name, limit: 100 } }, { quiet: true })
  return items.find(({ liveUserId }) => liveUserId === id)
}

/** Adds pieces to a variant's stock, or takes some; what is sold meanwhile stays sold. */
export const changeStock = async (productId: string, variantId: string, by: number) => {
  const product = await call(productRoutes.show, { params: { id: productId } })
  const { id: _id, currency: _currency, stock: _stock, sold: _sold, createdAt: _createdAt, ...fields } = product
  const variants = fields.variants.map((variant) => {
    if (variant.id !== variantId) return { ...variant, stockBefore: variant.stock }
    return { ...variant, stock: Math.max(0, variant.stock + by), stockBefore: variant.stock }
  })
  return call(productRoutes.change, { params: { id: productId }, body: { ...fields, variants } }, { quiet: true })
}
