import { commentModRoutes } from '@kaimai/contract/comment-mod/comment-mod.routes.ts'
import { firmRoutes } from '@kaimai/contract/firm/firm.routes.ts'
import { letterTemplateRoutes } from '@kaimai/contract/letter-template/letter-template.routes.ts'
import { letterRoutes } from '@kaimai/contract/letter/letter.routes.ts'
import { invitationRoutes } from '@kaimai/contract/member/member.routes.ts'
import { liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { partnerRoutes } from '@kaimai/contract/partner/partner.routes.ts'
import { cartRoutes, orderRoutes, purchaseRoutes } from '@kaimai/contract/order/order.routes.ts'
import { sandboxRoutes } from '@kaimai/contract/payment/payment.routes.ts'
import { transferRoutes } from '@kaimai/contract/payment/transfer.routes.ts'
import { productRoutes } from '@kaimai/contract/product/product.routes.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { salesPageRoutes } from '@kaimai/contract/sales-page/sales-page.routes.ts'
import { signupRoutes } from '@kaimai/contract/signup/signup.routes.ts'
import { publicSignupRoutes } from '@kaimai/contract/signup/public-signup.routes.ts'
import { videoRoutes } from '@kaimai/contract/video/video.routes.ts'
import { askOperator } from '../../packages/server/src/platform/operator-socket.ts'
import type { PaymentMethod } from '@kaimai/contract/gateway/payment-method.rules.ts'
import { callApi, loginApi } from '../harness/api.ts'
import { aNewShop } from '../harness/new-shop.ts'
import { runningControlRoom } from './control-room-acts.ts'
import { runningRooms } from './rooms.ts'

const minutesMs = 60_000

/** Of the demo firm's partners the one that may log in. */
export const demoPartner = { email: 'slow.kitchen@example.com', password: 'kaimai-demo' } as const

/** Of a shop in which nothing has happened yet; its password is that of new shops. */
export const newcomer = 'tour-newcomer'

/** Everything of the demo firm that has an address of its own, and rooms and orders in each of their states. */
export const setStage = async (url: string, dataDir: string) => {
  const { headers } = await loginApi(url, 'demo', 'kaimai-demo')
  const videos = (await callApi(url, videoRoutes.list, {}, headers)).items
  const products = (await callApi(url, productRoutes.list, {}, headers)).items
  const groups = (await callApi(url, commentModRoutes.list, {}, headers)).items
  const videoId = videos[0]?.id ?? ''
  const product = products.find(({ variants }) => variants.length === 1) ?? products[0]
  const commentModId = groups[0]?.id ?? ''

  const live = (liveName: string, inMinutes: number, publish = true) =>
    callApi(
      url,
      liveRoutes.create,
      {
        body: {
          liveName,
          platformType: 'video',
          videoId,
          beginAt: new Date(Date.now() + inMinutes * minutesMs).toISOString(),
          waitingMinutes: 1440,
          replayMinutes: 1440,
          commentModId,
          productList: products
            .slice(0, 4)
            .map(({ id }, index) => ({ productId: id, showAt: index === 0 ? 1 : null, hideAt: null })),
          publish,
        },
      },
      headers,
    )
  const draft = await live('還沒發布的一場', 60 * 30, false)
  const waiting = await live('明天的開窯夜', 60 * 20)
  const over = await live('剛播完的一場', 0)
  const cancelled = await live('取消的一場', 60 * 40)
  await callApi(url, roomRoutes.cancel, { query: { liveId: cancelled.id } }, headers)

  const form = await callApi(
    url,
    signupRoutes.create,
    {
      body: {
        signupName: '參觀用報名',
        customUrl: 'tour',
        signupTitle: '明天的開窯夜',
        published: true,
        sessionInfoList: [waiting, over].map(({ id }) => ({ liveId: id, title: '', capacity: null })),
      },
    },
    headers,
  )

  const salesPages = (await callApi(url, salesPageRoutes.list, {}, headers)).items
  const salesPagePath = `/Manage-product/sales-pages/edit/${salesPages.find(({ state }) => state === 'open')?.id ?? ''}`
  await callApi(
    url,
    salesPageRoutes.create,
    {
      body: {
        title: '冬窯預告：雪釉花器',
        lead: '一窯只燒九支，週末開賣。',
        customUrl: 'tour-soon',
        productIdList: product ? [product.id] : [],
        beginAt: new Date(Date.now() + 60 * 30 * minutesMs).toISOString(),
        published: true,
      },
    },
    headers,
  )

  let people = 0
  const seat = async (liveId: string) => {
    people += 1
    const answer = await callApi(
      url,
      publicSignupRoutes.signUp,
      {
        body: {
          customUrl: 'tour',
          liveIds: [liveId],
          name: `參觀 ${people}`,
          phone: `09881234${String(people).padStart(2, '0')}`,
          email: `tour${people}@example.com`,
          consent: true,
        },
      },
      { cookie: `kaimai_device=tour-device-${people}` },
    )
    const path = answer.links[0]?.path ?? ''
    return { path, viewerKey: path.split('/').pop() ?? '' }
  }
  const waitingSeat = await seat(waiting.id)
  const overSeat = await seat(over.id)

  let buyers = 0
  const order = async (method: PaymentMethod = 'card') => {
    buyers += 1
    const { viewerKey } = await seat(over.id)
    const cart = await callApi(
      url,
      cartRoutes.set,
      { body: { variantId: product?.variants[0]?.id ?? '', quantity: 1 } },
      { 'x-viewer-key': viewerKey },
    )
    const made = await callApi(
      url,
      purchaseRoutes.createOrder,
      {
        body: {
          streamId: over.streamId,
          viewerKey,
          personal: {
            fullName: '參觀的人',
            phone: `09881235${String(buyers).padStart(2, '0')}`,
            email: `tour-buyer${buyers}@example.com`,
          },
          delivery: { type: 'self' },
          paymentMethod: method,
          invoice: { class: 'member' },
          expectedTotal: cart.subtotal,
        },
      },
      { 'idempotency-key': `tour-order-${people}` },
    )
    const payment = await callApi(
      url,
      purchaseRoutes.createPayment,
      { body: { method } },
      { 'x-order-key': made.orderKey, 'idempotency-key': `tour-payment-${people}` },
    )
    return {
      ...made,
      total: cart.subtotal,
      token: payment.step.kind === 'visit' ? (payment.step.url.split('/').pop() ?? '') : '',
    }
  }
  const played = async (outcome: 'pay' | 'fail' | 'issueCode') => {
    const made = await order(outcome === 'issueCode' ? 'atm' : 'card')
    await callApi(url, sandboxRoutes.play, { params: { token: made.token }, body: { outcome } })
    return made
  }
  const orders = {
    unpaid: await order(),
    failed: await played('fail'),
    code: await played('issueCode'),
    paid: await played('pay'),
  }
  // Play money is in no figure: this is the one sale of that live.
  const { orderId: soldId, total: received } = await order('transfer')
  await callApi(url, transferRoutes.receive, { params: { id: soldId }, body: { received } }, headers)
  await callApi(url, roomRoutes.close, { query: { liveId: over.id } }, headers)
  const ended = (await callApi(url, liveRoutes.list, { query: { status: 'ended' } }, headers)).items
  const fullest = ended.find(({ liveName }) => liveName.startsWith('夏末茶器專場'))
  const past = [fullest, ...ended.filter(({ id }) => id !== fullest?.id && id !== over.id)].map(
    (each) => each?.id ?? '',
  )
  await aNewShop(url, newcomer)

  const templates = (await callApi(url, letterTemplateRoutes.list, {}, headers)).items
  // Its letters are written by a job.
  const until = performance.now() + 30_000
  let letters = (await callApi(url, letterRoutes.list, {}, headers)).items
  while (letters.length === 0 && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 250))
    letters = (await callApi(url, letterRoutes.list, {}, headers)).items
  }
  const partners = (await callApi(url, partnerRoutes.list, { query: { q: demoPartner.email } }, headers)).items
  const listed = (await callApi(url, orderRoutes.list, {}, headers)).items
  /** The demo's room that runs now. */
  const runningPath = async (): Promise<string> => (await callApi(url, firmRoutes.demo, {})).roomUrl ?? ''

  await callApi(
    url,
    invitationRoutes.invite,
    { body: { email: `tour-${Date.now()}@example.com`, role: 'host' } },
    headers,
  )
  // Without SMTP the letter waits for the operator.
  const accountLetters = JSON.stringify(await askOperator(dataDir, 'letters', { limit: 1 }))
  const invitation = /auth\/invitation\/([\w-]+)/.exec(accountLetters)?.[1] ?? ''

  return {
    rooms: runningRooms(url),
    runningControlRoom: runningControlRoom(url),
    invitation,
    salesPagePath,
    partnerPath: `/partner/${partners[0]?.id ?? ''}`,
    templatePath: `/manage-mail-template/edit/${templates[0]?.id ?? ''}`,
    draft,
    waiting,
    over,
    /** Ended lives of the demo, the one with the most figures first. */
    past,
    cancelled,
    waitingSeat,
    overSeat,
    form,
    orders,
    commentModId,
    runningPath,
    letterId: letters[0]?.id ?? '',
    orderId: listed.find(({ orderNo }) => orderNo === orders.paid.orderNo)?.id ?? '',
  }
}
export type TourStage = Awaited<ReturnType<typeof setStage>>
