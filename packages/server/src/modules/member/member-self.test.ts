import { authRoutes } from '@kaimai/contract/auth/auth.routes.ts'
import { meRoutes } from '@kaimai/contract/member/member.routes.ts'
import { videoRoutes } from '@kaimai/contract/video/video.routes.ts'
import { describe, expect, test } from 'vitest'
import { errorNameOf } from '../../../test/fixtures.ts'
import { password } from '../../../test/test-app.ts'
import { memberStage } from '../../../test/member-stage.ts'

const stage = await memberStage()
const { alone, members, stored, newestLetter, tokenIn, relogin } = stage

describe('oneself', () => {
  test('MEMBER-19 Everybody changes the own name and phone, and nothing else of the own', async () => {
    const analyst = await stage.t.aMember(stage.owner, 'analyst')
    const body = { userName: '陳明月', userPhone: '0912 345 678', role: 'owner' }
    const me = await stage.t.call(meRoutes.change, { body }, analyst.headers)
    expect(me).toMatchObject({ userName: '陳明月', userPhone: '+886912345678', role: 'analyst', pendingEmail: '' })
    const wrong = stage.t.call(meRoutes.change, { body: { userName: '', userPhone: '12x' } }, analyst.headers)
    await expect(wrong).rejects.toMatchObject({ errorName: 'invalid', fields: { userName: expect.any(String) } })
  })

  test('MEMBER-20 A new e-mail holds once its letter is confirmed, within a day and once; the old address is notified', async () => {
    const email = 'new@example.com'
    const ask = (given: string) =>
      stage.t.call(meRoutes.changeEmail, { body: { email, password: given } }, stage.owner.headers)
    expect(await errorNameOf(ask('not the password'))).toBe('invalid')
    await ask(password)
    const token = await tokenIn('confirm-email')
    const me = await stage.t.call(meRoutes.show, {}, stage.owner.headers)
    expect([me.userEmail, me.pendingEmail]).toEqual([`${stage.owner.account}@example.com`, email])
    await stage.t.call(meRoutes.confirmEmail, { body: { token } })
    expect((await stage.t.call(meRoutes.show, {}, stage.owner.headers)).userEmail).toBe(email)
    expect(await newestLetter()).toMatchObject({ toAddress: `${stage.owner.account}@example.com` })
    expect(await errorNameOf(stage.t.call(meRoutes.confirmEmail, { body: { token } }))).toBe('gone')
  })

  test('MEMBER-21 A link to confirm an e-mail ends after a day, or when another address is asked for', async () => {
    const ask = async (email: string) => {
      stage.t.clock.advance(1)
      await stage.t.call(meRoutes.changeEmail, { body: { email, password } }, stage.owner.headers)
      return tokenIn('confirm-email')
    }
    const [first, second] = [await ask('one@example.com'), await ask('two@example.com')]
    expect(await errorNameOf(stage.t.call(meRoutes.confirmEmail, { body: { token: first } }))).toBe('gone')
    stage.t.clock.advance(86_400_000)
    expect(await errorNameOf(stage.t.call(meRoutes.confirmEmail, { body: { token: second } }))).toBe('gone')
  })

  test('MEMBER-22 The devices are listed with last use; one, or all others, can be ended, only of oneself', async () => {
    stage.t.clock.advance(60_000)
    const laptop = await relogin(stage.owner)
    stage.t.clock.advance(61_000)
    const list = await stage.t.call(meRoutes.devices, {}, laptop.headers)
    expect(list.map(({ isThis, userAgent }) => [isThis, userAgent.includes('Another')])).toEqual([
      [true, true],
      [false, false],
    ])
    const other = await stage.t.aMember(stage.owner, 'host')
    const phoneId = list[1]?.id ?? ''
    expect(await errorNameOf(stage.t.call(meRoutes.endDevice, { params: { id: phoneId } }, other.headers))).toBe(
      'noData',
    )
    await stage.t.call(meRoutes.endDevice, { params: { id: phoneId } }, laptop.headers)
    expect(await errorNameOf(members(stage.owner))).toBe('sessionExpired')
    expect(await errorNameOf(stage.t.call(authRoutes.autoLogin, { body: stored(stage.owner) }))).toBe('signedOut')
    stage.t.clock.advance(1)
    const tablet = await relogin(stage.owner)
    expect(await stage.t.call(meRoutes.endOthers, {}, tablet.headers)).toEqual({ ended: 1 })
    expect(await errorNameOf(members(laptop))).toBe('sessionExpired')
    expect(await errorNameOf(members(tablet))).toBe('none')
    expect(await errorNameOf(stage.t.call(videoRoutes.list, {}, other.headers))).toBe('none')
  })

  test(
    'MEMBER-23 The last use of a device is written down at most once a minute',
    alone(async () => {
      stage.t.clock.advance(59_000)
      await members()
      const used = async () => (await stage.t.call(meRoutes.devices, {}, stage.owner.headers))[0]?.lastUsedAt
      expect(await used()).toBe('2026-11-20T12:00:00.000Z')
      stage.t.clock.advance(2_000)
      await members()
      expect(await used()).toBe('2026-11-20T12:01:01.000Z')
    }),
  )
})
