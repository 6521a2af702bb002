import { type Role } from '@kaimai/contract/common/access.ts'
import { auditRoutes, memberRoutes, meRoutes } from '@kaimai/contract/member/member.routes.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { errorNameOf, sharedApp } from '../../../test/fixtures.ts'
import { type Member, password, testApp } from '../../../test/test-app.ts'

let t = await sharedApp()
let owner: Member
beforeEach(async () => {
  owner = await t.aFirm('器日')
})

/** On an app of its own: it counts all there is, or names what only one may have, or reads the clock. */
const alone = (run: () => Promise<void>) => async (): Promise<void> => {
  const shared = t
  t = await testApp()
  try {
    owner = await t.aFirm('器日')
    await run()
  } finally {
    await t.close()
    t = shared
  }
}

const change = (by: Member, of: Member, body: { role?: Role; extra?: Record<string, 0 | 1 | 2 | null> }) =>
  t.call(memberRoutes.change, { params: { id: of.userId }, body }, by.headers)
const remove = (by: Member, of: Member) => t.call(memberRoutes.remove, { params: { id: of.userId } }, by.headers)

const relogin = async (member: Member): Promise<Member> => {
  const reply = await t.request({
    method: 'POST',
    url: '/api/firm_login',
    headers: { 'content-type': 'application/json', 'user-agent': 'Another Browser' },
    payload: JSON.stringify({ account: member.account, password, deviceId: `again-${t.clock.ms()}` }),
  })
  const { data } = reply.body as { data: { userInfo: { token: string; authorizationToken: string }; deviceId: string } }
  return {
    ...member,
    deviceId: data.deviceId,
    token: data.userInfo.token,
    headers: {
      ...member.headers,
      authorization: `Bearer ${data.userInfo.authorizationToken}`,
      'x-csrf-token': String(reply.headers['x-csrf-token']),
    },
  }
}

describe('the log of changes', () => {
  const log = async (query: Record<string, string> = {}, by = owner) => t.call(auditRoutes.list, { query }, by.headers)

  test(
    'MEMBER-24 Each change stands in the log with who, what, when and from where, newest first',
    alone(async () => {
      const host = await t.aMember(owner, 'host')
      await change(owner, host, { role: 'manager' })
      t.clock.advance(1000)
      await remove(owner, host)
      const { items, total } = await log()
      expect(total).toBe(2)
      expect(items[0]).toMatchObject({
        action: 'member.remove',
        memberId: owner.userId,
        actorName: '王小明',
        ip: '127.0.0.1',
        target: host.userId,
        createdAt: '2026-11-20T12:00:01.000Z',
      })
      expect(items[1]?.changes).toEqual([{ field: 'role', before: 'host', after: 'manager' }])
    }),
  )

  test(
    'MEMBER-25 The log narrows by member, by action or its subject, by the days of the firm, and by names; of one firm',
    alone(async () => {
      const other = await t.aFirm('別家')
      const host = await t.aMember(owner, 'host')
      await t.call(meRoutes.change, { body: { userName: '小林', userPhone: '' } }, host.headers)
      t.clock.set(new Date('2026-11-20T16:30:00Z'))
      owner = await relogin(owner)
      await change(owner, host, { role: 'manager' })
      await t.call(meRoutes.change, { body: { userName: '別人', userPhone: '' } }, (await relogin(other)).headers)
      const actions = async (query: Record<string, string>) => (await log(query)).items.map(({ action }) => action)
      expect(await actions({})).toEqual(['member.change', 'member.changeSelf'])
      expect(await actions({ memberId: host.userId })).toEqual(['member.changeSelf'])
      expect(await actions({ action: 'member.change' })).toEqual(['member.change'])
      expect(await actions({ action: 'member' })).toHaveLength(2)
      expect(await actions({ action: 'mem' })).toEqual([])
      // 16:30 in London is half past midnight in Taipei.
      expect(await actions({ from: '2026-11-21' })).toEqual(['member.change'])
      expect(await actions({ to: '2026-11-20' })).toEqual(['member.changeSelf'])
      expect(await actions({ q: '小林' })).toHaveLength(2)
      expect(await errorNameOf(log({ action: "x' or 1=1" }))).toBe('invalid')
      expect(await errorNameOf(log({ from: '2026-02-31' }))).toBe('invalid')
    }),
  )

  test('MEMBER-26 A change that fails leaves no row, and a call that changes nothing leaves none either', async () => {
    const host = await t.aMember(owner, 'host')
    await errorNameOf(change(owner, owner, { role: 'host' }))
    await change(owner, host, { role: 'host' })
    expect((await log()).total).toBe(0)
  })
})
