import { join } from 'node:path'
import { blockRoutes } from '@kaimai/contract/block/block.routes.ts'
import { commentModRoutes } from '@kaimai/contract/comment-mod/comment-mod.routes.ts'
import type { Route, Sent } from '@kaimai/contract/common/route.ts'
import { liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { purchaseRoutes } from '@kaimai/contract/order/order.routes.ts'
import { signupOrderRoutes } from '@kaimai/contract/order/signup-order.routes.ts'
import { productRoutes } from '@kaimai/contract/product/product.routes.ts'
import { salesPageRoutes } from '@kaimai/contract/sales-page/sales-page.routes.ts'
import { signupRoutes } from '@kaimai/contract/signup/signup.routes.ts'
import { publicSignupRoutes } from '@kaimai/contract/signup/public-signup.routes.ts'
import { signupUserRoutes } from '@kaimai/contract/signup-user/signup-user.routes.ts'
import { virtualUserRoutes } from '@kaimai/contract/virtual-user/virtual-user.routes.ts'
import { openDatabase } from '../../packages/server/src/platform/db/open-database.ts'
import { silentLog } from '../../packages/server/test/database.ts'
import { ApiError, callApi } from '../harness/api.ts'
import { pause, type Stage } from './viewer-connection.ts'

const stockAtStart = 1000
const ticketPrice = 880_00
const price = 10_000

/** One call that was answered. */
interface Answered {
  readonly kind: string
  /** Was sent again under its key. */
  readonly again: boolean
  /** From the moment the server stood (again) to the answer, when a kill came between. */
  readonly waitedMs: number
}

const tagOf = (number: number): string => `once-${process.pid}-${String(number).padStart(6, '0')}`
const terms = { invoice: { class: 'member' as const }, paymentMethod: 'card' as const }

/** What the calls need: a page and a paid form that sell, a group to copy, somebody to write to. */
const setScene = async (url: string, { headers, talk }: Stage) => {
  const stocked = (stock: number) =>
    callApi(url, productRoutes.create, { body: { productName: '碗', price, variants: [{ name: '', stock }] } }, headers)
  const [counted, sold] = [await stocked(stockAtStart), await stocked(100_000)]
  const stamp = Date.now().toString(36)
  const page = await callApi(
    url,
    salesPageRoutes.create,
    { body: { title: '小鋪', customUrl: `shop-${stamp}`, productIdList: [sold.id], published: true } },
    headers,
  )
  const form = (customUrl: string, fields: object) =>
    callApi(
      url,
      signupRoutes.create,
      {
        body: {
          signupName: '測試',
          customUrl,
          signupTitle: '測試',
          published: true,
          sessionInfoList: [{ liveId: talk.id, title: '', capacity: null }],
          ...fields,
        },
      },
      headers,
    )
  const free = await form(`free-${stamp}`, {})
  const ticketInfo = { ticketName: '票', price: ticketPrice, productId: null }
  const paid = await form(`paid-${stamp}`, { pageType: 'order', orderNoPrefix: 'CL', ticketInfo })
  const [group] = (await callApi(url, commentModRoutes.list, {}, headers)).items
  const { videoId } = await callApi(url, liveRoutes.show, { params: { id: talk.id } }, headers)
  const someone = { name: '測試', phone: '0911000000', email: 'somebody@example.com', consent: true as const }
  const toTalk = { ...someone, customUrl: free.customUrl, liveIds: [talk.id] }
  await callApi(url, publicSignupRoutes.signUp, { body: toTalk })
  const { items } = await callApi(url, signupUserRoutes.list, { query: { limit: 1, signupId: free.id } }, headers)
  return { counted, sold, page, free, paid, group, videoId, person: items[0] }
}

/** What must be so of the answers by themselves. */
const wrong: string[] = []

/** Every kind of call that takes a key, one after the other, each sent until it is answered. */
export const keyedCalls = async (url: string, stage: Stage) => {
  const scene = await setScene(url, stage)
  const answered: Answered[] = []
  const refused: string[] = []
  let readyAt = performance.now()
  let busy = 0
  let number = 0

  const send = async <R extends Route>(kind: string, route: R, sent: Sent<R>, headers: Record<string, string>) => {
    const keyed = { ...headers, 'idempotency-key': `key-${tagOf((number += 1))}` }
    const startedAt = performance.now()
    for (let again = false; ; again = true) {
      try {
        const answer = await callApi(url, route, sent, keyed)
        answered.push({
          kind,
          again,
          waitedMs: again ? Math.max(0, performance.now() - Math.max(startedAt, readyAt)) : 0,
        })
        return answer
      } catch (error) {
        if (error instanceof ApiError && error.code === 14) busy += 1
        else if (error instanceof ApiError) {
          refused.push(`${kind}: ${error.message}`)
          return undefined
        }
        await pause(20)
      }
    }
  }

  const { headers: member } = stage
  // Every person has a device and an address of its own: new orders are counted by network.
  const deviceOf = (tag: string) => {
    const person = Number(tag.slice(-6))
    return {
      cookie: `kaimai_device=${tag}-device-0123456789`,
      'x-forwarded-for': `10.${person >> 8}.${person & 255}.1`,
    }
  }
  const personOf = (tag: string) => ({
    name: '測試',
    phone: `09${tag.slice(-6).padStart(8, '1')}`,
    email: `${tag}@example.com`,
    consent: true as const,
  })

  const kinds: readonly ((tag: string) => Promise<unknown>)[] = [
    (tag) =>
      send(
        'product.create',
        productRoutes.create,
        { body: { productName: tag, price, variants: [{ name: '', stock: 1 }] } },
        member,
      ),
    () =>
      send(
        'product.changeMany',
        productRoutes.changeMany,
        { body: { ids: [scene.counted.id], stock: { by: 'add', value: 1 } } },
        member,
      ),
    async (tag) => {
      const body = { users: [{ name: tag }] }
      const made = await send('virtualUser.createMany', virtualUserRoutes.createMany, { body }, member)
      if (made && made.created.length !== 1) wrong.push(`${tag}: a virtual user was there already`)
    },
    (tag) => send('salesPage.create', salesPageRoutes.create, { body: { title: tag, customUrl: tag } }, member),
    (tag) =>
      send('block.create', blockRoutes.create, { body: { email: `${tag}@example.com`, reason: '洗版' } }, member),
    (tag) =>
      send(
        'signup.create',
        signupRoutes.create,
        { body: { signupName: tag, customUrl: `f-${tag}`, signupTitle: tag, sessionInfoList: [] } },
        member,
      ),
    (tag) => {
      const beginAt = new Date(Date.now() + 86_400_000).toISOString()
      const body = { liveName: tag, platformType: 'video' as const, videoId: scene.videoId, beginAt }
      return send('live.create', liveRoutes.create, { body }, member)
    },
    (tag) =>
      send(
        'commentMod.copy',
        commentModRoutes.copy,
        { params: { id: scene.group?.id ?? '' }, body: { commentModName: tag } },
        member,
      ),
    () =>
      send('signupUser.resend', signupUserRoutes.resend, { body: { signupUserIds: [scene.person?.id ?? ''] } }, member),
    async (tag) => {
      const body = { ...personOf(tag), customUrl: scene.free.customUrl, liveIds: [stage.talk.id] }
      const made = await send('signUp', publicSignupRoutes.signUp, { body }, deviceOf(tag))
      if (made && (made.result !== 'signedUp' || made.links.length !== 1)) wrong.push(`${tag}: ${made.result}`)
    },
    async (tag) => {
      const body = {
        customUrl: scene.page.customUrl,
        shopperKey: tag.replaceAll('-', '').padStart(32, '0'),
        ...terms,
        lines: [{ variantId: scene.sold.variants[0]?.id ?? '', quantity: 1 }],
        personal: { fullName: '測試', phone: personOf(tag).phone, email: personOf(tag).email },
        delivery: { type: 'self' as const },
        memo: tag,
        expectedTotal: price,
      }
      const order = await send('createOrder', purchaseRoutes.createOrder, { body }, deviceOf(tag))
      if (!order) return
      const key = { 'x-order-key': order.orderKey }
      await send('createPayment', purchaseRoutes.createPayment, { body: { method: 'card' } }, key)
      await send('customerMessage', purchaseRoutes.customerMessage, { body: { text: tag } }, key)
    },
    async (tag) => {
      const body = {
        ...personOf(tag),
        customUrl: scene.paid.customUrl,
        liveIds: [stage.talk.id],
        ...terms,
        memo: tag,
        delivery: { type: 'none' as const },
        expectedTotal: ticketPrice,
      }
      const order = await send('signupOrder', signupOrderRoutes.create, { body }, deviceOf(tag))
      if (!order) return
      const key = { 'x-order-key': order.orderKey }
      await send('signupOrder.createPayment', signupOrderRoutes.createPayment, { body: { method: 'card' } }, key)
    },
  ]

  const caller = async (over: AbortSignal, offset: number): Promise<void> => {
    for (let turn = offset; !over.aborted; turn += 1) {
      await kinds[turn % kinds.length]?.(tagOf((number += 1)))
      await pause(60)
    }
  }

  return {
    /** So many callers at once, until the signal; all they have begun is answered then. */
    run: async (callers: number, over: AbortSignal): Promise<void> => {
      await Promise.all(Array.from({ length: callers }, (_, each) => caller(over, each * 2)))
    },
    killed: (): void => {
      readyAt = Number.POSITIVE_INFINITY
    },
    ready: (): void => {
      readyAt = performance.now()
    },
    /** After the server has stopped: what stands in its database. */
    validate: async (place: { readonly url: string } | { readonly dataDir: string }) => {
      const database = await openDatabase({
        log: silentLog,
        ...('url' in place ? place : { dataDir: join(place.dataDir, 'database') }),
      })
      const count = async (sql: string): Promise<number> => Number((await database.raw(sql)).rows[0]?.['n'])
      const times = (...names: string[]) => answered.filter(({ kind }) => names.includes(kind)).length
      /** Rows of ours: their tag stands in this column. */
      const tagged = (table: string, column: string) =>
        count(`select count(*) as n from "${table}" where "${column}" like '%once-${process.pid}-%'`)
      const added = (sql: string) => count(`select stock as n from variant where "productId" = '${sql}'`)
      const payments = `select count(*) as n from payment join "order" on "order".id = "orderId" where memo like 'once-${process.pid}-%'`
      const resent = `select count(*) as n from audit where action = 'signupUser.resend'`
      const pairs: readonly (readonly [string, number, number])[] = [
        ['products made', await tagged('product', 'productName'), times('product.create')],
        ['changes of stock', (await added(scene.counted.id)) - stockAtStart, times('product.changeMany')],
        ['virtual users', await tagged('virtualUser', 'name'), times('virtualUser.createMany')],
        ['sales pages', await tagged('salesPage', 'title'), times('salesPage.create')],
        ['forms', await tagged('signup', 'name'), times('signup.create')],
        ['lives', await tagged('live', 'name'), times('live.create')],
        ['comment groups', await tagged('commentMod', 'name'), times('commentMod.copy')],
        ['blocks', await tagged('block', 'email'), times('block.create')],
        ['links sent again', await count(resent), times('signupUser.resend')],
        [
          'people signed up',
          await count(`select count(*) as n from "signupUser" where "signupId" = '${scene.free.id}'`),
          times('signUp') + 1,
        ],
        ['orders', await tagged('order', 'memo'), times('createOrder', 'signupOrder')],
        ['payments', await count(payments), times('createPayment', 'signupOrder.createPayment')],
        ['messages', await tagged('orderMessage', 'text'), times('customerMessage')],
      ]
      await database.close()
      const waits = answered.filter(({ again }) => again).map(({ waitedMs }) => waitedMs)
      return {
        pairs,
        wrong,
        refused,
        busy,
        answered: answered.length,
        again: waits.length,
        longestMs: Math.max(0, ...waits),
      }
    },
  }
}
