import type { Answer } from '@kaimai/contract/common/route.ts'
import { cartRoutes } from '@kaimai/contract/order/order.routes.ts'
import { productReminderRoutes, type ProductReminders } from '@kaimai/contract/order/product-reminder.routes.ts'
import type { Cart } from '@kaimai/contract/order/checkout.schema.ts'
import { giveawayRoutes } from '@kaimai/contract/room/giveaway.routes.ts'
import { replayRoutes } from '@kaimai/contract/replay/replay.routes.ts'
import { type PublicRoom, roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { publicSignupRoutes } from '@kaimai/contract/signup/public-signup.routes.ts'
import type { z } from 'zod'
import { call } from '../../../../lib/http/http.ts'

/** The calls of a viewer's page to the room. All errors are CallErrors, shown by the caller. */
export const showRoom = (streamId: string): Promise<PublicRoom> =>
  call(roomRoutes.show, { query: { streamId } }, { quiet: true })

/** What is written of a product, as HTML that the server has made safe. */
export const showDescription = (streamId: string, productId: string): Promise<{ readonly description: string }> =>
  call(roomRoutes.description, { query: { streamId, productId } }, { quiet: true })

export type Joined = Answer<typeof roomRoutes.join>

/** Without a key the device's own anonymous viewer, who may give a name. */
export const joinRoom = (who: {
  readonly streamId: string
  readonly viewerKey?: string | undefined
  readonly name?: string | undefined
}): Promise<Joined> => call(roomRoutes.join, { body: who }, { quiet: true })

/** What was said and shown before a place of the room. */
export const showHistory = (
  viewerKey: string,
  query: z.input<typeof roomRoutes.history.query>,
): Promise<Answer<typeof roomRoutes.history>> => call(roomRoutes.history, { query }, { viewerKey, quiet: true })

export const showCart = (viewerKey: string): Promise<Cart> => call(cartRoutes.show, {}, { viewerKey, quiet: true })

export const setInCart = (viewerKey: string, variantId: string, quantity: number): Promise<Cart> =>
  call(cartRoutes.set, { body: { variantId, quantity } }, { viewerKey, quiet: true })

/** Products that the viewer gets a letter about. */
export const showProductReminders = (viewerKey: string): Promise<ProductReminders> =>
  call(productReminderRoutes.show, {}, { viewerKey, quiet: true })

export const setProductReminder = (
  viewerKey: string,
  body: z.input<typeof productReminderRoutes.set.body>,
): Promise<ProductReminders> => call(productReminderRoutes.set, { body }, { viewerKey, quiet: true })

/** The piece of a replay that holds `fromMs` of room time. */
export const showReplay = (streamId: string, fromMs: number): Promise<Answer<typeof replayRoutes.replay>> =>
  call(replayRoutes.replay, { query: { streamId, fromMs } }, { quiet: true })

/** The giveaways of a live that were drawn. */
export const giveawayDraws = (streamId: string): Promise<Answer<typeof giveawayRoutes.draws>> =>
  call(giveawayRoutes.draws, { query: { streamId } }, { quiet: true })

/** Public ids of who took part in a giveaway that was drawn. */
export const giveawayEntrants = (streamId: string, giveaway: string): Promise<Answer<typeof giveawayRoutes.entrants>> =>
  call(giveawayRoutes.entrants, { query: { streamId, giveaway } }, { quiet: true })

/** Says that a replay is watched, and where. */
export const logReplayTime = (
  viewerKey: string,
  body: { readonly streamId: string; readonly playheadMs: number; readonly playing: boolean },
): Promise<unknown> => call(replayRoutes.timeLog, { body }, { viewerKey, quiet: true, keepalive: true })

/** A personal link was opened: its holder comes, and keeps the place. Only a hint: what is lost is said another time. */
export const reportLinkUsed = (viewerKey: string): Promise<unknown> =>
  call(publicSignupRoutes.seen, { body: { viewerKey } }, { quiet: true })
