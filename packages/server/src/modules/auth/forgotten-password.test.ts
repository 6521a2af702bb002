import { authRoutes } from '@kaimai/contract/auth/auth.routes.ts'
import { videoRoutes } from '@kaimai/contract/video/video.routes.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { errorNameOf, sharedApp } from '../../../test/fixtures.ts'
import { type Member } from '../../../test/test-app.ts'
import { loginTo } from '../../../test/login.ts'

let t = await sharedApp()
// What one test leaves behind is older than what the next one makes.
beforeEach(() => t.clock.advance(1000))

const list = (member: Member) => t.call(videoRoutes.list, {}, member.headers)
const login = (account: string, deviceId: string, typed?: string) => loginTo(t, account, deviceId, typed)

describe('forgotten passwords', () => {
  const linkOf = async (): Promise<string> => {
    const [letter] = await t.app.services.accountLetters.newest(1)
    return /\/auth\/reset\/([\w-]+)/.exec(letter?.body ?? '')?.[1] ?? ''
  }

  test('AUTH-6 A reset letter goes to the address on record only, never into the outbox, and the answer does not reveal it', async () => {
    const member = await t.aFirm()
    for (const email of ['stranger@example.com', `${member.account}@example.com`])
      await expect(t.call(authRoutes.forgot, { body: { account: member.account, email } })).resolves.toEqual({})
    await expect(t.call(authRoutes.forgot, { body: { account: 'nobody', email: 'a@example.com' } })).resolves.toEqual(
      {},
    )
    const letters = await t.app.services.accountLetters.newest(10)
    expect(letters.map(({ toAddress }) => toAddress)).toEqual([`${member.account}@example.com`])
    expect((await t.platform.db.raw('select 1 from "letterRecipient" where "firmId" is not null')).rows).toEqual([])
  })

  test('AUTH-7 The link sets a new password once within an hour and ends every login', async () => {
    const member = await t.aFirm()
    await t.call(authRoutes.forgot, { body: { account: member.account, email: `${member.account}@example.com` } })
    const token = await linkOf()
    const fresh = 'another long password'
    await t.call(authRoutes.reset, { body: { token, password: fresh } })
    expect(await errorNameOf(list(member))).toBe('sessionExpired')
    expect(await errorNameOf(login(member.account, 'd-d-d-d-d'))).toBe('wrongCredentials')
    expect(await errorNameOf(login(member.account, 'd-d-d-d-d', fresh))).toBe('none')
    expect(await errorNameOf(t.call(authRoutes.reset, { body: { token, password: 'a third password' } }))).toBe('gone')
  })

  test('AUTH-21 A reset, or the operator, ends the other links of the member too', async () => {
    const member = await t.aFirm()
    const ask = async () => {
      t.clock.advance(1000)
      await t.call(authRoutes.forgot, { body: { account: member.account, email: `${member.account}@example.com` } })
      return linkOf()
    }
    const [one, two] = [await ask(), await ask()]
    await t.call(authRoutes.reset, { body: { token: two, password: 'another long password' } })
    expect(await errorNameOf(t.call(authRoutes.reset, { body: { token: one, password: 'a third password' } }))).toBe(
      'gone',
    )
    const three = await ask()
    await t.app.services.auth.setPassword(member.account, 'from the operator')
    expect(await errorNameOf(t.call(authRoutes.reset, { body: { token: three, password: 'a third password' } }))).toBe(
      'gone',
    )
  })

  test('AUTH-22 The time of the answer does not reveal whether account and e-mail belong together', async () => {
    const member = await t.aFirm()
    for (const email of ['stranger@example.com', `${member.account}@example.com`]) {
      const began = performance.now()
      await t.call(authRoutes.forgot, { body: { account: member.account, email } })
      expect(performance.now() - began).toBeGreaterThan(145)
    }
  })

  test('AUTH-8 A link older than an hour is gone', async () => {
    const member = await t.aFirm()
    await t.call(authRoutes.forgot, { body: { account: member.account, email: `${member.account}@example.com` } })
    const token = await linkOf()
    t.clock.advance(3600_001)
    expect(await errorNameOf(t.call(authRoutes.reset, { body: { token, password: 'a third password' } }))).toBe('gone')
  })
})
