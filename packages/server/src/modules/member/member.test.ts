import { accessRoutes } from '@kaimai/contract/access/access.routes.ts'
import { authRoutes } from '@kaimai/contract/auth/auth.routes.ts'
import { type Role, roles } from '@kaimai/contract/common/access.ts'
import { liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { auditRoutes, invitationRoutes, memberRoutes } from '@kaimai/contract/member/member.routes.ts'
import { productRoutes } from '@kaimai/contract/product/product.routes.ts'
import { signupRoutes } from '@kaimai/contract/signup/signup.routes.ts'
import { videoRoutes } from '@kaimai/contract/video/video.routes.ts'
import { describe, expect, test } from 'vitest'
import { errorNameOf } from '../../../test/fixtures.ts'
import { password } from '../../../test/test-app.ts'
import { memberStage } from '../../../test/member-stage.ts'

const stage = await memberStage()
const { change, remove, members, stored, tokenIn, invite, accept } = stage

describe('members', () => {
  test('MEMBER-1 The list shows role, figures, devices and last login; by page, role, search and order; of one firm', async () => {
    const host = await stage.t.aMember(stage.owner, 'host')
    await stage.t.aFirm('別家')
    const all = await stage.t.call(memberRoutes.list, { query: { sort: 'role' } }, stage.owner.headers)
    expect(all.total).toBe(2)
    expect(all.items.map(({ role, isMe, devices }) => [role, isMe, devices])).toEqual([
      ['owner', true, 1],
      ['host', false, 1],
    ])
    expect(all.items[1]).toMatchObject({
      account: host.account,
      authority: { bombmyLive: 2, bombmySignup: 1, bombmySetting: 0 },
      lastLoginAt: '2026-11-20T12:00:00.000Z',
    })
    const found = async (query: { q?: string; role?: Role; limit?: number }) =>
      (await stage.t.call(memberRoutes.list, { query }, stage.owner.headers)).items.map(({ account }) => account)
    expect(await found({ q: host.account.toUpperCase() })).toEqual([host.account])
    expect(await found({ q: '100%' })).toEqual([])
    expect(await found({ role: 'owner' })).toEqual([stage.owner.account])
    expect(await found({ limit: 1 })).toHaveLength(1)
    const unknownSort = stage.t.call(
      memberRoutes.list,
      { query: { sort: 'passwordHash' as 'role' } },
      stage.owner.headers,
    )
    await expect(unknownSort).rejects.toMatchObject({ errorName: 'invalid', fields: { sort: expect.any(String) } })
  })

  test('MEMBER-2 A role that was changed holds from the next call, in the menu and at every route', async () => {
    const member = await stage.t.aMember(stage.owner, 'analyst')
    const live = () =>
      errorNameOf(stage.t.call(productRoutes.remove, { params: { id: stage.owner.firmId } }, member.headers))
    expect(await live()).toBe('forbidden')
    await change(stage.owner, member, { role: 'host' })
    expect(await live()).toBe('noData')
    const profile = await stage.t.call(authRoutes.profile, { query: stored(member) })
    expect(profile.bombmyAuthority).toEqual({ bombmyLive: 2, bombmySignup: 1, bombmySetting: 0 })
  })

  test('MEMBER-3 A figure set for one member is enforced at the routes and shown by the menu; null gives the role back', async () => {
    const host = await stage.t.aMember(stage.owner, 'host')
    const reads = async () => [
      await errorNameOf(stage.t.call(liveRoutes.list, {}, host.headers)),
      await errorNameOf(stage.t.call(signupRoutes.list, {}, host.headers)),
      await errorNameOf(stage.t.call(signupRoutes.remove, { params: { id: stage.owner.firmId } }, host.headers)),
    ]
    expect(await reads()).toEqual(['none', 'none', 'forbidden'])
    await change(stage.owner, host, { extra: { bombmyLive: 0, bombmySignup: 2 } })
    expect(await reads()).toEqual(['forbidden', 'none', 'noData'])
    const profile = await stage.t.call(authRoutes.profile, { query: stored(host) })
    expect(profile.bombmyAuthority).toEqual({ bombmyLive: 0, bombmySignup: 2, bombmySetting: 0 })
    await change(stage.owner, host, { extra: { bombmyLive: null, bombmySignup: null } })
    expect(await reads()).toEqual(['none', 'none', 'forbidden'])
  })

  test('MEMBER-4 A new role starts from what it has; nothing is set for an owner alone', async () => {
    const host = await stage.t.aMember(stage.owner, 'host')
    await change(stage.owner, host, { extra: { bombmyLive: 1 } })
    expect((await change(stage.owner, host, { role: 'analyst' })).extra).toEqual({
      bombmyLive: null,
      bombmySignup: null,
      bombmySetting: null,
    })
    const made = await change(stage.owner, host, { role: 'owner', extra: { bombmyLive: 0 } })
    expect([made.extra.bombmyLive, made.authority.bombmyLive]).toEqual([null, 2])
  })

  test('MEMBER-5 Only who may write members changes them: a manager reads, the others do not even read', async () => {
    const target = await stage.t.aMember(stage.owner, 'analyst')
    for (const role of roles.filter((name) => name !== 'owner')) {
      const member = await stage.t.aMember(stage.owner, role)
      expect(await errorNameOf(change(member, target, { role: 'owner' }))).toBe('forbidden')
      expect(await errorNameOf(change(member, member, { role: 'owner' }))).toBe('forbidden')
      expect(await errorNameOf(remove(member, target))).toBe('forbidden')
      expect(await errorNameOf(members(member))).toBe(role === 'manager' ? 'none' : 'forbidden')
      expect(await errorNameOf(stage.t.call(auditRoutes.list, {}, member.headers))).toBe(
        role === 'manager' ? 'none' : 'forbidden',
      )
    }
  })

  test('MEMBER-6 Where the policy lets managers write members, they still make no owner and give nobody more than they have', async () => {
    await stage.t.platform.db.raw(
      `insert into policy (role, resource, level) values ('manager', 'member', 'write'), ('analyst', 'member', 'read'), ('analyst', 'member', 'write')`,
    )
    await stage.t.call(accessRoutes.reload, {}, stage.owner.headers)
    const manager = await stage.t.aMember(stage.owner, 'manager')
    const analyst = await stage.t.aMember(stage.owner, 'analyst')
    const other = await stage.t.aMember(stage.owner, 'assistant')
    expect(await errorNameOf(change(manager, other, { role: 'owner' }))).toBe('forbidden')
    expect(await errorNameOf(change(manager, manager, { role: 'owner' }))).toBe('forbidden')
    expect(await errorNameOf(change(manager, stage.owner, { role: 'analyst' }))).toBe('forbidden')
    expect(await errorNameOf(remove(manager, stage.owner))).toBe('forbidden')
    expect(await errorNameOf(change(analyst, analyst, { extra: { bombmyLive: 2 } }))).toBe('forbidden')
    expect(await errorNameOf(change(analyst, other, { role: 'host' }))).toBe('forbidden')
    expect(await errorNameOf(remove(analyst, manager))).toBe('forbidden')
    for (const [by, role] of [
      [manager, 'owner'],
      [analyst, 'host'],
    ] as const)
      expect(await errorNameOf(invite('a@example.com', role, by))).toBe('forbidden')
    expect(await errorNameOf(change(manager, other, { role: 'host' }))).toBe('none')
    const shown = await stage.t.call(memberRoutes.roles, {}, manager.headers)
    expect(shown.filter(({ mayGive }) => mayGive).map(({ role }) => role)).toEqual([
      'manager',
      'host',
      'assistant',
      'analyst',
    ])
  })

  test('MEMBER-7 There is always an owner: the last one can be neither demoted nor removed', async () => {
    expect(await errorNameOf(change(stage.owner, stage.owner, { role: 'manager' }))).toBe('conflict')
    expect(await errorNameOf(remove(stage.owner, stage.owner))).toBe('conflict')
    const second = await stage.t.aMember(stage.owner, 'owner')
    expect(await errorNameOf(change(stage.owner, stage.owner, { role: 'manager' }))).toBe('none')
    expect(await errorNameOf(change(second, second, { role: 'host' }))).toBe('conflict')
  })

  test('MEMBER-8 Two owners who demote each other, or both step down, in the same moment leave one', async () => {
    for (const params of ['each other', 'themselves', 'remove'] as const) {
      const one = await stage.t.aFirm(params)
      const two = await stage.t.aMember(one, 'owner')
      const outcomes = await Promise.all([
        errorNameOf(
          params === 'remove' ? remove(one, two) : change(one, params === 'themselves' ? one : two, { role: 'host' }),
        ),
        errorNameOf(
          params === 'remove' ? remove(two, one) : change(two, params === 'themselves' ? two : one, { role: 'host' }),
        ),
      ])
      expect(outcomes.filter((outcome) => outcome === 'none')).toHaveLength(1)
      const { rows } = await stage.t.platform.db.raw(
        `select count(*)::int as owners from member where "firmId" = $1 and role = 'owner' and "removedAt" is null`,
        [one.firmId],
      )
      expect(rows).toEqual([{ owners: 1 }])
    }
  })

  test('MEMBER-9 A removed member is out at once: code 12 at the next call, code 3 at renewing, no login, no reset', async () => {
    const host = await stage.t.aMember(stage.owner, 'host')
    await stage.t.call(authRoutes.forgot, { body: { account: host.account, email: `${host.account}@example.com` } })
    const token = await tokenIn('reset')
    await remove(stage.owner, host)
    expect(await errorNameOf(stage.t.call(videoRoutes.list, {}, host.headers))).toBe('sessionReplaced')
    expect(await errorNameOf(stage.t.call(authRoutes.autoLogin, { body: stored(host) }))).toBe('signedOut')
    expect(await errorNameOf(stage.t.call(authRoutes.profile, { query: stored(host) }))).toBe('signedOut')
    const login = { account: host.account, password, deviceId: 'device-again' }
    expect(await errorNameOf(stage.t.call(authRoutes.login, { body: login }))).toBe('wrongCredentials')
    expect(await errorNameOf(stage.t.call(authRoutes.reset, { body: { token, password: 'another long one' } }))).toBe(
      'gone',
    )
    expect(await members()).toHaveLength(1)
    expect(await errorNameOf(remove(stage.owner, host))).toBe('noData')
  })

  test("MEMBER-10 A removed member's account name is free again, and what it did still bears its name", async () => {
    const host = await stage.t.aMember(stage.owner, 'host')
    await remove(stage.owner, host)
    const { token } = await invite('again@example.com')
    await accept(token, host.account)
    expect((await members()).map(({ account }) => account)).toContain(host.account)
  })

  test('MEMBER-11 Members of another firm are not there', async () => {
    const other = await stage.t.aFirm('別家')
    expect(await errorNameOf(change(stage.owner, other, { role: 'host' }))).toBe('noData')
    expect(await errorNameOf(remove(stage.owner, other))).toBe('noData')
    const made = await stage.t.call(
      invitationRoutes.invite,
      { body: { email: 'x@example.com', role: 'host' } },
      other.headers,
    )
    for (const route of [invitationRoutes.resend, invitationRoutes.withdraw])
      expect(await errorNameOf(stage.t.call(route, { params: { id: made.id } }, stage.owner.headers))).toBe('noData')
  })
})
