import { authRoutes } from '@kaimai/contract/auth/auth.routes.ts'
import { describe, expect, test } from 'vitest'
import { sharedApp } from '../../../test/fixtures.ts'
import { password } from '../../../test/test-app.ts'

const t = await sharedApp({ environment: { TRUST_PROXY: 'loopback' } })

/** A try from an address, as a proxy forwards it. */
const tryFrom = async (address: string, deviceId: string, given: string, account: string) => {
  const { status, body } = await t.request({
    method: 'POST',
    url: '/api/firm_login',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    payload: JSON.stringify({ account, password: given, deviceId }),
  })
  return status === 200 ? 'in' : (body as { error: { name: string } }).error.name
}

let people = 0
/** Somebody registered on `device`, and addresses from which nobody has tried anything. */
const aPerson = async () => {
  people += 1
  const [account, email, device] = [`potter.lin${people}`, `lin${people}@example.com`, `device-of-${people}`]
  await t.call(authRoutes.register, {
    body: { account, password, email, userName: '林佳穎', deviceId: device },
  })
  const addressOf = (each: number): string => `203.0.${people}.${each}`
  const letters = async () =>
    (await t.app.services.accountLetters.newest(50)).filter(({ toAddress }) => toAddress === email)
  return { account, email, device, addressOf, letters }
}

describe('wrong passwords of strangers', () => {
  test('AUTH-950 A device that has logged in before logs in although strangers on its own network have tried the account to its limit.', async () => {
    const { account, device, addressOf } = await aPerson()
    for (let i = 0; i < 12; i += 1) await tryFrom(addressOf(1), `stranger-${i}`, 'wrong wrong', account)
    expect(await tryFrom(addressOf(1), 'stranger-x', password, account)).toBe('tooManyRequests')
    expect(await tryFrom(addressOf(1), device, password, account)).toBe('in')
  })

  test('AUTH-951 A device that has logged in before counts ten wrong passwords of its own.', async () => {
    const { account, device, addressOf } = await aPerson()
    for (let i = 0; i < 10; i += 1)
      expect(await tryFrom(addressOf(1), device, 'wrong wrong', account)).toBe('wrongCredentials')
    expect(await tryFrom(addressOf(2), device, password, account)).toBe('tooManyRequests')
    t.clock.advance(16 * 60_000)
    expect(await tryFrom(addressOf(2), device, password, account)).toBe('in')
  })

  test('AUTH-952 An account that is tried from many networks lets its owner in on a new device, after a wait.', async () => {
    const { account, addressOf } = await aPerson()
    for (let i = 0; i < 40; i += 10)
      await Promise.all(
        Array.from({ length: 10 }, (_, at) => tryFrom(addressOf(i + at), `stranger-${i + at}`, 'wrong wrong', account)),
      )
    const begun = performance.now()
    expect(await tryFrom(addressOf(99), 'a-new-phone', password, account)).toBe('in')
    expect(performance.now() - begun).toBeGreaterThan(1_400)
  })

  test('AUTH-953 An account that does not exist is counted, slowed and answered like one that does.', async () => {
    const { account, addressOf } = await aPerson()
    const seen = async (tried: string) => {
      const answers: string[] = []
      for (let i = 0; i < 12; i += 1) answers.push(await tryFrom(addressOf(1), `stranger-${i}`, 'wrong wrong', tried))
      return answers
    }
    expect(await seen('nobody.here')).toEqual(await seen(account))
  })

  test('AUTH-954 A device is known after a login, also when the member has logged out there since.', async () => {
    const { addressOf } = await aPerson()
    const { firmId, userId, deviceId, account, headers } = await t.aFirm()
    await t.call(authRoutes.signOut, { query: { firmId, userId, deviceId } }, headers)
    for (let i = 0; i < 12; i += 1) await tryFrom(addressOf(1), `stranger-${i}`, 'wrong wrong', account)
    expect(await tryFrom(addressOf(1), deviceId, password, account)).toBe('in')
  })

  test('AUTH-955 Strangers who ask for reset letters with wrong addresses leave the letter to its owner.', async () => {
    const { account, email, letters } = await aPerson()
    const forgot = (asked: string) => t.call(authRoutes.forgot, { body: { account, email: asked } })
    for (let i = 0; i < 6; i += 1) await forgot(`guess${i}@example.com`)
    await forgot(email)
    expect(await letters()).toHaveLength(1)
  })

  test('AUTH-956 A reset letter asked for again and again is sent three times an hour, and the answer stays the same.', async () => {
    const { account, email, letters } = await aPerson()
    for (let i = 0; i < 5; i += 1) expect(await t.call(authRoutes.forgot, { body: { account, email } })).toEqual({})
    expect(await letters()).toHaveLength(3)
  })
})
