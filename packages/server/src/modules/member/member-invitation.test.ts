import { invitationRoutes, meRoutes } from '@kaimai/contract/member/member.routes.ts'
import { describe, expect, test } from 'vitest'
import { errorNameOf } from '../../../test/fixtures.ts'
import { password } from '../../../test/test-app.ts'
import { memberStage } from '../../../test/member-stage.ts'

const stage = await memberStage()
const { change, remove, members, newestLetter, tokenIn, invite, acceptance, accept, relogin } = stage

describe('invitations', () => {
  test('MEMBER-12 An invitation is a letter; its link shows what it is for, and makes a member with the role, logged in', async () => {
    const { token, ...made } = await invite('lin@example.com', 'assistant')
    expect(await newestLetter()).toMatchObject({ toAddress: 'lin@example.com' })
    expect(made).toMatchObject({ email: 'lin@example.com', role: 'assistant', isExpired: false })
    const shown = await stage.t.call(invitationRoutes.look, { body: { token } })
    expect(shown).toMatchObject({ firmName: '器日', email: 'lin@example.com', role: 'assistant', invitedBy: '王小明' })
    const profile = await accept(token, 'lin.chia')
    expect(profile.firmInfo.firmId).toBe(stage.owner.firmId)
    expect(profile.userInfo).toMatchObject({ role: 'assistant', userName: '林佳穎', userEmail: 'lin@example.com' })
    expect(await stage.t.call(invitationRoutes.list, {}, stage.owner.headers)).toEqual([])
    expect(await members()).toHaveLength(2)
  })

  test('MEMBER-652 Who accepts is called as anywhere else: pasted name and phone in their one form, dots in names, no link', async () => {
    const { token } = await invite('\u202aLIN\u202c@example.com\u200b', 'assistant')
    const body = { ...acceptance(token, 'ma.theresa'), userPhone: '\u202a0912–345–678\u202c' }
    const take = (userName: string) => stage.t.call(invitationRoutes.accept, { body: { ...body, userName } })
    await expect(take('領獎 evil.tw')).rejects.toMatchObject({
      errorName: 'invalid',
      fields: { userName: expect.any(String) },
    })
    const { userInfo } = await take('Ma.Theresa\u200b　Cruz')
    expect(userInfo).toMatchObject({
      userName: 'Ma.Theresa Cruz',
      userPhone: '+886912345678',
      userEmail: 'lin@example.com',
    })
  })

  test('MEMBER-13 A link works once, even twice at once, for 7 days; not when withdrawn or replaced by a newer one', async () => {
    const first = await invite('a@example.com')
    const both = await Promise.all([errorNameOf(accept(first.token, 'aaaa')), errorNameOf(accept(first.token, 'bbbb'))])
    expect(both.toSorted()).toEqual(['gone', 'none'])
    const late = await invite('b@example.com')
    stage.t.clock.advance(7 * 86_400_000)
    expect(await errorNameOf(accept(late.token, 'cccc'))).toBe('gone')
    stage.owner = await relogin(stage.owner)
    expect((await stage.t.call(invitationRoutes.list, {}, stage.owner.headers))[0]).toMatchObject({ isExpired: true })
    stage.t.clock.advance(1)
    await stage.t.call(invitationRoutes.resend, { params: { id: late.id } }, stage.owner.headers)
    const again = await tokenIn('invitation')
    expect(await errorNameOf(stage.t.call(invitationRoutes.look, { body: { token: late.token } }))).toBe('gone')
    expect(await errorNameOf(stage.t.call(invitationRoutes.look, { body: { token: again } }))).toBe('none')
    await stage.t.call(invitationRoutes.withdraw, { params: { id: late.id } }, stage.owner.headers)
    expect(await errorNameOf(accept(again, 'cccc'))).toBe('gone')
  })

  test('MEMBER-14 The database holds no token of an invitation, nor of a change of e-mail', async () => {
    const { token } = await invite('a@example.com')
    await stage.t.call(meRoutes.changeEmail, { body: { email: 'new@example.com', password } }, stage.owner.headers)
    const second = await tokenIn('confirm-email')
    const { rows } = await stage.t.platform.db.raw(
      `select hash from invitation union all select hash from "emailChange" union all select change::text from audit`,
    )
    for (const secret of [token, second]) expect(JSON.stringify(rows)).not.toContain(secret)
  })

  test('MEMBER-15 One open invitation per address and firm, none for a member; an account elsewhere is not revealed', async () => {
    const stranger = await stage.t.aFirm('別家')
    const email = `${stranger.account}@example.com`
    expect((await invite(email)).email).toBe(email)
    expect(await errorNameOf(invite(email))).toBe('conflict')
    expect(await errorNameOf(invite(`${stage.owner.account}@example.com`))).toBe('conflict')
    const { token } = await invite('c@example.com')
    await expect(accept(token, stranger.account)).rejects.toMatchObject({
      errorName: 'conflict',
      fields: { account: expect.any(String) },
    })
    const unknown = acceptance('a-token-that-nobody-has-ever-had', stranger.account)
    expect(await errorNameOf(stage.t.call(invitationRoutes.accept, { body: unknown }))).toBe('gone')
  })

  test('MEMBER-16 Names of accounts can be tried with a link only ten times an hour', async () => {
    const stranger = await stage.t.aFirm('別家')
    const { token } = await invite('c@example.com')
    const outcomes: string[] = []
    for (let i = 0; i < 11; i += 1) outcomes.push(await errorNameOf(accept(token, stranger.account)))
    expect(outcomes.filter((each) => each === 'conflict')).toHaveLength(10)
    expect(outcomes.at(-1)).toBe('tooManyRequests')
  })

  test('MEMBER-17 What its writer may no longer give, nobody gets by an invitation', async () => {
    for (const end of ['demoted', 'removed'] as const) {
      const second = await stage.t.aMember(stage.owner, 'owner')
      const { token } = await invite(`${end}@example.com`, 'owner', second)
      await (end === 'demoted' ? change(stage.owner, second, { role: 'host' }) : remove(stage.owner, second))
      expect(await errorNameOf(accept(token, `${end}one`))).toBe('gone')
    }
  })

  test('MEMBER-18 A firm sends at most forty invitations an hour', async () => {
    for (let i = 0; i < 40; i += 1) await invite(`p${i}@example.com`)
    expect(await errorNameOf(invite('p41@example.com'))).toBe('tooManyRequests')
  })
})
