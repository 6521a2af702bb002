import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { aCommenter, type Commenter, whereabouts } from '../../../test/commenting.ts'
import { publicIdOf } from '../../../test/comments-in-memory.ts'
import { buildShop, orderBody, type Shop, shopOpensAt } from '../../../test/commerce-factory.ts'
import { testSet } from '../../../test/database.ts'
import { sharedDatabase } from '../../../test/fixtures.ts'
import { manualClock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'

const db = await sharedDatabase()
let shop: Shop
/** A second node on the same database. */
let other: Shop
const clock = manualClock(new Date(shopOpensAt))
const pieces = 8
const names = ['紅', '藍', '白'] as const
const price = 100_00
/** Over all runs, so that they are known to get so far. */
let placed = 0

beforeAll(async () => {
  shop = buildShop(db, { clock })
  other = buildShop(db, { clock })
})

type Step =
  | { readonly kind: 'say'; readonly who: number; readonly text: string }
  | { readonly kind: 'set'; readonly who: number; readonly which: number; readonly quantity: number }
  | { readonly kind: 'checkout' | 'release' | 'block'; readonly who: number }
  | { readonly kind: 'pay' | 'cancel'; readonly order: number }
  | { readonly kind: 'expire' }

const who = fc.nat(2)
const text = fc.oneof(
  fc.tuple(fc.constantFrom(...names), fc.integer({ min: 1, max: 4 })).map(([name, count]) => `${name}+${count}`),
  fc.tuple(fc.constantFrom(...names), fc.integer({ min: 1, max: 3 })).map(([name, count]) => `A07${name}-${count}`),
  fc.constantFrom('取消', '紅取消', '各一', '不要了', 'A07紅+1 A07白+2', 'A07藍+2 A07+1'),
)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('say' as const), who, text }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('set' as const),
      who,
      which: fc.nat(2),
      quantity: fc.integer({ min: 0, max: 4 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('checkout' as const), who }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('pay' as const, 'cancel' as const), order: fc.nat(12) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('release' as const, 'block' as const), who }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'expire' as const }) },
)

const aRoomOfThree = async () => {
  const firmId = await shop.aFirm()
  const product = await shop.aProduct(firmId, {
    price,
    keyword: 'A07',
    perPersonLimit: 10,
    variants: names.map((name) => ({ name, stock: pieces })),
  })
  const live = shop.aLive(firmId, [product.id])
  other.lives.push(live)
  const viewers = [0, 1, 2].map(() => aCommenter(shop, live, [product]))
  for (const { viewer } of viewers) other.viewerById.set(viewer.id, viewer)
  return { firmId, product, live, viewers, variantIds: product.variants.map(({ id }) => id), orders: [] as string[] }
}
type Room = Awaited<ReturnType<typeof aRoomOfThree>>

const expected = /soldOut|conflict|gone/
const unlessRefused = (error: unknown): void =>
  expect(error).toMatchObject({ errorName: expect.stringMatching(expected) })

const checkout = async ({ live, orders }: Room, { viewer, cart }: Commenter): Promise<void> => {
  const { lines } = await cart()
  await shop.orders.place(orderBody(live, viewer, lines)).then(({ orderId }) => {
    placed += 1
    orders.push(orderId)
  }, unlessRefused)
}

const perform = async (room: Room, given: Step): Promise<void> => {
  const { firmId, viewers, variantIds, orders } = room
  const viewer = 'who' in given ? viewers[given.who] : undefined
  switch (given.kind) {
    case 'say':
      viewer?.say(given.text)
      return viewer?.carryOut()
    case 'set':
      await viewer?.set(variantIds[given.which] ?? '', given.quantity).catch(unlessRefused)
      return
    case 'checkout':
      return viewer && checkout(room, viewer)
    case 'pay':
      return db.transaction(async (tx) => {
        const order = await shop.orders.lock(tx, firmId, orders[given.order] ?? firmId)
        if (order) await shop.orders.pay(tx, order, '')
      })
    case 'cancel':
      await shop.orders.cancel(firmId, orders[given.order] ?? firmId, { actorKind: 'system' })
      return
    case 'release':
      await other.orders.byComment.release(
        { firmId, memberId: newId(), actorName: '阿明', ip: '' },
        { liveId: room.live.id, userId: publicIdOf(viewer?.viewer.id ?? '') },
      )
      return
    case 'block': {
      const blocked = viewer?.viewer
      if (!blocked) return
      // The other node sees the block: what it ends is not held again while it stands.
      other.viewerById.set(blocked.id, { ...blocked, blocked: true })
      return other.orders.byComment.blockChanged({ firmId, liveUserIds: [blocked.id] })
    }
    case 'expire':
      await Promise.all([
        shop.orders.byComment.endDue(),
        other.orders.byComment.endDue(),
        shop.orders.expireUnpaidOrders(),
      ])
  }
}

/** Nobody's holds outnumber what the cart has, once nothing moves any more. */
const holdsBeyondCarts = async (): Promise<number> => {
  const { rows } = await db.raw(
    `select count(*)::int as count from "orderHold" left join "cartLine" using ("liveUserId", "variantId")
     where coalesce("cartLine".quantity, 0) < "orderHold".quantity`,
  )
  return Number(rows[0]?.['count'])
}

const checkPieces = async ({ variantIds }: Room): Promise<void> => {
  for (const variantId of variantIds) {
    const { stock, held, ordered, sold } = await whereabouts(shop, variantId)
    expect(stock).toBeGreaterThanOrEqual(0)
    expect(stock + held + ordered + sold).toBe(pieces)
  }
}

describe('any interleaving', () => {
  test('ORDER-72 Of comments, carts, checkouts, payments, cancellations, releases, blocks and expiries at once loses no piece and makes none', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 4, maxLength: 9 }), { minLength: 2, maxLength: 7 }),
        async (rounds) => {
          clock.set(new Date(shopOpensAt))
          const room = await aRoomOfThree()
          for (const round of rounds) {
            await Promise.all(round.map((one) => perform(room, one)))
            await checkPieces(room)
            clock.advance(6 * 60_000)
          }
          // All that is not bought comes back.
          clock.set(new Date(shopOpensAt + 24 * 3600_000))
          await perform(room, { kind: 'expire' })
          await checkPieces(room)
          for (const variantId of room.variantIds) {
            expect(await whereabouts(shop, variantId)).toMatchObject({ held: 0, ordered: 0 })
          }
        },
      ),
      { numRuns: testSet() === 'postgres' ? 25 : 12, endOnFailure: true },
    )
    expect(placed).toBeGreaterThan(0)
  })

  test('ORDER-73 A viewer whose holds were changed one by one never holds more than the cart has', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
        clock.set(new Date(shopOpensAt))
        const room = await aRoomOfThree()
        for (const one of steps) await perform(room, one)
        expect(await holdsBeyondCarts()).toBe(0)
        await checkPieces(room)
      }),
      { numRuns: testSet() === 'postgres' ? 10 : 4, endOnFailure: true },
    )
  })

  const buyers = testSet() === 'postgres' ? 1_000 : 200
  test('ORDER-74 A thousand viewers (200 on PGlite) comment +1 at once for 50 pieces: 50 hold one, the others are answered that it is sold out', async () => {
    clock.set(new Date(shopOpensAt))
    const firmId = await shop.aFirm()
    const product = await shop.aProduct(firmId, { keyword: 'A01', variants: [{ name: '', stock: 50 }] })
    const live = shop.aLive(firmId, [product.id])
    const viewers = Array.from({ length: buyers }, () => aCommenter(shop, live, [product]))
    // Far more than a server has under way of one room (room-orders.ts): the others wait in its queue, not for a connection.
    const waiting = viewers.values()
    const answers: Awaited<ReturnType<(typeof viewers)[number]['order']>>[] = []
    const takeTurns = async () => {
      for (const viewer of waiting) answers.push(await viewer.order('+1'))
    }
    await Promise.all(Array.from({ length: 100 }, takeTurns))
    const outcomes = Map.groupBy(answers, ({ outcome }) => outcome)
    expect(outcomes.get('held')).toHaveLength(50)
    expect(outcomes.get('soldOut')).toHaveLength(buyers - 50)
    expect(await whereabouts(shop, product.variants[0]?.id ?? '')).toEqual({ stock: 0, held: 50, ordered: 0, sold: 0 })
  })
})
