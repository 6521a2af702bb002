import { authRoutes } from '@kaimai/contract/auth/auth.routes.ts'
import { memberRoutes, meRoutes } from '@kaimai/contract/member/member.routes.ts'
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

const members = async (by: Member = owner) => (await t.call(memberRoutes.list, {}, by.headers)).items
const stored = ({ firmId, userId, deviceId, token }: Member) => ({ firmId, userId, deviceId, token })
const newestLetter = async () => {
  t.clock.advance(1)
  const [letter] = await t.app.services.accountLetters.newest(1)
  return letter
}
const tokenIn = async (path: string): Promise<string> =>
  new RegExp(`/auth/${path}/([\\w-]+)`).exec((await newestLetter())?.body ?? '')?.[1] ?? ''

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
