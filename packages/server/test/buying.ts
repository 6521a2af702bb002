import { pathOf } from '@kaimai/contract/common/route.ts'
import { orderRoutes, purchaseRoutes } from '@kaimai/contract/order/order.routes.ts'
import { signupOrderRoutes } from '@kaimai/contract/order/signup-order.routes.ts'
import { salesPageRoutes } from '@kaimai/contract/sales-page/sales-page.routes.ts'
import { signupRoutes } from '@kaimai/contract/signup/signup.routes.ts'
import { newId } from '../src/platform/ids.ts'
import { aPerson } from './sign-up-people.ts'
import { aLive } from './studio.ts'
import type { Member, Reply, TestApp } from './test-app.ts'
import { soldSql } from './sold-sql.ts'

export const ticketPrice = 880_00

/** A published paid form with these sessions. */
export const aPaidForm = (
  t: TestApp,
  member: Member,
  sessions: readonly { readonly liveId: string; readonly capacity?: number | null; readonly title?: string }[],
  given: { readonly productId?: string | null; readonly [field: string]: unknown } = {},
) => {
  const { productId = null, ...rest } = given
  return t.call(
    signupRoutes.create,
    {
      body: {
        signupName: '陶藝課',
        customUrl: `paid-${newId().slice(-12)}`,
        signupTitle: '一日陶藝課',
        pageType: 'order',
        orderNoPrefix: 'CL',
        ticketInfo: { ticketName: '早鳥票', price: ticketPrice, productId },
        sessionInfoList: sessions.map(({ liveId, capacity = null, title = '週六場' }) => ({ liveId, capacity, title })),
        published: true,
        ...rest,
      },
    },
    member.headers,
  )
}

/** An open sales page that sells these products. */
export const aSellingPage = (
  t: TestApp,
  member: Member,
  productIdList: readonly string[],
  given: { readonly [field: string]: unknown } = {},
) =>
  t.call(
    salesPageRoutes.create,
    {
      body: {
        title: '秋窯小鋪',
        customUrl: `page-${newId().slice(-12)}`,
        productIdList: [...productIdList],
        published: true,
        ...given,
      } as never,
    },
    member.headers,
  )

const send = (t: TestApp, path: string, body: object, headers: Readonly<Record<string, string>>): Promise<Reply> =>
  t.request({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/json', 'idempotency-key': newId(), ...headers },
    payload: JSON.stringify(body),
  })

const terms = { invoice: { class: 'member' }, paymentMethod: 'card' } as const

/** Orders places of a paid form, from a browser of its own. */
export const orderPlaces = (
  t: TestApp,
  customUrl: string,
  liveIds: readonly string[],
  given: { readonly [field: string]: unknown } = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> =>
  send(
    t,
    pathOf(signupOrderRoutes.create),
    {
      ...aPerson(),
      customUrl,
      liveIds,
      ...terms,
      delivery: { type: 'none' },
      expectedTotal: ticketPrice * liveIds.length,
      ...given,
    },
    headers,
  )

export const aShopperKey = (): string => newId().replaceAll('-', '')

/** Orders lines of a sales page, to be picked up. */
export const orderFromPage = (
  t: TestApp,
  customUrl: string,
  lines: readonly { readonly variantId: string; readonly quantity: number }[],
  given: { readonly [field: string]: unknown } = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> =>
  send(
    t,
    pathOf(purchaseRoutes.createOrder),
    {
      customUrl,
      shopperKey: aShopperKey(),
      lines,
      personal: { fullName: '林佳穎', phone: '0912345678', email: 'lin@example.com' },
      ...terms,
      delivery: { type: 'self' },
      ...given,
    },
    headers,
  )

export interface Placed {
  readonly orderId: string
  readonly orderNo: string
  readonly orderKey: string
  readonly total: number
}
/** What a call that placed an order answered; throws what else it did. */
export const placedIn = ({ status, body }: Reply): Placed => {
  if (status !== 200) throw new Error(`not placed: ${status} ${JSON.stringify(body)}`)
  return (body as { data: Placed }).data
}

export const withKey = ({ orderKey }: Placed) => ({ 'x-order-key': orderKey })

/** A verified payment of the order. */
export const payOrder = async (t: TestApp, firmId: string, orderId: string): Promise<string> => {
  const { orders } = t.app.services
  const outcome = await t.platform.db.transaction(async (tx) => {
    const order = await orders.lock(tx, firmId, orderId)
    return order ? orders.pay(tx, order, 'test') : 'none'
  })
  await t.platform.jobs.idle()
  return outcome
}

export const infoOf = (t: TestApp, placed: Placed) => t.call(purchaseRoutes.orderInfo, {}, withKey(placed))
export const shownToStaff = (t: TestApp, member: Member, orderId: string) =>
  t.call(orderRoutes.show, { params: { id: orderId } }, member.headers)

/** Places taken in a session. */
export const takenIn = async (t: TestApp, liveId: string): Promise<number> => {
  const { rows } = await t.platform.db.raw('select taken from "signupSession" where "liveId" = $1', [liveId])
  return Number(rows[0]?.['taken'])
}

export const stockOf = async (t: TestApp, variantId: string): Promise<{ stock: number; sold: number }> => {
  const { rows } = await t.platform.db.raw(`select stock, ${soldSql} from variant where id = $1`, [variantId])
  return { stock: Number(rows[0]?.['stock']), sold: Number(rows[0]?.['sold']) }
}

/** A paid form with one live, and orders of places on it. */
export const aCourse = async (
  t: TestApp,
  member: Member,
  capacity: number | null = null,
  fields: { readonly [field: string]: unknown } = {},
) => {
  const live = await aLive(t, member, { minutes: 600 })
  const form = await aPaidForm(t, member, [{ liveId: live.id, capacity }], fields)
  return {
    live,
    form,
    order: (more: { readonly [field: string]: unknown } = {}, headers = {}) =>
      orderPlaces(t, form.customUrl, [live.id], more, headers),
  }
}

/** The error of an answer, as it was sent. */
export const errorOf = ({ body }: { body: unknown }) =>
  (body as { error: { name: string; message: string; fields?: Record<string, string> } }).error
