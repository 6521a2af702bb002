import { authRoutes } from '@kaimai/contract/auth/auth.routes.ts'
import { firmRoutes } from '@kaimai/contract/firm/firm.routes.ts'
import { videoRoutes } from '@kaimai/contract/video/video.routes.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { errorNameOf, sharedApp, setOnFirm } from '../../../test/fixtures.ts'
import { type Member, password, testApp, WireError } from '../../../test/test-app.ts'
import { loginTo } from '../../../test/login.ts'

let t = await sharedApp()
// What one test leaves behind is older than what the next one makes.
beforeEach(() => t.clock.advance(1000))

/** On an app of its own: it counts all there is, or names what only one may have, or reads the clock. */
const alone = (run: () => Promise<void>) => async (): Promise<void> => {
  const shared = t
  t = await testApp()
  try {
    await run()
  } finally {
    await t.close()
    t = shared
  }
}

const stored = (member: Member, token = member.token) => ({
  firmId: member.firmId,
  userId: member.userId,
  deviceId: member.deviceId,
  token,
})
const list = (member: Member) => t.call(videoRoutes.list, {}, member.headers)
const login = (account: string, deviceId: string, typed?: string) => loginTo(t, account, deviceId, typed)

const registration = {
  account: 'Potter.Lin',
  password,
  email: 'Lin@Example.com',
  userName: '林佳穎',
  deviceId: 'device-one',
}

describe('registration and login', () => {
  test('AUTH-1 A firm registers with its owner, who is logged in at once with trial hours', async () => {
    const profile = await t.call(authRoutes.register, { body: { ...registration, userPhone: '０９１２345678' } })
    expect(profile.firmInfo).toMatchObject({ name: '新商家', liveHours: '10:00:00', isDemo: false })
    expect(profile.userInfo).toMatchObject({
      userName: '林佳穎',
      userEmail: 'lin@example.com',
      userPhone: '+886912345678',
      role: 'owner',
    })
    expect(profile.bombmyAuthority).toEqual({ bombmyLive: 2, bombmySignup: 2, bombmySetting: 2 })
    await expect(login('potter.lin', 'device-two')).resolves.toMatchObject({ firmId: profile.firmInfo.firmId })
  })

  test(
    'AUTH-2 A taken account name, whatever its case, is refused at the field',
    alone(async () => {
      await t.call(authRoutes.register, { body: registration })
      const second = t.call(authRoutes.register, { body: { ...registration, account: 'POTTER.lin' } })
      await expect(second).rejects.toMatchObject({ errorName: 'conflict', fields: { account: expect.any(String) } })
    }),
  )

  test('AUTH-3 Bad fields are named, each with words', async () => {
    const call = t.call(authRoutes.register, {
      body: { account: 'a', password: 'short', email: 'x', userName: ' ', userPhone: '12', deviceId: 'device-one' },
    })
    await expect(call).rejects.toMatchObject({ errorName: 'invalid' })
    const error = await call.catch((caught: unknown) => caught)
    expect(Object.keys((error as WireError).fields).toSorted()).toEqual(['account', 'email', 'password', 'userName'])
  })

  test(
    'AUTH-4 An unknown account and a wrong password answer the same',
    alone(async () => {
      await t.call(authRoutes.register, { body: registration })
      const wrong = await login('potter.lin', 'device-x', 'not the password').catch((error: unknown) => error)
      const unknown = await login('nobody.here', 'device-x', 'not the password').catch((error: unknown) => error)
      expect((wrong as Error).message).toBe((unknown as Error).message)
      expect(wrong).toMatchObject({ status: 401, errorName: 'wrongCredentials' })
    }),
  )

  test(
    'AUTH-5 After ten wrong passwords from one network a device that never logged in waits, even with the right one, for a quarter of an hour',
    alone(async () => {
      await t.call(authRoutes.register, { body: registration })
      for (let i = 0; i < 10; i += 1)
        expect(await errorNameOf(login('potter.lin', 'device-x', 'wrong wrong'))).toBe('wrongCredentials')
      expect(await errorNameOf(login('potter.lin', 'device-x'))).toBe('tooManyRequests')
      t.clock.advance(16 * 60_000)
      expect(await errorNameOf(login('potter.lin', 'device-x'))).toBe('none')
    }),
  )
})

describe('sessions', () => {
  test('AUTH-9 A bearer works for 30 idle minutes and at most 12 hours, then answers code 16', async () => {
    const member = await t.aFirm()
    t.clock.advance(29 * 60_000)
    expect(await errorNameOf(list(member))).toBe('none')
    t.clock.advance(31 * 60_000)
    expect(await errorNameOf(list(member))).toBe('sessionExpired')
    const again = await login(member.account, member.deviceId)
    for (let minutes = 0; minutes < 12 * 60; minutes += 20) {
      expect(await errorNameOf(list(again))).toBe('none')
      t.clock.advance(20 * 60_000)
    }
    t.clock.advance(60_000)
    expect(await errorNameOf(list(again))).toBe('sessionExpired')
  })

  test('AUTH-10 Auto-login answers a new bearer and a rotated token; the stored one is the old no longer', async () => {
    const member = await t.aFirm()
    const renewed = await t.call(authRoutes.autoLogin, { body: stored(member) })
    expect(renewed.userInfo.token).not.toBe(member.token)
    expect(renewed.userInfo.authorizationToken).not.toBe('')
    const next = await t.call(authRoutes.autoLogin, { body: stored(member, renewed.userInfo.token) })
    expect(next.userInfo.token).not.toBe(renewed.userInfo.token)
  })

  test('AUTH-11 Two tabs that renew with the same token within a minute get the same successor', async () => {
    const member = await t.aFirm()
    const both = await Promise.all([1, 2, 3].map(() => t.call(authRoutes.autoLogin, { body: stored(member) })))
    expect(new Set(both.map(({ userInfo }) => userInfo.token)).size).toBe(1)
    expect(new Set(both.map(({ userInfo }) => userInfo.authorizationToken)).size).toBe(3)
  })

  test('AUTH-12 A token used again later ends the whole login: someone else has had it', async () => {
    const member = await t.aFirm()
    const renewed = await t.call(authRoutes.autoLogin, { body: stored(member) })
    t.clock.advance(61_000)
    expect(await errorNameOf(t.call(authRoutes.autoLogin, { body: stored(member) }))).toBe('signedOut')
    expect(await errorNameOf(t.call(authRoutes.autoLogin, { body: stored(member, renewed.userInfo.token) }))).toBe(
      'signedOut',
    )
    expect(await errorNameOf(list(member))).toBe('sessionExpired')
  })

  test('AUTH-13 A token is worth nothing on another device, for another member, or after 30 days', async () => {
    const member = await t.aFirm()
    const other = await t.aFirm()
    expect(
      await errorNameOf(t.call(authRoutes.autoLogin, { body: { ...stored(member), deviceId: 'another-device' } })),
    ).toBe('signedOut')
    expect(await errorNameOf(t.call(authRoutes.autoLogin, { body: { ...stored(member), userId: other.userId } }))).toBe(
      'signedOut',
    )
    t.clock.advance(30 * 24 * 3600_000 + 1)
    expect(await errorNameOf(t.call(authRoutes.autoLogin, { body: stored(member) }))).toBe('signedOut')
  })

  test('AUTH-20 A token replaced generations ago ends the login of whoever renews with its successors', async () => {
    const member = await t.aFirm()
    const renew = async (token: string) =>
      (await t.call(authRoutes.autoLogin, { body: stored(member, token) })).userInfo.token
    const third = await renew(await renew(await renew(member.token)))
    const elsewhere = { ...stored(member), deviceId: 'another-device' }
    expect(await errorNameOf(t.call(authRoutes.autoLogin, { body: elsewhere }))).toBe('signedOut')
    expect(await errorNameOf(list(member))).toBe('none')
    expect(await errorNameOf(t.call(authRoutes.autoLogin, { body: stored(member) }))).toBe('signedOut')
    expect(await errorNameOf(t.call(authRoutes.autoLogin, { body: stored(member, third) }))).toBe('signedOut')
    expect(await errorNameOf(list(member))).toBe('sessionExpired')
  })

  test('AUTH-14 The profile for a stored token answers a bearer and keeps the token', async () => {
    const member = await t.aFirm('器日')
    const profile = await t.call(authRoutes.profile, { query: stored(member) })
    expect(profile.userInfo.token).toBe(member.token)
    expect(profile.firmInfo.name).toBe('器日')
    const headers = { ...member.headers, authorization: `Bearer ${profile.userInfo.authorizationToken}` }
    expect(await errorNameOf(t.call(videoRoutes.list, {}, headers))).toBe('none')
  })

  test('AUTH-15 Signing out ends this device alone', async () => {
    const member = await t.aFirm()
    const phone = await login(member.account, 'phone-phone')
    await t.call(
      authRoutes.signOut,
      { query: { firmId: member.firmId, userId: member.userId, deviceId: member.deviceId } },
      member.headers,
    )
    expect(await errorNameOf(list(member))).toBe('sessionExpired')
    expect(await errorNameOf(t.call(authRoutes.autoLogin, { body: stored(member) }))).toBe('signedOut')
    expect(await errorNameOf(list(phone))).toBe('none')
  })

  test('AUTH-16 With one-device login a login elsewhere ends the earlier one: its next call answers code 12', async () => {
    const member = await t.aFirm()
    await t.call(firmRoutes.change, { params: { id: member.firmId }, body: { oneDeviceStatus: true } }, member.headers)
    const phone = await login(member.account, 'phone-phone')
    expect(await errorNameOf(list(member))).toBe('sessionReplaced')
    expect(await errorNameOf(t.call(authRoutes.autoLogin, { body: stored(member) }))).toBe('sessionReplaced')
    expect(await errorNameOf(list(phone))).toBe('none')
  })

  test('AUTH-17 A suspended firm learns that it is suspended, and a removed member is logged out', async () => {
    const member = await t.aFirm()
    const { app } = t
    await setOnFirm(t, member.firmId, 'suspendedAt', t.clock.now())
    expect(await errorNameOf(login(member.account, 'phone-phone'))).toBe('forbidden')
    await t.platform.db.raw('update member set "removedAt" = $1 where id = $2', [t.clock.now(), member.userId])
    expect(await errorNameOf(list(member))).toBe('sessionReplaced')
    expect(app.version).toBe('2.6.6')
  })
})

describe('the firm', () => {
  test('AUTH-18 The new-merchant form sets the names and the phone, for the caller alone', async () => {
    const member = await t.aFirm('新商家')
    const other = await t.aFirm()
    const body = {
      name: '器日',
      userName: '陳明月',
      userPhone: '0912 345 678',
      firmId: member.firmId,
      userId: member.userId,
    }
    await t.call(firmRoutes.settle, { body }, member.headers)
    const profile = await t.call(authRoutes.profile, { query: stored(member) })
    expect([profile.firmInfo.name, profile.userInfo.userName, profile.userInfo.userPhone]).toEqual([
      '器日',
      '陳明月',
      '+886912345678',
    ])
    expect(await errorNameOf(t.call(firmRoutes.settle, { body }, other.headers))).toBe('noData')
    const kept = { ...body, name: '新商家' }
    expect(await errorNameOf(t.call(firmRoutes.settle, { body: kept }, member.headers))).toBe('invalid')
  })

  test(
    'AUTH-19 Settings change field by field, another firm’s are not there, and each change is on record',
    alone(async () => {
      const member = await t.aFirm()
      const other = await t.aFirm()
      await t.call(
        firmRoutes.change,
        { params: { id: member.firmId }, body: { contactLink: 'https://example.com', taxId: '04595252' } },
        member.headers,
      )
      const setting = await t.call(firmRoutes.show, { params: { id: member.firmId } }, member.headers)
      expect(setting).toMatchObject({ name: '測試商家', contactLink: 'https://example.com', taxId: '04595252' })
      expect(await errorNameOf(t.call(firmRoutes.show, { params: { id: member.firmId } }, other.headers))).toBe(
        'notFound',
      )
      expect(
        await errorNameOf(t.call(firmRoutes.change, { params: { id: member.firmId }, body: {} }, other.headers)),
      ).toBe('noData')
      const { rows } = await t.platform.db.raw('select action, "actorName" from audit')
      expect(rows).toEqual([{ action: 'firm.change', actorName: '王小明' }])
    }),
  )
})
