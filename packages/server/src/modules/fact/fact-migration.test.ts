import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { trackingRoutes } from '@kaimai/contract/tracking/tracking.routes.ts'
import { cartRoutes } from '@kaimai/contract/order/order.routes.ts'
import { refundAction } from '@kaimai/contract/refund/refund.routes.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aCourse, payOrder as payPlaces, placedIn } from '../../../test/buying.ts'
import { arrive } from '../../../test/control-room.ts'
import { type ReadFact, readFacts } from '../../../test/fact-reading.ts'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { aDevice, aProfileShop } from '../../../test/profile-shop.ts'
import { aRefundByHand, grantWhole, payOrder } from '../../../test/refunding.ts'
import { migrationsFolder } from '../../platform/db/migrate.ts'

const t = await sharedApp({ environment: { KAIMAI_SANDBOX: '1' } })

test('FACT-19 A database from before has the facts of all that it holds, as they would have been written', async () => {
  const { clock } = t
  const { db } = t.platform
  const owner = await aFirmWithHours(t, '器日')
  const shop = await aProfileShop(t, owner)
  const [device, other] = [aDevice(), aDevice()]
  const { key } = await shop.signUp(device)
  const second = await shop.signUp(other)
  const [paid, byHand] = [await shop.order(key, device), await shop.order(second.key, other)]
  await payOrder(t, owner, paid.orderId)
  const { grant, ...request } = await grantWhole(t, owner, paid.orderId)
  const { refunds, grants } = t.app.services
  await refunds.make(grants.read(grant, refundAction), request, { ip: '', sources: ['room'] })
  const withdrawn = await aRefundByHand(t, owner, byHand.orderId)
  await refunds.withdraw({ firmId: owner.firmId, memberId: null, actorName: '', ip: '' }, byHand.orderId, withdrawn)
  await payPlaces(t, owner.firmId, placedIn(await (await aCourse(t, owner)).order()).orderId)
  // Carts that were ordered are empty; this one is not.
  clock.advance(1_000)
  await t.call(cartRoutes.set, { body: { variantId: shop.variantId, quantity: 1 } }, { 'x-viewer-key': key })
  const { tracking } = await t.call(roomRoutes.show, { query: { streamId: shop.live.streamId } })
  const click = { number: 1, items: [{ id: shop.product.id, price: 1, quantity: 1 }] }
  await t.call(trackingRoutes.liveViewContent, {
    body: { base: tracking.eventBase, given: {}, events: [{ ...click, event: 'ClickProduct', currency: 'TWD' }] },
  })
  const { connections } = t.app.services.rooms.parts
  const liveUserId = String(
    (await readFacts(db, owner.firmId, 'ordered')).find(({ orderId }) => orderId === paid.orderId)?.liveUserId,
  )
  await t.call(roomRoutes.join, { body: { streamId: shop.live.streamId, viewerKey: key } })
  const viewing = { firmId: owner.firmId, liveId: shop.live.id, liveUserId }
  await arrive(t, viewing)
  connections.gone(viewing)
  await connections.flush()
  await db.raw(
    `insert into "commentOrder" ("liveId", seq, "firmId", "liveUserId", "user", text, "roomMs", "plainText", outcome, lines,
       question, "left", said, waits, "saidAt", "changedAt")
     values ($1, 7, $2, $3, '{}', '+1', 0, '+1', 'held', cast($4 as jsonb), null, 0, '', false, $5, $5)`,
    [
      ...[shop.live.id, owner.firmId, liveUserId],
      JSON.stringify([{ productId: shop.product.id, variantId: shop.variantId, asked: 1, holds: 1 }]),
      clock.now(),
    ],
  )

  const written = await readFacts(db, owner.firmId)
  const kinds = new Set(written.map(({ kind }) => kind))
  expect([...kinds].toSorted()).toEqual(
    ['carted', 'clicked', 'joined', 'left', 'ordered', 'paid', 'refunded', 'signedUp', 'visited'].toSorted(),
  )
  const text = await readFile(join(migrationsFolder, '200-fact.sql'), 'utf8')
  const back = db.transaction(async (tx) => {
    const run = (query: ReturnType<typeof sql>) => query.execute(tx.as())
    await run(sql`drop table fact`)
    for (const statement of text.split(/;\s*$/m)) if (statement.trim() !== '') await run(sql.raw(statement))
    const { rows } = await run(sql`select * from fact where "firmId" = ${owner.firmId}`)
    const filled = rows as readonly ReadFact[]
    const nameOf = ({ kind, sourceId }: ReadFact) => `${kind} ${sourceId}`
    const byName = new Map(filled.map((fact) => [nameOf(fact), fact]))
    // What was withdrawn leaves nothing in the books; carts that were ordered are empty; the place was paid by no payment.
    const known = written.filter((fact) => byName.has(nameOf(fact)))
    for (const fact of known)
      expect({ ...byName.get(nameOf(fact)), offsetMs: fact.offsetMs, amount: fact.amount }).toEqual(fact)
    for (const fact of known)
      expect([Number(byName.get(nameOf(fact))?.offsetMs ?? 0), Number(byName.get(nameOf(fact))?.amount ?? 0)]).toEqual([
        fact.offsetMs ?? 0,
        fact.amount ?? 0,
      ])
    const lost = written.filter((fact) => !byName.has(nameOf(fact))).map(({ kind }) => kind)
    expect(lost.toSorted()).toEqual(['carted', 'carted', 'refunded', 'refunded'])
    expect(filled.filter((fact) => !written.some((other) => nameOf(other) === nameOf(fact)))).toMatchObject([
      { kind: 'plusOne', sourceId: `${shop.live.id} 7 ${shop.product.id}`, productId: shop.product.id, liveUserId },
    ])
    throw new Error('seen')
  })
  await expect(back).rejects.toThrow('seen')
})
