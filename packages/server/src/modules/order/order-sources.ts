import { fail } from '@kaimai/contract/common/error.ts'
import { liveStatusAt } from '@kaimai/contract/live/live.rules.ts'
import { orderErrors } from '@kaimai/contract/order/order.errors.ts'
import type { OrderSource } from '@kaimai/contract/order/order.schema.ts'
import type { ShopQuery } from '@kaimai/contract/order/checkout.schema.ts'
import type { Clock } from '../../platform/clock.ts'
import type { FirmService, PublicFirm } from '../firm/firm.service.ts'
import type { PaidSignUps } from '../signup/paid-signup.service.ts'
import type { OrderRow } from './order.tables.ts'
import type { ShopLives, ShopAccess, Shopper, Shoppers } from './shop-access.ts'

/** What orders need to know of a sales page. */
export interface SellingPage {
  readonly id: string
  readonly firmId: string
  readonly title: string
  readonly customUrl: string
  /** It sells now. */
  readonly isOpen: boolean
  readonly productIds: readonly string[]
}

/** The part of the sales pages that orders use. */
export interface SellingPages {
  /** Drafts are not found. */
  readonly byUrl: (customUrl: string) => Promise<SellingPage | undefined>
  /** Removed ones too: their orders still name them. */
  readonly findMany: (firmId: string, ids: readonly string[]) => Promise<readonly SellingPage[]>
}

export interface PageShop {
  readonly page: SellingPage
  readonly firm: PublicFirm
}

export type SourceOfOrder = Pick<OrderRow, 'source' | 'sourceId' | 'liveId'>

export interface ShopSourcesDeps<U extends Shopper> {
  readonly clock: Clock
  readonly shopAccess: Pick<ShopAccess, 'firmOf'>
  readonly pages: SellingPages
  readonly forms: Pick<PaidSignUps, 'form' | 'findMany'>
  readonly lives: ShopLives
  readonly liveUsers: Shoppers<U>
  readonly firms: Pick<FirmService, 'publicFirm'>
}

/** Where orders come from: rooms, sales pages and paid forms, and their merchants. */
export const createShopSources = <U extends Shopper>(deps: ShopSourcesDeps<U>) => {
  const { clock, shopAccess, pages, forms, lives, liveUsers, firms } = deps

  const pageShop = async (customUrl: string): Promise<PageShop> => {
    const page = await pages.byUrl(customUrl)
    if (!page) throw fail('notFound')
    const firm = await firms.publicFirm(page.firmId)
    if (firm.suspended) throw fail('gone', { reason: orderErrors.pageClosed })
    return { page, firm }
  }

  const idsOf = (rows: readonly SourceOfOrder[], source: OrderSource): string[] => [
    ...new Set(
      rows.flatMap((row) => {
        const id = source === 'room' ? row.liveId : row.sourceId
        return row.source === source && id !== null ? [id] : []
      }),
    ),
  ]

  /** Names of the lives, pages and forms that these orders come from; empty for what is gone. */
  const namesOf = async (firmId: string, rows: readonly SourceOfOrder[]): Promise<(row: SourceOfOrder) => string> => {
    const [ofLives, ofPages, ofForms] = await Promise.all([
      lives.findMany(firmId, idsOf(rows, 'room')),
      pages.findMany(firmId, idsOf(rows, 'salesPage')),
      forms.findMany(firmId, idsOf(rows, 'signup')),
    ])
    const names = new Map([
      ...ofLives.map(({ id, liveName }) => [id, liveName] as const),
      ...ofPages.map(({ id, title }) => [id, title] as const),
      ...ofForms.map(({ id, title }) => [id, title] as const),
    ])
    return ({ liveId, sourceId }) => names.get(liveId ?? sourceId ?? '') ?? ''
  }

  const roomPath = async ({ firmId, liveId, liveUserId }: OrderRow): Promise<string> => {
    const live = liveId === null ? undefined : await lives.find(firmId, liveId)
    const status = live ? liveStatusAt(live, clock.ms()) : 'ended'
    if (!live || liveUserId === null || (status !== 'live' && status !== 'open')) return ''
    const user = await liveUsers.get(firmId, liveUserId)
    return user && !user.blocked ? `/stream/${live.streamId}/${liveUsers.viewerKeyOf(user)}` : ''
  }

  return {
    /** A sales page and its merchant. Throws `notFound`; `gone` for a merchant that is suspended. */
    pageShop,

    /** The merchant whose methods of delivery and payment are asked for. */
    firmOf: async ({ streamId, customUrl, signupUrl }: ShopQuery): Promise<PublicFirm> => {
      if (streamId !== undefined) return (await shopAccess.firmOf(streamId)).firm
      if (customUrl !== undefined) return (await pageShop(customUrl)).firm
      return firms.publicFirm((await forms.form(signupUrl ?? '')).firmId)
    },

    namesOf,

    /** The way back for the buyer: the room or the sales page while it is open, the form while it is public. */
    pathBack: async (row: OrderRow): Promise<string> => {
      const ids = row.sourceId === null ? [] : [row.sourceId]
      switch (row.source) {
        case 'room':
          return roomPath(row)
        case 'salesPage': {
          const [page] = await pages.findMany(row.firmId, ids)
          return page?.isOpen === true ? `/s/${page.customUrl}` : ''
        }
        case 'signup': {
          const [form] = await forms.findMany(row.firmId, ids)
          return form?.isPublic === true ? form.path : ''
        }
        case 'staff':
          return ''
      }
    },
  }
}
export type ShopSources = ReturnType<typeof createShopSources>
