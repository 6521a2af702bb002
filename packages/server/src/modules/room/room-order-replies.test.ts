import type { AddressInfo } from 'node:net'
import { commentOrderRoutes } from '@kaimai/contract/order/comment-order.routes.ts'
import { productRoutes } from '@kaimai/contract/product/product.routes.ts'
import { protocolVersion } from '@kaimai/contract/room/room.protocol.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSocket } from '../../../test/room-socket.ts'
import { aLive } from '../../../test/studio.ts'
import { type Member, testApp, type TestApp } from '../../../test/test-app.ts'
import { newId } from '../../platform/ids.ts'

let t: TestApp
let owner: Member
let port: number

beforeAll(async () => {
  t = await testApp({ startAt: '2026-11-20T12:00:00Z' })
  owner = await t.aFirm()
  await t.app.services.metering.addHours(owner.firmId, { kind: 'topUp', key: 'test', seconds: 3_600_000 })
  await t.app.listen(0)
  port = (t.app.http.server.address() as AddressInfo).port
})
afterAll(() => t.close())

/** A live that runs and shows an apron in red and white. */
const aSale = async () => {
  const variants = ['紅M', '紅XL', '白M'].map((name) => ({ name, stock: 10 }))
  const keyword = `A${newId().slice(-6)}`.toUpperCase()
  const body = { productName: '工作圍裙', keyword, price: 68_000, variants }
  const apron = await t.call(productRoutes.create, { body }, owner.headers)
  const live = await aLive(t, owner, { minutes: 1, productIds: [apron.id] })
  t.clock.advance(85_000)
  const [redM = '', redXl = '', whiteM = ''] = apron.variants.map(({ id }) => id)
  return { keyword, live, redM, redXl, whiteM }
}

const join = async ({ live: { streamId } }: Awaited<ReturnType<typeof aSale>>, viewerKey?: string) => {
  const connection = await t.call(roomRoutes.join, { body: { streamId, ...(viewerKey ? { viewerKey } : {}) } })
  const socket = await openSocket(port, { origin: `http://127.0.0.1:${port}` })
  socket.send({ t: 'join', v: protocolVersion, ticket: connection.ticket, seq: 0, since: 0 })
  await socket.fact('joined')
  const answers = () => {
    const ordered = socket.state().events.flatMap((event) => (event.kind === 'ordered' ? [event] : []))
    return [...new Map(ordered.map((event) => [event.of, event])).values()]
  }
  return {
    viewerKey: connection.viewerKey,
    answers,
    say: (text: string) => socket.send({ t: 'say', id: newId(), text }),
    outcomes: (wanted: readonly string[]) =>
      expect.poll(() => answers().map(({ outcome }) => outcome), { timeout: 20_000 }).toEqual(wanted),
  }
}

test('ROOM-93 In a room an unknown colour is asked about, and the words that follow answer it, on every device', async () => {
  const sale = await aSale()
  const [mei, other] = [await join(sale), await join(sale)]
  const phone = await join(sale, mei.viewerKey)
  mei.say(`${sale.keyword} 綠 +1`)
  await mei.outcomes(['unclear'])
  expect(mei.answers()[0]?.question?.choices).toEqual([sale.redM, sale.redXl, sale.whiteM])
  mei.say('我要兩個')
  await expect.poll(() => phone.answers()[0]?.question?.quantity, { timeout: 20_000 }).toBe(2)
  mei.say('白的')
  await phone.outcomes(['held'])
  expect(phone.answers()[0]?.lines).toMatchObject([{ variantId: sale.whiteM, asked: 2, holds: 2 }])
  mei.say(`${sale.keyword} 紅M+999999999999`)
  await mei.outcomes(['held', 'tooMany'])
  expect(other.answers()).toEqual([])
})

test('ROOM-94 In a room cancelling takes back what was confirmed, on every device, after a reload and in the queue', async () => {
  const sale = await aSale()
  const mei = await join(sale)
  const phone = await join(sale, mei.viewerKey)
  mei.say(`${sale.keyword} 紅色 m 號 +2`)
  await mei.outcomes(['held'])
  mei.say(`${sale.keyword}取消`)
  for (const device of [mei, phone, await join(sale, mei.viewerKey)]) {
    await device.outcomes(['lowered', 'lowered'])
    expect(device.answers().map(({ lines }) => lines.map(({ asked, holds }) => [asked, holds]))).toEqual([
      [[2, 0]],
      [[-2, 0]],
    ])
  }
  const query = { liveId: sale.live.id }
  const queue = await t.call(commentOrderRoutes.list, { query }, owner.headers)
  expect(queue.items.map(({ outcome }) => outcome)).toEqual(['lowered', 'lowered'])
})
