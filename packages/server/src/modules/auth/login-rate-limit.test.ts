import { authRoutes } from '@kaimai/contract/auth/auth.routes.ts'
import { describe, expect, test } from 'vitest'
import { password, testApp, type TestApp } from '../../../test/test-app.ts'

let t: TestApp
const registration = {
  account: 'potter.lin',
  password,
  email: 'lin@example.com',
  userName: '林佳穎',
  deviceId: 'device-one',
}

/** A try from an address of its own, as a proxy forwards it. */
const tryFrom = async (address: string, deviceId: string, given: string, account = 'potter.lin') => {
  const { status, body } = await t.request({
    method: 'POST',
    url: '/api/firm_login',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    payload: JSON.stringify({ account, password: given, deviceId }),
  })
  return status === 200 ? 'in' : (body as { error: { name: string } }).error.name
}
/** Behind a proxy, with somebody registered on device-one. */
const proxied = (run: () => Promise<void>) => async (): Promise<void> => {
  t = await testApp({ environment: { TRUST_PROXY: 'loopback' } })
  try {
    await t.call(authRoutes.register, { body: registration })
    await run()
  } finally {
    await t.close()
  }
}

describe('wrong passwords of strangers', () => {
  test(
    'AUTH-950 A device that has logged in before logs in although strangers on its own network have tried the account to its limit.',
    proxied(async () => {
      for (let i = 0; i < 12; i += 1) await tryFrom('198.51.100.7', `stranger-${i}`, 'wrong wrong')
      expect(await tryFrom('198.51.100.7', 'stranger-x', password)).toBe('tooManyRequests')
      expect(await tryFrom('198.51.100.7', 'device-one', password)).toBe('in')
    }),
  )

  test(
    'AUTH-951 A device that has logged in before counts ten wrong passwords of its own.',
    proxied(async () => {
      for (let i = 0; i < 10; i += 1)
        expect(await tryFrom('198.51.100.7', 'device-one', 'wrong wrong')).toBe('wrongCredentials')
      expect(await tryFrom('203.0.113.9', 'device-one', password)).toBe('tooManyRequests')
      t.clock.advance(16 * 60_000)
      expect(await tryFrom('203.0.113.9', 'device-one', password)).toBe('in')
    }),
  )

  test(
    'AUTH-952 An account that is tried from many networks lets its owner in on a new device, after a wait.',
    proxied(async () => {
      for (let i = 0; i < 40; i += 10)
        await Promise.all(
          Array.from({ length: 10 }, (_, at) => tryFrom(`203.0.113.${i + at}`, `stranger-${i + at}`, 'wrong wrong')),
        )
      const begun = performance.now()
      expect(await tryFrom('198.51.100.7', 'a-new-phone', password)).toBe('in')
      expect(performance.now() - begun).toBeGreaterThan(1_400)
    }),
  )

  test(
    'AUTH-953 An account that does not exist is counted, slowed and answered like one that does.',
    proxied(async () => {
      const seen = async (account: string) => {
        const answers: string[] = []
        for (let i = 0; i < 12; i += 1)
          answers.push(await tryFrom('198.51.100.7', `stranger-${i}`, 'wrong wrong', account))
        return answers
      }
      expect(await seen('nobody.here')).toEqual(await seen('potter.lin'))
    }),
  )

  test(
    'AUTH-954 A device is known after a login, also when the member has logged out there since.',
    proxied(async () => {
      const member = await t.aFirm()
      const { firmId, userId, deviceId, account, headers } = member
      await t.call(authRoutes.signOut, { query: { firmId, userId, deviceId } }, headers)
      for (let i = 0; i < 12; i += 1) await tryFrom('198.51.100.7', `stranger-${i}`, 'wrong wrong', account)
      expect(await tryFrom('198.51.100.7', deviceId, password, account)).toBe('in')
    }),
  )

  test(
    'AUTH-955 Strangers who ask for reset letters with wrong addresses leave the letter to its owner.',
    proxied(async () => {
      const forgot = (email: string) => t.call(authRoutes.forgot, { body: { account: 'potter.lin', email } })
      for (let i = 0; i < 6; i += 1) await forgot(`guess${i}@example.com`)
      await forgot(registration.email)
      expect(await t.app.services.accountLetters.newest(20)).toHaveLength(1)
    }),
  )

  test(
    'AUTH-956 A reset letter asked for again and again is sent three times an hour, and the answer stays the same.',
    proxied(async () => {
      const ask = () => t.call(authRoutes.forgot, { body: { account: 'potter.lin', email: registration.email } })
      for (let i = 0; i < 5; i += 1) expect(await ask()).toEqual({})
      expect(await t.app.services.accountLetters.newest(20)).toHaveLength(3)
    }),
  )
})
