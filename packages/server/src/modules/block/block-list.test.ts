import { blockRoutes, roomBlockRoutes } from '@kaimai/contract/block/block.routes.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { blockStage } from '../../../test/block-stage.ts'

const t = await sharedApp()
const member = await aFirmWithHours(t, '器日')
const other = await aFirmWithHours(t, '別家')
const stage = await blockStage(t, member)
const { aPerson, aBrowser, signUp, join, newest, viewerNamed, blockViewer } = stage
let live: Awaited<ReturnType<typeof stage.reopen>>['live']
beforeEach(async () => {
  ;({ live } = await stage.reopen())
})

describe('the list', () => {
  test('BLOCK-30 From a running room a viewer is blocked by its public id, and the list of the live shows it', async () => {
    const mine = aBrowser()
    const person = aPerson()
    const { key = '' } = await signUp(mine, person)
    await join(mine, key)
    const user = await t.app.services.liveUsers.byViewerKey(live.streamId, key)
    const host = await t.aMember(member, 'assistant')
    const block = await t.call(
      roomBlockRoutes.block,
      { body: { liveId: live.id, userId: user?.publicId ?? '' } },
      host.headers,
    )
    expect(block).toMatchObject({ state: 'temporary', name: person.name })
    // Twice is once.
    const twice = await t.call(
      roomBlockRoutes.block,
      { body: { liveId: live.id, userId: user?.publicId ?? '' } },
      host.headers,
    )
    expect(twice.id).toBe(block.id)
    const { items } = await t.call(roomBlockRoutes.list, { query: { liveId: live.id } }, host.headers)
    expect(items.map(({ id }) => id)).toContain(block.id)
    await expect(
      t.call(roomBlockRoutes.block, { body: { liveId: live.id, userId: user?.publicId ?? '' } }, other.headers),
    ).rejects.toMatchObject({ errorName: 'noData' })
  })

  test('BLOCK-31 Phone and e-mail are redacted for a member who may not read personal data, and cannot be searched by them', async () => {
    const person = aPerson()
    await t.call(
      blockRoutes.create,
      { body: { phone: person.phone, email: person.email, name: person.name } },
      member.headers,
    )
    const analyst = await t.aMember(member, 'analyst')
    const { items } = await t.call(blockRoutes.list, { query: { q: person.name } }, analyst.headers)
    expect(items[0]?.phone).toBe('0912 *** ***')
    expect(items[0]?.email).toBe('l***@***.com')
    expect((await t.call(blockRoutes.list, { query: { q: person.email } }, analyst.headers)).total).toBe(0)
    expect((await t.call(blockRoutes.list, { query: { q: person.email } }, member.headers)).total).toBe(1)
    const shown = await newest(person.name)
    expect(shown.email).toBe(person.email)
  })

  test('BLOCK-32 Counts show how many there are of each kind; several are cancelled at once, each counted once', async () => {
    const firm = await t.aFirm('數一數')
    const make = (name: string) =>
      t.call(blockRoutes.create, { body: { email: `${name}@example.com`, name } }, firm.headers)
    const blocks = [await make('a'), await make('b'), await make('c')]
    const counts = () => t.call(blockRoutes.counts, { query: {} }, firm.headers)
    expect(await counts()).toEqual({ active: 3, temporary: 0, permanent: 3, cancelled: 0 })
    const ids = blocks.slice(0, 2).map(({ id }) => id)
    expect(await t.call(blockRoutes.cancelMany, { body: { ids: [...ids, ...ids] } }, firm.headers)).toEqual({
      cancelled: 2,
    })
    expect(await t.call(blockRoutes.cancelMany, { body: { ids } }, firm.headers)).toEqual({ cancelled: 0 })
    expect(await counts()).toEqual({ active: 1, temporary: 0, permanent: 1, cancelled: 2 })
    const listed = async (state: 'active' | 'cancelled') =>
      (await t.call(blockRoutes.list, { query: { state, sort: 'name' } }, firm.headers)).items.map(({ name }) => name)
    expect([await listed('active'), await listed('cancelled')]).toEqual([['c'], ['a', 'b']])
  })

  test('BLOCK-33 An unknown sort, a block of nobody, and another firm’s block are refused', async () => {
    await expect(t.call(blockRoutes.list, { query: { sort: 'phone' } }, member.headers)).rejects.toMatchObject({
      errorName: 'invalid',
      fields: { sort: expect.any(String) },
    })
    await expect(t.call(blockRoutes.create, { body: { name: '誰' } }, member.headers)).rejects.toMatchObject({
      errorName: 'invalid',
      fields: { phone: expect.any(String) },
    })
    const { id } = await t.call(blockRoutes.create, { body: { email: 'x@example.com' } }, other.headers)
    for (const route of [blockRoutes.cancelPermanent, blockRoutes.makePermanent, blockRoutes.again])
      await expect(t.call(route, { params: { id } }, member.headers)).rejects.toMatchObject({ errorName: 'noData' })
    await expect(t.call(blockRoutes.show, { params: { id } }, member.headers)).rejects.toMatchObject({
      errorName: 'noData',
    })
    expect(await t.call(blockRoutes.cancelMany, { body: { ids: [id] } }, member.headers)).toEqual({ cancelled: 0 })
  })

  test('BLOCK-34 A block shows what the person said, and each step is in the audit log', async () => {
    const mine = aBrowser()
    await mine(roomRoutes.join, { streamId: live.streamId, name: '愛講話' })
    const viewer = await viewerNamed('愛講話')
    await t.app.services.rooms.roomLog.append(
      { firmId: member.firmId, liveId: live.id, beginAtMs: Date.parse(live.beginAt) },
      {
        event: {
          kind: 'commented',
          user: { userId: 'x', name: '愛講話', imgUrl: '', as: 'viewer' },
          text: '這是假貨',
        },
        liveUserId: viewer.liveUserId,
        key: 'said-1',
      },
    )
    const { id } = await blockViewer('愛講話', live.id)
    const detail = await t.call(blockRoutes.show, { params: { id } }, member.headers)
    expect(detail.said).toMatchObject([{ text: '這是假貨', liveName: live.liveName }])
    await t.call(blockRoutes.cancel, { params: { id } }, member.headers)
    const { rows } = await t.platform.db.raw('select action from audit where target = $1 order by id', [id])
    expect(rows.map(({ action }) => action)).toEqual(['block.create', 'block.cancel'])
  })
})
