import { publicSalesPageRoutes } from '@kaimai/contract/sales-page/sales-page.routes.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { trackingRoutes } from '@kaimai/contract/tracking/tracking.routes.ts'
import { viewIdOf } from '@kaimai/contract/tracking/tracking.rules.ts'
import { expect, test } from 'vitest'
import { aSellingPage } from '../../../test/buying.ts'
import { readFacts } from '../../../test/fact-reading.ts'
import { aProduct } from '../../../test/studio.ts'
import { sharedTracking } from '../../../test/tracking-stage.ts'

const stage = await sharedTracking()
const { t, anEvent, baseOf, bowlId, read, setUpForm, view } = stage
const facts = (...kinds: string[]) => readFacts(t.platform.db, stage.member.firmId, ...kinds)

test('FACT-6 A visit of a page is one fact with what the visitor came by first, however often its browser reports', async () => {
  const { form } = await setUpForm()
  await read(form.customUrl, 10, 5, { source: 'line', association: 'amy' })
  await read(form.customUrl, 90, 60, { source: 'ig' })
  await view(form.customUrl, [anEvent()])
  expect(await facts()).toMatchObject([
    {
      kind: 'visited',
      visit: viewIdOf(await baseOf(form.customUrl)),
      liveId: null,
      attribution: { source: 'line', association: 'amy' },
      isSimulated: false,
    },
  ])
})

test('FACT-7 A tap on a product in a room is one fact of the live, however often it is sent; what was only looked at is none', async () => {
  const { live } = await setUpForm()
  const { tracking } = await t.call(roomRoutes.show, { query: { streamId: live.streamId } })
  const events = [anEvent('ClickProduct'), anEvent('ViewContent'), anEvent('AddToCart')]
  for (let time = 0; time < 2; time += 1)
    await t.call(trackingRoutes.liveViewContent, { body: { base: tracking.eventBase, given: {}, events } })
  const offsetMs = t.clock.ms() - Date.parse(live.beginAt)
  expect(await facts()).toMatchObject([
    { kind: 'clicked', liveId: live.id, productId: bowlId, offsetMs, visit: viewIdOf(tracking.eventBase) },
    { kind: 'visited', liveId: live.id, productId: null, offsetMs },
  ])
})

test('FACT-8 What is put into the cart of a sales page is a fact of its visit', async () => {
  const product = await aProduct(t, stage.member)
  const { customUrl } = await aSellingPage(t, stage.member, [product.id])
  const { tracking } = await t.call(publicSalesPageRoutes.page, { query: { customUrl } })
  const added = { ...anEvent('AddToCart'), items: [{ id: product.id, price: 680_00, quantity: 2 }] }
  const body = { base: tracking.eventBase, given: {}, events: [added] }
  await t.call(trackingRoutes.signupViewContent, { body })
  expect(await facts('carted')).toMatchObject([
    { productId: product.id, visit: viewIdOf(tracking.eventBase), liveId: null, offsetMs: null },
  ])
})

test('FACT-9 What visits did is forgotten 400 days later, what people did is kept', async () => {
  const { db, jobs } = t.platform
  const { form } = await setUpForm()
  await read(form.customUrl, 10, 5)
  await db.raw(
    `insert into fact ("firmId", kind, "sourceId", at, "liveUserId", attribution, "isSimulated")
     select "firmId", 'joined', 'somebody', at, gen_random_uuid(), '{}', false from fact where "firmId" = $1`,
    [stage.member.firmId],
  )
  t.clock.advance(400 * 86_400_000 + 1)
  await jobs.runTick('tracking/sweep')
  expect((await facts()).map(({ kind }) => kind)).toEqual(['joined'])
})
