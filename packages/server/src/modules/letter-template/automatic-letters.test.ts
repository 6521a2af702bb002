import { automaticDefaults, automaticLetterRoutes } from '@kaimai/contract/letter/automatic-letters.routes.ts'
import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { letterTemplateRoutes } from '@kaimai/contract/letter-template/letter-template.routes.ts'
import { beforeEach, expect, test } from 'vitest'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { templateBody } from '../../../test/letter-template.ts'
import { lettersTo } from '../../../test/letters.ts'
import { loggedInAgain } from '../../../test/login.ts'
import { signUp } from '../../../test/sign-up-people.ts'
import { aForm, aLive } from '../../../test/studio.ts'
import type { Member } from '../../../test/test-app.ts'

const t = await sharedApp()
let member: Member
beforeEach(async () => {
  member = await aFirmWithHours(t, '器日')
})

const change = (part: object, by = member) =>
  t.call(automaticLetterRoutes.change, { body: { ...automaticDefaults, ...part } }, by.headers)
const aTemplate = (type: number, by = member) =>
  t.call(letterTemplateRoutes.create, { body: templateBody('提醒', type) }, by.headers)

/** Of a session that begins in an hour: what the reminder to somebody who signed up before is called. */
const reminder = async (): Promise<string | undefined> => {
  const live = await aLive(t, member, { minutes: 90 })
  const form = await aForm(t, member, [{ liveId: live.id }])
  const { person } = await signUp(t, form.customUrl, [live.id])
  t.clock.advance(31 * 60_000)
  member = await loggedInAgain(t, member)
  await t.platform.jobs.runTick('signup/session-letters')
  const [letter] = await lettersTo(t, person.email, ({ type }) => type === letterTypes.liveNotice)
  return letter?.subject
}

test('LETTER-TEMPLATE-731 A reminder goes with the text that the firm has chosen, and with the built-in one once that was deleted', async () => {
  const { id } = await aTemplate(letterTypes.liveNotice)
  await change({ liveNotice: id })
  expect(await t.call(automaticLetterRoutes.show, {}, member.headers)).toEqual({ ...automaticDefaults, liveNotice: id })
  expect(await reminder()).toContain('的位子留好了')
  await t.call(letterTemplateRoutes.remove, { params: { id } }, member.headers)
  expect(await reminder()).toContain('開播提醒')
})

test('LETTER-TEMPLATE-732 A choice is refused at its field for a text of another type or another firm, and for a time that is offered twice', async () => {
  const other = await t.aFirm()
  const ofOther = await aTemplate(letterTypes.liveBegins, other)
  const ofOtherType = await aTemplate(letterTypes.liveNotice)
  for (const { id } of [ofOther, ofOtherType])
    await expect(change({ liveBegins: id })).rejects.toMatchObject({
      errorName: 'invalid',
      fields: { liveBegins: expect.any(String) },
    })
  await expect(change({ liveNoticeMinutes: [60, 60] })).rejects.toMatchObject({
    errorName: 'invalid',
    fields: { liveNoticeMinutes: expect.any(String) },
  })
  expect(await t.call(automaticLetterRoutes.show, {}, member.headers)).toEqual(automaticDefaults)
})
