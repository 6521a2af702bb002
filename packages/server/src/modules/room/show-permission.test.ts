import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { roomBlockRoutes } from '@kaimai/contract/block/block.routes.ts'
import { errorTable } from '@kaimai/contract/common/error.ts'
import { startingPolicy } from '@kaimai/contract/common/access.ts'
import type { Route } from '@kaimai/contract/common/route.ts'
import { liveUserRoutes } from '@kaimai/contract/viewer/viewer.routes.ts'
import { commentOrderRoutes } from '@kaimai/contract/order/comment-order.routes.ts'
import { controlRoomRoutes } from '@kaimai/contract/control-room/control-room.routes.ts'
import { scriptControlRoutes } from '@kaimai/contract/control-room/script-control.routes.ts'
import { markRoutes } from '@kaimai/contract/control-room/mark.routes.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anOpenRoom } from '../../../test/control-room.ts'
import { sampleOf } from '../../../test/samples.ts'
import { type Member, testApp, type TestApp, urlOf } from '../../../test/test-app.ts'
import { migrationsFolder } from '../../platform/db/migrate.ts'

let t: TestApp
let owner: Member
let assistant: Member

beforeAll(async () => {
  t = await testApp()
  owner = await t.aFirm()
  assistant = await t.aMember(owner, 'assistant')
  await t.app.services.metering.addHours(owner.firmId, { kind: 'topUp', key: 'test', seconds: 360_000 })
})
afterAll(() => t.close())

/** Every call of the control room, and whether it is moderation: what an assistant may do. */
const calls: readonly (readonly [name: string, route: Route, isModeration: boolean])[] = [
  ...Object.entries(controlRoomRoutes).map(([name, route]) => {
    const moderation = [
      'controlRoom',
      'ticket',
      'running',
      'figures',
      'comments',
      'person',
      'viewers',
      'sayAsSelf',
      'decide',
    ]
    return [name, route, [...moderation, 'mute', 'keyword', 'settings'].includes(name)] as const
  }),
  ...Object.entries(scriptControlRoutes).map(([name, route]) => [name, route, name === 'line'] as const),
  ...Object.entries(markRoutes).map(([name, route]) => [name, route, true] as const),
  ...Object.entries(roomBlockRoutes).map(([name, route]) => [`${name} of blocks`, route, true] as const),
  ...Object.entries(commentOrderRoutes).map(([name, route]) => [`${name} of orders`, route, name === 'list'] as const),
  ['changeMemo', liveUserRoutes.changeMemo, true],
  ['publish', roomRoutes.publish, false],
  ['cancel', roomRoutes.cancel, false],
  ['close', roomRoutes.close, false],
]

const send = (route: Route, member: Member, liveId: string) => {
  const sample = (schema: Route['body']) => {
    const made: unknown = schema ? sampleOf(schema) : undefined
    return typeof made === 'object' && made !== null && 'liveId' in made ? { ...made, liveId } : made
  }
  const [query, body] = [sample(route.query), sample(route.body)]
  return t.request({
    method: route.method,
    url: urlOf(route, { query }),
    headers: { ...member.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })
}

test.each(calls)(
  'ROOM-850 An assistant is refused what runs the show and let through to moderation: %s',
  async (_name, route, isModeration) => {
    const live = await anOpenRoom(t, owner)
    const { status, body } = await send(route, assistant, live.id)
    const refused = { error: { code: errorTable.forbidden.code } }
    if (isModeration) {
      expect(status).not.toBe(errorTable.forbidden.status)
      expect(status).toBeLessThan(500)
    } else {
      expect(status).toBe(errorTable.forbidden.status)
      expect(body).toMatchObject(refused)
    }
  },
)

test('ROOM-851 An assistant speaks under its own name and badge, and the room still runs after it has tried to end it', async () => {
  const live = await anOpenRoom(t, owner)
  const words = { liveId: live.id, id: 'assistant1', text: '運費說明在置頂', to: null }
  const { seq } = await t.call(controlRoomRoutes.sayAsSelf, { body: words }, assistant.headers)
  await expect(t.call(controlRoomRoutes.say, { body: { ...words, id: 'assistant2', as: 'host' } }, assistant.headers))
    .rejects //
    .toMatchObject({ errorName: 'forbidden' })
  await expect(t.call(roomRoutes.close, { query: { liveId: live.id } }, assistant.headers)).rejects.toMatchObject({
    errorName: 'forbidden',
  })
  const controlRoom = await t.call(controlRoomRoutes.controlRoom, { query: { liveId: live.id } }, assistant.headers)
  expect(controlRoom).toMatchObject({ status: 'live', may: { moderate: true, run: false, stock: false } })
  const { comments } = await t.call(
    controlRoomRoutes.comments,
    { query: { liveId: live.id, filter: 'all' } },
    assistant.headers,
  )
  expect(comments).toMatchObject([{ seq, text: words.text, user: { as: 'staff', name: '王小明' } }])
})

test('ROOM-852 The control room tells host, manager and owner that they may moderate, run the show and change stock', async () => {
  const live = await anOpenRoom(t, owner)
  for (const role of ['host', 'manager'] as const) {
    const member = await t.aMember(owner, role)
    const { may } = await t.call(controlRoomRoutes.controlRoom, { query: { liveId: live.id } }, member.headers)
    expect([role, may]).toEqual([role, { moderate: true, run: true, stock: true, crew: true }])
  }
  const { may } = await t.call(controlRoomRoutes.controlRoom, { query: { liveId: live.id } }, owner.headers)
  expect(may).toEqual({ moderate: true, run: true, stock: true, crew: true })
})

test('ROOM-853 The migration gives running the show to the roles that had the room, and keeps a firm’s own rows', async () => {
  const text = await readFile(join(migrationsFolder, '107-show-permission.sql'), 'utf8')
  const found = t.platform.db.transaction(async (tx) => {
    const run = <T>(query: ReturnType<typeof sql<T>>) => query.execute(tx.as())
    await run(sql`delete from policy where resource = 'show'`)
    await run(sql`insert into policy (role, resource, level) values ('analyst', 'room', 'read')`)
    await run(sql.raw(text))
    const { rows } = await run(sql<{ role: string; level: string }>`
      select role, level from policy where resource = 'show' order by role, level`)
    const shown = (role: 'owner' | 'manager' | 'host') =>
      (startingPolicy[role].show ?? []).toSorted().map((level) => ({ role, level }))
    expect(rows).toEqual([{ role: 'analyst', level: 'read' }, ...shown('host'), ...shown('manager'), ...shown('owner')])
    throw new Error('seen')
  })
  await expect(found).rejects.toThrow('seen')
})
