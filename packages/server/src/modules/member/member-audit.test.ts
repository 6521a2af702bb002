import { auditRoutes, meRoutes } from '@kaimai/contract/member/member.routes.ts'
import { describe, expect, test } from 'vitest'
import { errorNameOf } from '../../../test/fixtures.ts'
import { memberStage } from '../../../test/member-stage.ts'

const stage = await memberStage()
const { alone, change, remove, relogin } = stage

describe('the log of changes', () => {
  const log = async (query: Record<string, string> = {}, by = stage.owner) =>
    stage.t.call(auditRoutes.list, { query }, by.headers)

  test(
    'MEMBER-24 Each change stands in the log with who, what, when and from where, newest first',
    alone(async () => {
      const host = await stage.t.aMember(stage.owner, 'host')
      await change(stage.owner, host, { role: 'manager' })
      stage.t.clock.advance(1000)
      await remove(stage.owner, host)
      const { items, total } = await log()
      expect(total).toBe(2)
      expect(items[0]).toMatchObject({
        action: 'member.remove',
        memberId: stage.owner.userId,
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
      const other = await stage.t.aFirm('別家')
      const host = await stage.t.aMember(stage.owner, 'host')
      await stage.t.call(meRoutes.change, { body: { userName: '小林', userPhone: '' } }, host.headers)
      stage.t.clock.set(new Date('2026-11-20T16:30:00Z'))
      stage.owner = await relogin(stage.owner)
      await change(stage.owner, host, { role: 'manager' })
      await stage.t.call(meRoutes.change, { body: { userName: '別人', userPhone: '' } }, (await relogin(other)).headers)
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
    const host = await stage.t.aMember(stage.owner, 'host')
    await errorNameOf(change(stage.owner, stage.owner, { role: 'host' }))
    await change(stage.owner, host, { role: 'host' })
    expect((await log()).total).toBe(0)
  })
})
