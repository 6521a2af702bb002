import { type ErrorName, KaimaiError } from '@kaimai/contract/common/error.ts'
import { ShopperOrder } from '@kaimai/contract/order/order.schema.ts'
import { PublicRoom } from '@kaimai/contract/room/room.routes.ts'
import { PublicSalesPage } from '@kaimai/contract/sales-page/sales-page.routes.ts'
import { PublicSignup } from '@kaimai/contract/signup/public-signup.routes.ts'
import { hasAdvertiser } from '@kaimai/contract/tracking/tracking.rules.ts'
import type { z } from 'zod'
import type { ShortLinks } from '../modules/live/short-links.ts'
import type { OrderService } from '../modules/order/order.service.ts'
import type { PageAt, WrongAddress } from './page-paths.ts'
import { pagePolicy, youtubePolicy } from './page-policy.ts'
import type { ShopFronts } from './shop-front.ts'

export interface PageContentDeps {
  readonly publicSignup: {
    readonly page: (customUrl: string, deviceHash: string | undefined) => Promise<z.input<typeof PublicSignup>>
    readonly contrast: (url: string) => Promise<{ path: string }>
  }
  readonly links: Pick<ShortLinks, 'lead' | 'streamIdOf' | 'personal'>
  readonly sales: { readonly page: (customUrl: string) => Promise<z.input<typeof PublicSalesPage>> }
  readonly room: { readonly show: (streamId: string) => Promise<z.input<typeof PublicRoom>> }
  readonly orders: Pick<OrderService, 'authenticate'> & {
    readonly info: (firmId: string, orderId: string) => Promise<z.input<typeof ShopperOrder>>
  }
  /** Whether the built-in gateway knows a payment; throws `notFound` if not. */
  readonly sandbox: { readonly show: (token: string) => Promise<unknown> }
  /** The way back to a shop from a wrong address. */
  readonly shopFront: ShopFronts
}

/** Who asks, and where. */
export interface PageVisitor {
  readonly host: string
  /** Of a browser that is known. */
  readonly deviceHash: string | undefined
  /** Merchants log in on this host too. */
  readonly hasConsole: boolean
}

/** What a page is made of, before it is rendered; or where it leads. */
export type PageContent =
  | {
      readonly kind: string
      readonly data: unknown
      readonly status: number
      /** What a browser that runs no scripts is shown, where `data` has too little for it. */
      readonly noScript?: unknown
      readonly policy?: string
      /** Its firm doesn't want to be found by search engines. */
      readonly isHidden?: boolean
      /** Its shop is in test mode, and one can buy there. */
      readonly testMode?: boolean
    }
  | { readonly redirect: string }

/** What was asked for, and undefined where it is not there; anything but these errors is a bug and goes on. */
const unless = async <T>(found: Promise<T>, ...names: readonly ErrorName[]): Promise<T | undefined> => {
  try {
    return await found
  } catch (error) {
    if (error instanceof KaimaiError && names.includes(error.errorName)) return undefined
    throw error
  }
}

/** What stands at each audience address, or where it leads. */
export const createPageContent = (deps: PageContentDeps) => {
  const { publicSignup, links, sales, room } = deps

  const wrong = async (what: WrongAddress, visitor: PageVisitor, customUrl = ''): Promise<PageContent> => ({
    kind: 'not-found',
    data: {
      what,
      customUrl,
      shop: (await deps.shopFront(visitor.host)) ?? null,
      hasConsole: visitor.hasConsole,
    },
    status: 404,
    isHidden: true,
  })

  const signUp = async (customUrl: string, visitor: PageVisitor): Promise<PageContent> => {
    const page = await unless(publicSignup.page(customUrl, visitor.deviceHash), 'notFound', 'noData', 'gone')
    if (page === undefined) return wrong('form', visitor, customUrl.toLowerCase())
    const data = PublicSignup.parse(page)
    const testMode = data.testMode === true && data.pageType === 'order'
    return { kind: 'sign-up', data, status: 200, isHidden: data.noindex === true, testMode }
  }

  const salesPage = async (customUrl: string, visitor: PageVisitor): Promise<PageContent> => {
    const page = await unless(sales.page(customUrl), 'notFound', 'noData')
    if (page === undefined) return wrong('salesPage', visitor)
    const data = PublicSalesPage.parse(page)
    const status = data.state === 'closed' ? 410 : 200
    return { kind: 'sales-page', data, status, isHidden: data.noindex === true, testMode: data.testMode === true }
  }

  const roomIfAny = async (streamId: string): Promise<PublicRoom | undefined> => {
    const found = await unless(room.show(streamId), 'notFound', 'noData', 'gone')
    return found && PublicRoom.parse(found)
  }

  /** Of /stream/s/{shortUrl}/expired. */
  const roomByShort = async (shortUrl: string): Promise<PublicRoom | undefined> => {
    const streamId = await links.streamIdOf(shortUrl)
    return streamId === undefined ? undefined : roomIfAny(streamId)
  }

  const roomPage = async (at: PageAt & { page: 'room' }, visitor: PageVisitor): Promise<PageContent> => {
    const { view, streamId, userId } = at
    const shown = (await roomIfAny(streamId)) ?? (view === 'expired' ? await roomByShort(streamId) : undefined)
    // A link that ran out says so even when its room is gone; only an unknown room is not found.
    if (shown === undefined && view !== 'expired') return wrong('room', visitor)
    const policy =
      shown !== undefined && shown.youtubeId !== '' ? youtubePolicy(hasAdvertiser(shown.tracking)) : pagePolicy
    const link =
      shown === undefined || userId === null ? 'ofViewer' : await links.personal(streamId, userId, visitor.deviceHash)
    if (typeof link === 'object')
      return { redirect: `/stream/${streamId}/${link.key}${view === 'replay' ? '/replay' : ''}` }
    const isReplaced = link === 'ofNobody'
    // Over for everybody: whose link it was is no matter.
    const isOver = view !== 'replay' && (shown?.status === 'ended' || shown?.status === 'cancelled')
    const data = {
      room: shown ?? null,
      userId: isReplaced ? null : userId,
      view: isReplaced ? (isOver ? 'anonymous' : 'replaced') : view,
    }
    const testMode = shown?.testMode === true && shown.products.length > 0
    return { kind: 'room', data, status: 200, policy, isHidden: shown?.noindex === true, testMode }
  }

  /**
   * A live's short address leads into its room, by the viewer's own link in a browser that opened it before; so does a
   * room's own id. A form's URL leads to the form.
   */
  const short = async (shortUrl: string, visitor: PageVisitor): Promise<PageContent> => {
    const led = await links.lead(shortUrl, visitor.deviceHash)
    if (led !== undefined) return { redirect: led }
    const found = PublicRoom.shape.streamId.safeParse(shortUrl).success ? await roomIfAny(shortUrl) : undefined
    if (found) {
      const to = found.anonymousAllowed || found.signupPath === '' ? `/stream/${shortUrl}/anonymous` : found.signupPath
      return { redirect: to }
    }
    const form = await unless(publicSignup.contrast(shortUrl), 'notFound', 'noData', 'gone')
    return form ? { redirect: form.path } : wrong('room', visitor)
  }

  const order = async (orderKey: string, visitor: PageVisitor): Promise<PageContent> => {
    const caller = await unless(deps.orders.authenticate({ header: () => orderKey }), 'notFound')
    if (caller === undefined) return wrong('order', visitor)
    // The page asks for the order itself; what stands here is for a browser that can't.
    const noScript = ShopperOrder.parse(await deps.orders.info(caller.firmId, caller.orderId))
    return { kind: 'order', data: { orderKey }, noScript, status: 200, testMode: noScript.testMode === true }
  }

  const sandboxPay = async (token: string, visitor: PageVisitor): Promise<PageContent> =>
    (await unless(deps.sandbox.show(token), 'notFound')) === undefined
      ? wrong('payment', visitor)
      : { kind: 'sandbox-pay', data: { token }, status: 200 }

  return async (at: PageAt, visitor: PageVisitor): Promise<PageContent> => {
    switch (at.page) {
      case 'sign-up':
        return signUp(at.customUrl, visitor)
      case 'sales-page':
        return salesPage(at.customUrl, visitor)
      case 'room':
        return roomPage(at, visitor)
      case 'short':
        return short(at.shortUrl, visitor)
      case 'order':
        return order(at.orderKey, visitor)
      case 'studio-preview':
        return { kind: 'studio-preview', data: {}, status: 200 }
      case 'sandbox-pay':
        return sandboxPay(at.token, visitor)
      case 'partner':
        // Asked of nobody: whether there is such a partner is not for strangers to find out.
        return { kind: 'partner', data: { partnerId: at.partnerId }, status: 200, isHidden: true }
      case 'wrong':
        return wrong(at.what, visitor)
      case 'console':
      case 'file':
      case 'none':
        throw new Error(`${at.page} is no audience page`)
    }
  }
}
