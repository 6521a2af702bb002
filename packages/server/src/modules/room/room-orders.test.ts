import { protocolVersion } from '@kaimai/contract/room/room.protocol.ts'
import type { AddressInfo } from 'node:net'
import { commentOrderRoutes } from '@kaimai/contract/order/comment-order.routes.ts'
import { parseCommentOrder } from '@kaimai/contract/order/comment-order-parser.rules.ts'
import { cartRoutes } from '@kaimai/contract/order/order.routes.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { roomBlockRoutes } from '@kaimai/contract/block/block.routes.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openSocket } from '../../../test/room-socket.ts'
import { aLive, aProduct } from '../../../test/studio.ts'
import { type Member, testApp, type TestApp } from '../../../test/test-app.ts'
import { newId } from '../../platform/ids.ts'
import { createCommentOrders } from '../order/comment-order.service.ts'
import { createCommentOrderStore } from '../order/comment-order.store.ts'
import { createOrderHoldStore } from '../order/order-hold.store.ts'
import { createOrderHolds } from '../order/order-holds.ts'
import { createUnpaidLimits } from '../order/unpaid-limits.ts'
import { createUnpaidLimitsStore } from '../order/unpaid-limits.store.ts'
import type { OrderingLog } from '../order/comment-order-worker.ts'
import { type CarriedOut, createOrderingLog, createRoomOrders } from './room-orders.ts'

let t: TestApp
let owner: Member
let port: number
const startAt = '2026-11-20T12:00:00Z'
const ofRoom = (byComment: CarriedOut) => () => ({
  byComment,
  bringCart: async () => ({ moved: 0, leftBehind: 0 }),
})

beforeAll(async () => {
  t = await testApp({ startAt })
  owner = await t.aFirm()
  await t.app.services.metering.addHours(owner.firmId, { kind: 'topUp', key: 'test', seconds: 3_600_000 })
  await t.app.listen(0)
  port = (t.app.http.server.address() as AddressInfo).port
})
afterAll(() => t.close())
beforeEach(() => t.clock.set(new Date(startAt)))

/** A live that runs for 25 seconds and shows its first product. */
const aSale = async (stock = 10) => {
  const [bowl, mug] = [
    await aProduct(t, owner, { keyword: `A${newId().slice(-6)}`.toUpperCase(), stock }),
    await aProduct(t, owner, { keyword: `B${newId().slice(-6)}`.toUpperCase(), stock }),
  ]
  const live = await aLive(t, owner, { minutes: 1, productIds: [bowl.id, mug.id] })
  t.clock.advance(85_000)
  return { bowl, mug, live, variantId: bowl.variants[0]?.id ?? '' }
}
type Sale = Awaited<ReturnType<typeof aSale>>

const join = async ({ live }: Sale, viewerKey?: string) => {
  const { streamId } = live
  const connection = await t.call(roomRoutes.join, { body: { streamId, ...(viewerKey ? { viewerKey } : {}) } })
  const socket = await openSocket(port, { origin: `http://127.0.0.1:${port}` })
  socket.send({ t: 'join', v: protocolVersion, ticket: connection.ticket, seq: 0, since: 0 })
  const joined = await socket.fact('joined')
  const ordered = () => socket.state().events.flatMap((event) => (event.kind === 'ordered' ? [event] : []))
  return {
    ...socket,
    viewerKey: connection.viewerKey,
    joined,
    ordered,
    say: (text: string) => socket.send({ t: 'say', id: newId(), text }),
    answer: (outcome: string) => socket.until(outcome, () => ordered().findLast((event) => event.outcome === outcome)),
  }
}

const stockOf = async (variantId: string) => {
  const { rows } = await t.platform.db.raw(
    `select stock::int, (select coalesce(sum(quantity), 0)::int from "orderHold" where "variantId" = variant.id) as held
     from variant where id = $1`,
    [variantId],
  )
  return rows[0]
}

const stillAsked = async (liveId: string) => {
  const { rows } = await t.platform.db.raw(
    'select count(*)::int as count from "roomEvent" where "liveId" = $1 and asked is not null',
    [liveId],
  )
  return rows[0]?.['count']
}

const loggedAnswers = async (liveId: string) => {
  const { rows } = await t.platform.db.raw(
    `select payload ->> 'outcome' as outcome from "roomEvent" where "liveId" = $1 and kind = 'ordered' order by seq`,
    [liveId],
  )
  return rows.map(({ outcome }) => outcome)
}

describe('in the room', () => {
  test('ROOM-189 A viewer comments +1 and is answered, on every device and after a reload; others see the comment alone', async () => {
    const sale = await aSale()
    const { live, variantId, bowl } = sale
    const mei = await join(sale)
    const other = await join(sale)
    const phone = await join(sale, mei.viewerKey)
    mei.say('+1')
    const said = await mei.fact('said')
    for (const socket of [mei, phone]) {
      expect(await socket.answer('held')).toMatchObject({
        of: said.seq,
        user: mei.joined.you,
        lines: [{ productId: bowl.id, variantId, asked: 1, holds: 1 }],
        heldUntilMs: t.clock.ms() + 15 * 60_000,
      })
    }
    await other.until('stock', () => (other.state().stock[variantId] === 9 ? true : undefined))
    await other.comment('+1')
    expect(other.texts.join()).not.toContain('ordered')
    const back = await join(sale, mei.viewerKey)
    expect(back.ordered()).toHaveLength(1)
    const headers = { 'x-viewer-key': mei.viewerKey }
    const cart = await t.call(cartRoutes.show, {}, headers)
    expect(cart.lines).toMatchObject([{ variantId, quantity: 1, held: 1, left: 10 }])
    expect(await stillAsked(live.id)).toBe(0)
    mei.say('好漂亮')
    await other.comment('好漂亮')
    expect(await loggedAnswers(live.id)).toEqual(['held'])
  })

  test('ROOM-190 Five orders of one viewer in a row come out in their order', async () => {
    const sale = await aSale()
    const { bowl, mug, live } = sale
    const mei = await join(sale)
    for (const text of [`${bowl.keyword}+3`, `${bowl.keyword}-1`, `${mug.keyword}+2`, '取消', `${mug.keyword}+1`])
      mei.say(text)
    // Cancelling answers the two comments anew whose pieces are no longer held.
    await mei.until('all', () => (mei.ordered().length === 7 ? true : undefined))
    const seen = new Set<number>()
    const first = mei.ordered().filter(({ of }) => !seen.has(of) && seen.add(of))
    expect(first.map(({ outcome, lines }) => [outcome, lines[0]?.holds])).toEqual([
      ['held', 3],
      ['lowered', 2],
      ['held', 2],
      ['lowered', 0],
      ['held', 3],
    ])
    expect(await loggedAnswers(live.id)).toHaveLength(7)
  })

  test('ROOM-191 The staff reads the queue and settles in it; another firm has none of it', async () => {
    const sale = await aSale()
    const { live, variantId } = sale
    const { db } = t.platform
    await db.raw(
      `insert into variant (id, "firmId", "productId", place, name, keyword, stock, sold)
       select $1, "firmId", "productId", 1, '大', '', 5, 0 from variant where id = $2`,
      [newId(), variantId],
    )
    await db.raw(`update variant set name = '小' where id = $1`, [variantId])
    t.platform.bus.publish('live', { liveId: live.id })
    const mei = await join(sale)
    // The room learns of the variants by a message: until then the order is clear. One word at a time.
    await expect
      .poll(
        async () => {
          const before = mei.ordered().length
          mei.say(`${sale.bowl.keyword}+2`)
          return mei.until('an answer', () => mei.ordered()[before]?.outcome)
        },
        { timeout: 20_000 },
      )
      .toBe('unclear')
    const question = await mei.answer('unclear')
    const query = { liveId: live.id, waits: 'yes' as const, limit: 20 }
    const queue = await t.call(commentOrderRoutes.list, { query }, owner.headers)
    expect(queue.items).toMatchObject([{ seq: question.of, waits: true, byName: '', question: { quantity: 2 } }])
    const choice = { variantId, quantity: 2 }
    const body = { liveId: live.id, seq: question.of, choice }
    const { answer } = await t.call(commentOrderRoutes.settle, { body }, owner.headers)
    expect(answer).toMatchObject({ of: question.of, outcome: 'held', lines: [{ variantId, asked: 2, holds: 2 }] })
    expect(await mei.answer('held')).toMatchObject({ of: question.of })
    await expect(t.call(commentOrderRoutes.settle, { body }, owner.headers)).rejects.toMatchObject({
      errorName: 'conflict',
    })
    const stranger = await t.aFirm('別家')
    await expect(t.call(commentOrderRoutes.list, { query }, stranger.headers)).rejects.toMatchObject({ status: 404 })
    await expect(t.call(commentOrderRoutes.settle, { body }, stranger.headers)).rejects.toMatchObject({ status: 404 })
    await expect(t.call(commentOrderRoutes.list, { query })).rejects.toMatchObject({ status: 401 })
    const { rows } = await db.raw(
      `select payload, held, "liveUserId" as whose from "roomEvent" where "liveId" = $1 and kind = 'acted'`,
      [live.id],
    )
    const { userId } = mei.joined.you
    expect(rows).toMatchObject([
      { payload: { act: 'answered', of: question.of, userId, by: { name: '王小明' } }, held: true, whose: null },
    ])
  })

  test('ROOM-192 In the room: the block button puts all that a viewer holds back on sale, so does the call for it', async () => {
    const sale = await aSale()
    const { live, variantId } = sale
    const [mei, bad] = [await join(sale), await join(sale)]
    mei.say('+2')
    bad.say('+4')
    await Promise.all([mei.answer('held'), bad.answer('held')])
    expect(await stockOf(variantId)).toEqual({ stock: 4, held: 6 })
    const release = { liveId: live.id, userId: mei.joined.you.userId }
    const call = (headers: Readonly<Record<string, string>>) =>
      t.call(commentOrderRoutes.release, { body: release }, headers)
    await expect(call({})).rejects.toMatchObject({ status: 401 })
    await expect(call((await t.aFirm('別家')).headers)).rejects.toMatchObject({ status: 404 })
    expect(await call(owner.headers)).toEqual({ released: 2 })
    expect(await mei.answer('lowered')).toMatchObject({ lines: [{ variantId, holds: 0 }], heldUntilMs: null })
    await t.call(roomBlockRoutes.block, { body: { liveId: live.id, userId: bad.joined.you.userId } }, owner.headers)
    await t.platform.jobs.idle()
    expect(await stockOf(variantId)).toEqual({ stock: 10, held: 0 })
  })

  test('ROOM-193 A choice counts as a message, and of a comment of somebody else it goes nowhere', async () => {
    const sale = await aSale()
    const [mei, other] = [await join(sale), await join(sale)]
    mei.say('好漂亮')
    const { seq } = await mei.fact('said')
    await other.comment('好漂亮')
    const chosen: number[] = []
    const { byComment } = t.app.services.orders
    const choose = vi.spyOn(byComment, 'choose').mockImplementation(async (_of, { of }) => void chosen.push(of))
    try {
      other.send({ t: 'choose', of: seq, variantId: sale.variantId, quantity: 1 })
      for (let count = 0; count < 20; count += 1) {
        mei.send({ t: 'choose', of: seq, variantId: sale.variantId, quantity: 1 })
        mei.send({ t: 'heartbeat', at: count })
        await mei.until('beat', () => mei.facts.find((fact) => fact.t === 'heartbeatAnswer' && fact.at === count))
      }
      mei.say('還有嗎')
      await mei.until('refusal', () => mei.facts.find((fact) => fact.t === 'refused'))
      // A burst of five, one of them the comment.
      expect(chosen).toEqual([seq, seq, seq, seq])
    } finally {
      choose.mockRestore()
    }
  })
})

describe('a process that dies', () => {
  /** The same as the app's, on a log that fails where it is told to. */
  const dyingAt = (step: 'never' | 'written' | 'tell' | 'marked') => {
    const { platform, app } = t
    const { db, clock } = platform
    const { products, liveReader, liveUsers, rooms } = app.services
    const real: OrderingLog = createOrderingLog({ db, roomLog: rooms.roomLog, secret: platform.secret })
    const stores = { comments: createCommentOrderStore(db), holds: createOrderHoldStore(db) }
    const die = async (): Promise<never> => {
      throw new Error('died')
    }
    return createCommentOrders({
      platform: { ...platform, jobs: { ...platform.jobs, every: () => {} } },
      stores: {
        ...stores,
        comments: {
          ...stores.comments,
          ...(step === 'marked' ? { markLogged: die } : {}),
          ...(step === 'written' ? { insert: die } : {}),
        },
      },
      holds: createOrderHolds({
        clock,
        holds: stores.holds,
        products,
        limits: createUnpaidLimits({
          clock,
          secret: platform.secret,
          hasSignedUp: async () => false,
          store: createUnpaidLimitsStore(db),
        }),
      }),
      products,
      lives: liveReader,
      shoppers: liveUsers,
      log: { ...real, ...(step === 'tell' ? { publishAnswer: die } : {}) },
    })
  }

  /** An acknowledged comment that nobody has begun to carry out. */
  const aComment = async ({ live, bowl, variantId }: Sale, text: string, liveUserId = newId()) => {
    const product = { productId: bowl.id, keyword: bowl.keyword, variants: [{ variantId, name: '' }] }
    const asked = parseCommentOrder(text, { shown: product, products: [product] })
    if (!asked) throw new Error('no order')
    const { rooms } = t.app.services
    const { seq } = await rooms.roomLog.append(
      { firmId: owner.firmId, liveId: live.id, beginAtMs: Date.parse(live.beginAt) },
      {
        event: { kind: 'commented', user: { userId: 'mei', name: '小美', imgUrl: '', as: 'viewer' }, text },
        liveUserId,
        key: newId(),
        asked,
      },
    )
    return { seq, liveUserId }
  }

  test.each(['never', 'written', 'tell', 'marked'] as const)(
    'ROOM-194 At step %s: what was acknowledged is carried out once and answered once, by the next sweep',
    async (step) => {
      const sale = await aSale()
      const { live, variantId } = sale
      const { liveUserId } = await aComment(sale, '+2')
      if (step !== 'never')
        await dyingAt(step)
          .carryOut(owner.firmId, live.id, liveUserId)
          .catch(() => {})
      expect(await stockOf(variantId)).toEqual(
        step === 'tell' || step === 'marked' ? { stock: 8, held: 2 } : { stock: 10, held: 0 },
      )
      await t.platform.jobs.runTick('order/sweep-comments')
      expect(await loggedAnswers(live.id)).toEqual(step === 'marked' ? ['held'] : [])
      t.clock.advance(10_000)
      await Promise.all([t.platform.jobs.runTick('order/sweep-comments'), dyingAt('never').sweep()])
      expect(await stockOf(variantId)).toEqual({ stock: 8, held: 2 })
      expect(await loggedAnswers(live.id)).toEqual(['held'])
      expect(await stillAsked(live.id)).toBe(0)
      t.clock.advance(10_000)
      await t.platform.jobs.runTick('order/sweep-comments')
      expect(await loggedAnswers(live.id)).toEqual(['held'])
    },
  )

  test('ROOM-195 What was asked before it is carried out before what is asked after it, at another node', async () => {
    const sale = await aSale()
    const { live, variantId } = sale
    const { liveUserId } = await aComment(sale, '+3')
    await aComment(sale, '-1', liveUserId)
    await t.app.services.orders.byComment.carryOut(owner.firmId, live.id, liveUserId)
    expect(await stockOf(variantId)).toEqual({ stock: 8, held: 2 })
    expect(await loggedAnswers(live.id)).toEqual(['held', 'lowered'])
  })

  test('ROOM-196 Two nodes that carry out the same comments at once do each of them once', async () => {
    const sale = await aSale()
    const { live, variantId } = sale
    const { liveUserId } = await aComment(sale, '+2')
    await aComment(sale, '+3', liveUserId)
    const nodes = [t.app.services.orders.byComment, dyingAt('never'), dyingAt('never')]
    await Promise.all(nodes.map((node) => node.carryOut(owner.firmId, live.id, liveUserId)))
    expect(await stockOf(variantId)).toEqual({ stock: 5, held: 5 })
    expect(await loggedAnswers(live.id)).toEqual(['held', 'held'])
  })
})

test('ROOM-197 A node carries out eight orders at once, those of one viewer one after another, and none is forgotten', async () => {
  const running: string[] = []
  const done: string[] = []
  let max = 0
  const rooms = createRoomOrders(
    ofRoom({
      carryOut: async (_firmId, _liveId, liveUserId) => {
        expect(running).not.toContain(liveUserId)
        running.push(liveUserId)
        max = Math.max(max, running.length)
        // An order takes a moment.
        await new Promise((resolve) => setTimeout(resolve, 2))
        running.splice(running.indexOf(liveUserId), 1)
        done.push(liveUserId)
        if (liveUserId === 'viewer 3') throw new Error('died')
      },
      choose: async () => {},
    }),
    t.platform.log,
  )
  const place = { firmId: 'firm', liveId: 'live', beginAtMs: 0 }
  const user = { userId: 'mei', name: '小美', imgUrl: '', as: 'viewer' as const }
  const reading = { kind: 'refused', why: 'none', said: '0' } as const
  const asks = Array.from({ length: 60 }, (_, seq) => ({
    seq,
    liveUserId: `viewer ${seq % 20}`,
    user,
    text: '+0',
    reading,
  }))
  await Promise.all(asks.map((comment) => rooms.carryOut(place, comment)))
  expect(max).toBe(8)
  // Whoever asks while an own order runs is done once more after it: that finds all there is.
  for (let viewer = 0; viewer < 20; viewer += 1) expect(done).toContain(`viewer ${viewer}`)
  const before = done.length
  await rooms.carryOut(place, { seq: 99, liveUserId: 'viewer 3', user, text: '+0', reading })
  expect(done.length).toBe(before + 1)
})

test('ROOM-198 A viewer has one choice under way, and choices take no turn from orders', async () => {
  const chosen: string[] = []
  const carried: string[] = []
  let letGo = () => {}
  const stuck = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const rooms = createRoomOrders(
    ofRoom({
      carryOut: async (_firmId, _liveId, liveUserId) => void carried.push(liveUserId),
      choose: async ({ liveUserId }) => {
        chosen.push(liveUserId)
        await stuck
      },
    }),
    t.platform.log,
  )
  const place = { firmId: 'firm', liveId: 'live', beginAtMs: 0 }
  const user = { userId: 'mei', name: '小美', imgUrl: '', as: 'viewer' as const }
  const reading = { kind: 'refused', why: 'none', said: '0' } as const
  const choices = Array.from({ length: 6_000 }, (_, at) =>
    rooms.choose(place, { of: at, liveUserId: `viewer ${at % 3_000}`, user, variantId: 'red', quantity: 1 }),
  )
  await Promise.all(
    Array.from({ length: 50 }, (_, seq) =>
      rooms.carryOut(place, { seq, liveUserId: `honest ${seq}`, user, text: '+0', reading }),
    ),
  )
  expect(carried).toHaveLength(50)
  expect(chosen).toHaveLength(2)
  letGo()
  await Promise.all(choices)
  // Two ran, a thousand waited their turn, each once.
  expect(chosen).toHaveLength(1_002)
  expect(new Set(chosen).size).toBe(1_002)
  await rooms.choose(place, { of: 1, liveUserId: 'viewer 0', user, variantId: 'red', quantity: 1 })
  expect(chosen).toHaveLength(1_003)
})
