import { pathOf, type Route } from '@kaimai/contract/common/route.ts'
import { cartRoutes, purchaseRoutes } from '@kaimai/contract/order/order.routes.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { publicSignupRoutes } from '@kaimai/contract/signup/public-signup.routes.ts'
import { type Member, multipart, type Reply, type TestApp, urlOf } from './test-app.ts'

let count = 0

/** Somebody nobody knows yet. */
export const aPerson = (given: { name?: string; phone?: string; email?: string } = {}) => {
  count += 1
  return {
    name: `報名者${count}`,
    phone: `0912${String(100_000 + count)}`,
    email: `person${count}@example.com`,
    consent: true as const,
    ...given,
  }
}

const post = (t: TestApp, route: Route, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Reply> =>
  t.request({
    method: route.method,
    url: pathOf(route),
    headers: { 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(body),
  })

/** Signs up from a browser of its own; answers the key of the first session's personal link. */
export const signUp = async (
  t: TestApp,
  customUrl: string,
  liveIds: readonly string[],
  person = aPerson(),
  headers: Readonly<Record<string, string>> = {},
): Promise<{ key: string; person: ReturnType<typeof aPerson> }> => {
  const { body } = await post(t, publicSignupRoutes.signUp, { customUrl, liveIds, ...person }, headers)
  const { data } = body as { data: { links: { path: string }[] } }
  return { key: data.links[0]?.path.split('/').at(-1) ?? '', person }
}

export const joinRoom = (t: TestApp, streamId: string, viewerKey: string): Promise<Reply> =>
  post(t, roomRoutes.join, { streamId, viewerKey })

/** Orders one of a product in the room, as its page does. */
export const placeOrder = async (
  t: TestApp,
  given: { streamId: string; viewerKey: string; variantId: string; total: number },
): Promise<Reply> => {
  await post(t, cartRoutes.set, { variantId: given.variantId, quantity: 1 }, { 'x-viewer-key': given.viewerKey })
  return post(
    t,
    purchaseRoutes.createOrder,
    {
      streamId: given.streamId,
      viewerKey: given.viewerKey,
      personal: { fullName: '林佳穎', phone: '0912345678', email: 'lin@example.com' },
      delivery: { type: 'self' },
      invoice: { class: 'member' },
      paymentMethod: 'card',
      expectedTotal: given.total,
    },
    { 'idempotency-key': `order-${given.viewerKey}-${given.variantId}` },
  )
}

/** A call whose body is a form with a file. */
export const sendFile = (
  t: TestApp,
  member: Member,
  route: Route,
  fields: Record<string, string>,
  file: string | Uint8Array,
): Promise<Reply> => {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file
  const { payload, headers } = multipart(fields, { file: bytes })
  return t.request({ method: route.method, url: urlOf(route, {}), headers: { ...headers, ...member.headers }, payload })
}
