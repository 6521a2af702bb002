import { accessRoutes } from '@kaimai/contract/access/access.routes.ts'
import { authRoutes } from '@kaimai/contract/auth/auth.routes.ts'
import { type Role, roles } from '@kaimai/contract/common/access.ts'
import { liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { auditRoutes, invitationRoutes, memberRoutes, meRoutes } from '@kaimai/contract/member/member.routes.ts'
import { productRoutes } from '@kaimai/contract/product/product.routes.ts'
import { signupRoutes } from '@kaimai/contract/signup/signup.routes.ts'
import { videoRoutes } from '@kaimai/contract/video/video.routes.ts'
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
const members = async (by: Member = owner) => (await t.call(memberRoutes.list, {}, by.headers)).items
const stored = ({ firmId, userId, deviceId, token }: Member) => ({ firmId, userId, deviceId, token })
const newestLetter = async () => {
  t.clock.advance(1)
  const [letter] = await t.app.services.accountLetters.newest(1)
  return letter
}
const tokenIn = async (path: string): Promise<string> =>
  new RegExp(`/auth/${path}/([\\w-]+)`).exec((await newestLetter())?.body ?? '')?.[1] ?? ''
const invite = async (email: string, role: Role = 'host', by = owner) => {
  t.clock.advance(1)
  const made = await t.call(invitationRoutes.invite, { body: { email, role } }, by.headers)
  return { ...made, token: await tokenIn('invitation') }
}
const acceptance = (token: string, account = 'newcomer') => ({
  token,
  account,
  userName: '林佳穎',
  password,
  deviceId: 'device-newcomer',
})
const accept = (token: string, account?: string) =>
  t.call(invitationRoutes.accept, { body: acceptance(token, account) })

describe('members', () => {
  test('MEMBER-1 The list shows role, figures, devices and last login; by page, role, search and order; of one firm', async () => {
    const host = await t.aMember(owner, 'host')
    await t.aFirm('別家')
    const all = await t.call(memberRoutes.list, { query: { sort: 'role' } }, owner.headers)
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
      (await t.call(memberRoutes.list, { query }, owner.headers)).items.map(({ account }) => account)
    expect(await found({ q: host.account.toUpperCase() })).toEqual([host.account])
    expect(await found({ q: '100%' })).toEqual([])
    expect(await found({ role: 'owner' })).toEqual([owner.account])
    expect(await found({ limit: 1 })).toHaveLength(1)
    const unknownSort = t.call(memberRoutes.list, { query: { sort: 'passwordHash' as 'role' } }, owner.headers)
    await expect(unknownSort).rejects.toMatchObject({ errorName: 'invalid', fields: { sort: expect.any(String) } })
  })

  test('MEMBER-2 A role that was changed holds from the next call, in the menu and at every route', async () => {
    const member = await t.aMember(owner, 'analyst')
    const live = () => errorNameOf(t.call(productRoutes.remove, { params: { id: owner.firmId } }, member.headers))
    expect(await live()).toBe('forbidden')
    await change(owner, member, { role: 'host' })
    expect(await live()).toBe('noData')
    const profile = await t.call(authRoutes.profile, { query: stored(member) })
    expect(profile.bombmyAuthority).toEqual({ bombmyLive: 2, bombmySignup: 1, bombmySetting: 0 })
  })

  test('MEMBER-3 A figure set for one member is enforced at the routes and shown by the menu; null gives the role back', async () => {
    const host = await t.aMember(owner, 'host')
    const reads = async () => [
      await errorNameOf(t.call(liveRoutes.list, {}, host.headers)),
      await errorNameOf(t.call(signupRoutes.list, {}, host.headers)),
      await errorNameOf(t.call(signupRoutes.remove, { params: { id: owner.firmId } }, host.headers)),
    ]
    expect(await reads()).toEqual(['none', 'none', 'forbidden'])
    await change(owner, host, { extra: { bombmyLive: 0, bombmySignup: 2 } })
    expect(await reads()).toEqual(['forbidden', 'none', 'noData'])
    const profile = await t.call(authRoutes.profile, { query: stored(host) })
    expect(profile.bombmyAuthority).toEqual({ bombmyLive: 0, bombmySignup: 2, bombmySetting: 0 })
    await change(owner, host, { extra: { bombmyLive: null, bombmySignup: null } })
    expect(await reads()).toEqual(['none', 'none', 'forbidden'])
  })

  test('MEMBER-4 A new role starts from what it has; nothing is set for an owner alone', async () => {
    const host = await t.aMember(owner, 'host')
    await change(owner, host, { extra: { bombmyLive: 1 } })
    expect((await change(owner, host, { role: 'analyst' })).extra).toEqual({
      bombmyLive: null,
      bombmySignup: null,
      bombmySetting: null,
    })
    const made = await change(owner, host, { role: 'owner', extra: { bombmyLive: 0 } })
    expect([made.extra.bombmyLive, made.authority.bombmyLive]).toEqual([null, 2])
  })

  test('MEMBER-5 Only who may write members changes them: a manager reads, the others do not even read', async () => {
    const target = await t.aMember(owner, 'analyst')
    for (const role of roles.filter((name) => name !== 'owner')) {
      const member = await t.aMember(owner, role)
      expect(await errorNameOf(change(member, target, { role: 'owner' }))).toBe('forbidden')
      expect(await errorNameOf(change(member, member, { role: 'owner' }))).toBe('forbidden')
      expect(await errorNameOf(remove(member, target))).toBe('forbidden')
      expect(await errorNameOf(members(member))).toBe(role === 'manager' ? 'none' : 'forbidden')
      expect(await errorNameOf(t.call(auditRoutes.list, {}, member.headers))).toBe(
        role === 'manager' ? 'none' : 'forbidden',
      )
    }
  })

  test('MEMBER-6 Where the policy lets managers write members, they still make no owner and give nobody more than they have', async () => {
    await t.platform.db.raw(
      `insert into policy (role, resource, level) values ('manager', 'member', 'write'), ('analyst', 'member', 'read'), ('analyst', 'member', 'write')`,
    )
    await t.call(accessRoutes.reload, {}, owner.headers)
    const manager = await t.aMember(owner, 'manager')
    const analyst = await t.aMember(owner, 'analyst')
    const other = await t.aMember(owner, 'assistant')
    expect(await errorNameOf(change(manager, other, { role: 'owner' }))).toBe('forbidden')
    expect(await errorNameOf(change(manager, manager, { role: 'owner' }))).toBe('forbidden')
    expect(await errorNameOf(change(manager, owner, { role: 'analyst' }))).toBe('forbidden')
    expect(await errorNameOf(remove(manager, owner))).toBe('forbidden')
    expect(await errorNameOf(change(analyst, analyst, { extra: { bombmyLive: 2 } }))).toBe('forbidden')
    expect(await errorNameOf(change(analyst, other, { role: 'host' }))).toBe('forbidden')
    expect(await errorNameOf(remove(analyst, manager))).toBe('forbidden')
    for (const [by, role] of [
      [manager, 'owner'],
      [analyst, 'host'],
    ] as const)
      expect(await errorNameOf(invite('a@example.com', role, by))).toBe('forbidden')
    expect(await errorNameOf(change(manager, other, { role: 'host' }))).toBe('none')
    const shown = await t.call(memberRoutes.roles, {}, manager.headers)
    expect(shown.filter(({ mayGive }) => mayGive).map(({ role }) => role)).toEqual([
      'manager',
      'host',
      'assistant',
      'analyst',
    ])
  })

  test('MEMBER-7 There is always an owner: the last one can be neither demoted nor removed', async () => {
    expect(await errorNameOf(change(owner, owner, { role: 'manager' }))).toBe('conflict')
    expect(await errorNameOf(remove(owner, owner))).toBe('conflict')
    const second = await t.aMember(owner, 'owner')
    expect(await errorNameOf(change(owner, owner, { role: 'manager' }))).toBe('none')
    expect(await errorNameOf(change(second, second, { role: 'host' }))).toBe('conflict')
  })

  test('MEMBER-8 Two owners who demote each other, or both step down, in the same moment leave one', async () => {
    for (const params of ['each other', 'themselves', 'remove'] as const) {
      const one = await t.aFirm(params)
      const two = await t.aMember(one, 'owner')
      const outcomes = await Promise.all([
        errorNameOf(
          params === 'remove' ? remove(one, two) : change(one, params === 'themselves' ? one : two, { role: 'host' }),
        ),
        errorNameOf(
          params === 'remove' ? remove(two, one) : change(two, params === 'themselves' ? two : one, { role: 'host' }),
        ),
      ])
      expect(outcomes.filter((outcome) => outcome === 'none')).toHaveLength(1)
      const { rows } = await t.platform.db.raw(
        `select count(*)::int as owners from member where "firmId" = $1 and role = 'owner' and "removedAt" is null`,
        [one.firmId],
      )
      expect(rows).toEqual([{ owners: 1 }])
    }
  })

  test('MEMBER-9 A removed member is out at once: code 12 at the next call, code 3 at renewing, no login, no reset', async () => {
    const host = await t.aMember(owner, 'host')
    await t.call(authRoutes.forgot, { body: { account: host.account, email: `${host.account}@example.com` } })
    const token = await tokenIn('reset')
    await remove(owner, host)
    expect(await errorNameOf(t.call(videoRoutes.list, {}, host.headers))).toBe('sessionReplaced')
    expect(await errorNameOf(t.call(authRoutes.autoLogin, { body: stored(host) }))).toBe('signedOut')
    expect(await errorNameOf(t.call(authRoutes.profile, { query: stored(host) }))).toBe('signedOut')
    const login = { account: host.account, password, deviceId: 'device-again' }
    expect(await errorNameOf(t.call(authRoutes.login, { body: login }))).toBe('wrongCredentials')
    expect(await errorNameOf(t.call(authRoutes.reset, { body: { token, password: 'another long one' } }))).toBe('gone')
    expect(await members()).toHaveLength(1)
    expect(await errorNameOf(remove(owner, host))).toBe('noData')
  })

  test("MEMBER-10 A removed member's account name is free again, and what it did still bears its name", async () => {
    const host = await t.aMember(owner, 'host')
    await remove(owner, host)
    const { token } = await invite('again@example.com')
    await accept(token, host.account)
    expect((await members()).map(({ account }) => account)).toContain(host.account)
  })

  test('MEMBER-11 Members of another firm are not there', async () => {
    const other = await t.aFirm('別家')
    expect(await errorNameOf(change(owner, other, { role: 'host' }))).toBe('noData')
    expect(await errorNameOf(remove(owner, other))).toBe('noData')
    const made = await t.call(
      invitationRoutes.invite,
      { body: { email: 'x@example.com', role: 'host' } },
      other.headers,
    )
    for (const route of [invitationRoutes.resend, invitationRoutes.withdraw])
      expect(await errorNameOf(t.call(route, { params: { id: made.id } }, owner.headers))).toBe('noData')
  })
})

describe('invitations', () => {
  test('MEMBER-12 An invitation is a letter; its link shows what it is for, and makes a member with the role, logged in', async () => {
    const { token, ...made } = await invite('lin@example.com', 'assistant')
    expect(await newestLetter()).toMatchObject({ toAddress: 'lin@example.com' })
    expect(made).toMatchObject({ email: 'lin@example.com', role: 'assistant', isExpired: false })
    const shown = await t.call(invitationRoutes.look, { body: { token } })
    expect(shown).toMatchObject({ firmName: '器日', email: 'lin@example.com', role: 'assistant', invitedBy: '王小明' })
    const profile = await accept(token, 'lin.chia')
    expect(profile.firmInfo.firmId).toBe(owner.firmId)
    expect(profile.userInfo).toMatchObject({ role: 'assistant', userName: '林佳穎', userEmail: 'lin@example.com' })
    expect(await t.call(invitationRoutes.list, {}, owner.headers)).toEqual([])
    expect(await members()).toHaveLength(2)
  })

  test('MEMBER-13 A link works once, even twice at once, for 7 days; not when withdrawn or replaced by a newer one', async () => {
    const first = await invite('a@example.com')
    const both = await Promise.all([errorNameOf(accept(first.token, 'aaaa')), errorNameOf(accept(first.token, 'bbbb'))])
    expect(both.toSorted()).toEqual(['gone', 'none'])
    const late = await invite('b@example.com')
    t.clock.advance(7 * 86_400_000)
    expect(await errorNameOf(accept(late.token, 'cccc'))).toBe('gone')
    owner = await relogin(owner)
    expect((await t.call(invitationRoutes.list, {}, owner.headers))[0]).toMatchObject({ isExpired: true })
    t.clock.advance(1)
    await t.call(invitationRoutes.resend, { params: { id: late.id } }, owner.headers)
    const again = await tokenIn('invitation')
    expect(await errorNameOf(t.call(invitationRoutes.look, { body: { token: late.token } }))).toBe('gone')
    expect(await errorNameOf(t.call(invitationRoutes.look, { body: { token: again } }))).toBe('none')
    await t.call(invitationRoutes.withdraw, { params: { id: late.id } }, owner.headers)
    expect(await errorNameOf(accept(again, 'cccc'))).toBe('gone')
  })

  test('MEMBER-14 The database holds no token of an invitation, nor of a change of e-mail', async () => {
    const { token } = await invite('a@example.com')
    await t.call(meRoutes.changeEmail, { body: { email: 'new@example.com', password } }, owner.headers)
    const second = await tokenIn('confirm-email')
    const { rows } = await t.platform.db.raw(
      `select hash from invitation union all select hash from "emailChange" union all select change::text from audit`,
    )
    for (const secret of [token, second]) expect(JSON.stringify(rows)).not.toContain(secret)
  })

  test('MEMBER-15 One open invitation per address and firm, none for a member; an account elsewhere is not revealed', async () => {
    const stranger = await t.aFirm('別家')
    const email = `${stranger.account}@example.com`
    expect((await invite(email)).email).toBe(email)
    expect(await errorNameOf(invite(email))).toBe('conflict')
    expect(await errorNameOf(invite(`${owner.account}@example.com`))).toBe('conflict')
    const { token } = await invite('c@example.com')
    await expect(accept(token, stranger.account)).rejects.toMatchObject({
      errorName: 'conflict',
      fields: { account: expect.any(String) },
    })
    const unknown = acceptance('a-token-that-nobody-has-ever-had', stranger.account)
    expect(await errorNameOf(t.call(invitationRoutes.accept, { body: unknown }))).toBe('gone')
  })

  test('MEMBER-16 Names of accounts can be tried with a link only ten times an hour', async () => {
    const stranger = await t.aFirm('別家')
    const { token } = await invite('c@example.com')
    const outcomes: string[] = []
    for (let i = 0; i < 11; i += 1) outcomes.push(await errorNameOf(accept(token, stranger.account)))
    expect(outcomes.filter((each) => each === 'conflict')).toHaveLength(10)
    expect(outcomes.at(-1)).toBe('tooManyRequests')
  })

  test('MEMBER-17 What its writer may no longer give, nobody gets by an invitation', async () => {
    for (const end of ['demoted', 'removed'] as const) {
      const second = await t.aMember(owner, 'owner')
      const { token } = await invite(`${end}@example.com`, 'owner', second)
      await (end === 'demoted' ? change(owner, second, { role: 'host' }) : remove(owner, second))
      expect(await errorNameOf(accept(token, `${end}one`))).toBe('gone')
    }
  })

  test('MEMBER-18 A firm sends at most forty invitations an hour', async () => {
    for (let i = 0; i < 40; i += 1) await invite(`p${i}@example.com`)
    expect(await errorNameOf(invite('p41@example.com'))).toBe('tooManyRequests')
  })
})

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

describe('oneself', () => {
  test('MEMBER-19 Everybody changes the own name and phone, and nothing else of the own', async () => {
    const analyst = await t.aMember(owner, 'analyst')
    const body = { userName: '陳明月', userPhone: '0912 345 678', role: 'owner' }
    const me = await t.call(meRoutes.change, { body }, analyst.headers)
    expect(me).toMatchObject({ userName: '陳明月', userPhone: '+886912345678', role: 'analyst', pendingEmail: '' })
    const wrong = t.call(meRoutes.change, { body: { userName: '', userPhone: '12x' } }, analyst.headers)
    await expect(wrong).rejects.toMatchObject({ errorName: 'invalid', fields: { userName: expect.any(String) } })
  })

  test('MEMBER-20 A new e-mail holds once its letter is confirmed, within a day and once; the old address is notified', async () => {
    const email = 'new@example.com'
    const ask = (given: string) => t.call(meRoutes.changeEmail, { body: { email, password: given } }, owner.headers)
    expect(await errorNameOf(ask('not the password'))).toBe('invalid')
    await ask(password)
    const token = await tokenIn('confirm-email')
    const me = await t.call(meRoutes.show, {}, owner.headers)
    expect([me.userEmail, me.pendingEmail]).toEqual([`${owner.account}@example.com`, email])
    await t.call(meRoutes.confirmEmail, { body: { token } })
    expect((await t.call(meRoutes.show, {}, owner.headers)).userEmail).toBe(email)
    expect(await newestLetter()).toMatchObject({ toAddress: `${owner.account}@example.com` })
    expect(await errorNameOf(t.call(meRoutes.confirmEmail, { body: { token } }))).toBe('gone')
  })

  test('MEMBER-21 A link to confirm an e-mail ends after a day, or when another address is asked for', async () => {
    const ask = async (email: string) => {
      t.clock.advance(1)
      await t.call(meRoutes.changeEmail, { body: { email, password } }, owner.headers)
      return tokenIn('confirm-email')
    }
    const [first, second] = [await ask('one@example.com'), await ask('two@example.com')]
    expect(await errorNameOf(t.call(meRoutes.confirmEmail, { body: { token: first } }))).toBe('gone')
    t.clock.advance(86_400_000)
    expect(await errorNameOf(t.call(meRoutes.confirmEmail, { body: { token: second } }))).toBe('gone')
  })

  test('MEMBER-22 The devices are listed with last use; one, or all others, can be ended, only of oneself', async () => {
    t.clock.advance(60_000)
    const laptop = await relogin(owner)
    t.clock.advance(61_000)
    const list = await t.call(meRoutes.devices, {}, laptop.headers)
    expect(list.map(({ isThis, userAgent }) => [isThis, userAgent.includes('Another')])).toEqual([
      [true, true],
      [false, false],
    ])
    const other = await t.aMember(owner, 'host')
    const phoneId = list[1]?.id ?? ''
    expect(await errorNameOf(t.call(meRoutes.endDevice, { params: { id: phoneId } }, other.headers))).toBe('noData')
    await t.call(meRoutes.endDevice, { params: { id: phoneId } }, laptop.headers)
    expect(await errorNameOf(members(owner))).toBe('sessionExpired')
    expect(await errorNameOf(t.call(authRoutes.autoLogin, { body: stored(owner) }))).toBe('signedOut')
    t.clock.advance(1)
    const tablet = await relogin(owner)
    expect(await t.call(meRoutes.endOthers, {}, tablet.headers)).toEqual({ ended: 1 })
    expect(await errorNameOf(members(laptop))).toBe('sessionExpired')
    expect(await errorNameOf(members(tablet))).toBe('none')
    expect(await errorNameOf(t.call(videoRoutes.list, {}, other.headers))).toBe('none')
  })

  test(
    'MEMBER-23 The last use of a device is written down at most once a minute',
    alone(async () => {
      t.clock.advance(59_000)
      await members()
      const used = async () => (await t.call(meRoutes.devices, {}, owner.headers))[0]?.lastUsedAt
      expect(await used()).toBe('2026-11-20T12:00:00.000Z')
      t.clock.advance(2_000)
      await members()
      expect(await used()).toBe('2026-11-20T12:01:01.000Z')
    }),
  )
})

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
