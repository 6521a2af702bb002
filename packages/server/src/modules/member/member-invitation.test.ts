import { type Role } from '@kaimai/contract/common/access.ts'
import { invitationRoutes, memberRoutes, meRoutes } from '@kaimai/contract/member/member.routes.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { errorNameOf, sharedApp } from '../../../test/fixtures.ts'
import { type Member, password } from '../../../test/test-app.ts'

let t = await sharedApp()
let owner: Member
beforeEach(async () => {
  owner = await t.aFirm('器日')
})

const change = (by: Member, of: Member, body: { role?: Role; extra?: Record<string, 0 | 1 | 2 | null> }) =>
  t.call(memberRoutes.change, { params: { id: of.userId }, body }, by.headers)
const remove = (by: Member, of: Member) => t.call(memberRoutes.remove, { params: { id: of.userId } }, by.headers)
const members = async (by: Member = owner) => (await t.call(memberRoutes.list, {}, by.headers)).items
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
