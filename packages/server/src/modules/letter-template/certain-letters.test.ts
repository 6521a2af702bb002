import { associationRoutes } from '@kaimai/contract/association/association.routes.ts'
import {
  automaticDefaults,
  automaticLetterRoutes,
  sessionLetterRoutes,
} from '@kaimai/contract/letter/automatic-letters.routes.ts'
import { type AutomaticLetter, certainLetters } from '@kaimai/contract/letter/automatic-letters.rules.ts'
import { letterRoutes } from '@kaimai/contract/letter/letter.routes.ts'
import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { letterTemplateRoutes } from '@kaimai/contract/letter-template/letter-template.routes.ts'
import { partnerRoutes } from '@kaimai/contract/partner/partner.routes.ts'
import { partnerSessionRoutes } from '@kaimai/contract/partner/partner-session.routes.ts'
import { beforeEach, expect, test } from 'vitest'
import { aLink, aPartner } from '../../../test/affiliates.ts'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { lettersTo } from '../../../test/letters.ts'
import { loggedInAgain } from '../../../test/login.ts'
import { signUp } from '../../../test/sign-up-people.ts'
import { aForm, aLive } from '../../../test/studio.ts'
import type { Member } from '../../../test/test-app.ts'
import { seatReleaseTick } from '../signup/seat-release.service.ts'

const t = await sharedApp()
let member: Member
beforeEach(async () => {
  member = await aFirmWithHours(t, '器日')
})

const bodyOf = (letterTemplateType: number, variable: string, subject = '{{firmName}}寫給您') => {
  const content = {
    subject,
    blocks: [
      { kind: 'heading' as const, text: '{{name|您}}好，這是我們自己的話' },
      { kind: 'button' as const, label: '前往', url: `{{${variable}}}` },
    ],
  }
  return { letterTemplateName: '自己的', letterTemplateType, contents: { 'zh-TW': content, en: content } }
}
const create = async (...of: Parameters<typeof bodyOf>) =>
  (await t.call(letterTemplateRoutes.create, { body: bodyOf(...of) }, member.headers)).id
const choose = (chosen: Partial<Record<AutomaticLetter, string>>) =>
  t.call(automaticLetterRoutes.change, { body: { ...automaticDefaults, ...chosen } }, member.headers)
const ownTo = (email: string, type: number) => lettersTo(t, email, (letter) => letter.type === type)

test('LETTER-TEMPLATE-744 A letter with a link that somebody waits for can’t be switched off, and holds that link', async () => {
  for (const name of certainLetters)
    await expect(choose({ [name]: 'none' })).rejects.toMatchObject({
      errorName: 'invalid',
      fields: { [name]: expect.any(String) },
    })
  for (const [type, link] of [
    [letterTypes.signupNotice, 'liveUrl'],
    [letterTypes.associationNotice, 'passwordUrl'],
    [letterTypes.associationPassword, 'passwordUrl'],
  ] as const) {
    const body = bodyOf(type, link)
    const without = {
      ...body.contents.en,
      blocks: body.contents.en.blocks.filter(({ kind }) => kind !== 'button'),
    }
    await expect(
      t.call(
        letterTemplateRoutes.create,
        { body: { ...body, contents: { ...body.contents, en: without } } },
        member.headers,
      ),
    ).rejects.toMatchObject({
      errorName: 'invalid',
      fields: { 'contents.en.blocks': expect.stringContaining(`{{${link}}}`) },
    })
    expect(await create(type, link)).not.toBe('')
  }
})

test('LETTER-TEMPLATE-745 A partner’s invitation, new password and new link go with the firm’s own texts', async () => {
  await choose({
    partnerInvited: await create(letterTypes.associationNotice, 'passwordUrl'),
    partnerPassword: await create(letterTypes.associationPassword, 'passwordUrl'),
    partnerLinkChanged: await create(letterTypes.associationUrlChanged, 'pageUrl'),
  })
  const { id: partnerId, email } = await aPartner(t, member)
  await t.call(partnerRoutes.invite, { body: { partnerId, language: 'zh-TW' } }, member.headers)
  await t.call(partnerSessionRoutes.forgotPassword, { body: { partnerId, email } })
  const link = await aLink(t, member, partnerId)
  await t.call(associationRoutes.sendLink, { body: { associationId: link.id } }, member.headers)
  for (const type of [
    letterTypes.associationNotice,
    letterTypes.associationPassword,
    letterTypes.associationUrlChanged,
  ]) {
    const [letter, another] = await ownTo(email, type)
    expect(letter).toMatchObject({ subject: '器日寫給您', state: 'sent' })
    expect(letter?.text).toContain('這是我們自己的話')
    expect(another).toBeUndefined()
  }
})

test('LETTER-TEMPLATE-746 Who previews a text as a partner sees where the link leads, and not what sets that partner’s password', async () => {
  const { id: partnerId, email } = await aPartner(t, member)
  await t.call(partnerRoutes.invite, { body: { partnerId, language: 'zh-TW' } }, member.headers)
  await t.platform.jobs.idle()
  const type = letterTypes.associationNotice
  const { recipients } = await t.call(
    letterTemplateRoutes.previewData,
    { query: { letterTemplateType: type } },
    member.headers,
  )
  const [recipient] = recipients
  expect(recipient?.email).toBe(email)
  const { contents } = bodyOf(type, 'passwordUrl')
  const shown = await t.call(
    letterTemplateRoutes.preview,
    { body: { letterTemplateType: type, contents, language: 'zh-TW', recipientId: recipient?.id ?? '' } },
    member.headers,
  )
  expect(shown.problems).toEqual({})
  expect(shown.html).toContain('這是我們自己的話')
  expect(shown.html + shown.text).not.toContain('token=')
})

test('LETTER-TEMPLATE-747 A subject holds no link: it stands in the log for everybody who reads that', async () => {
  for (const [type, link] of [
    [letterTypes.associationPassword, 'passwordUrl'],
    [letterTypes.liveNotice, 'liveUrl'],
    [letterTypes.orderNotice, 'orderUrl'],
  ] as const)
    await expect(create(type, link, `您的信 {{${link}}}`)).rejects.toMatchObject({
      errorName: 'invalid',
      fields: {
        'contents.zh-TW.subject': expect.stringContaining('主旨不能放連結'),
        'contents.en.subject': expect.stringContaining('主旨不能放連結'),
      },
    })
})

test('LETTER-TEMPLATE-748 Who is asked to keep a seat is asked in the firm’s own words, by itself and when staff presses', async () => {
  await choose({ keepSeat: await create(letterTypes.signupNotice, 'liveUrl') })
  const live = await aLive(t, member, { minutes: 5 * 24 * 60 })
  const form = await aForm(t, member, [{ liveId: live.id, capacity: 1 }])
  const { person } = await signUp(t, form.customUrl, [live.id])
  t.clock.advance(12 * 60 * 60_000)
  await t.platform.jobs.runTick(seatReleaseTick)
  const asked = () => ownTo(person.email, letterTypes.signupNotice)
  expect((await asked()).map(({ subject, text }) => [subject, text.includes('#keep=')])).toEqual([['器日寫給您', true]])
  member = await loggedInAgain(t, member)
  await t.call(sessionLetterRoutes.signupNotice, { body: { signupId: form.id } }, member.headers)
  // The same question about the same time is one letter.
  expect(await asked()).toHaveLength(1)
})

test('LETTER-TEMPLATE-749 Where the firm’s own text lacks a value the built-in one goes, and the letter’s history says why', async () => {
  const content = {
    subject: '新連結',
    blocks: [{ kind: 'heading' as const, text: '{{linkUrl}} {{linkCode}}' }],
  }
  const type = letterTypes.associationUrlChanged
  const contents = { 'zh-TW': content, en: content }
  const body = { letterTemplateName: '新連結', letterTemplateType: type, contents }
  const { id } = await t.call(letterTemplateRoutes.create, { body }, member.headers)
  await choose({ partnerLinkChanged: id })
  const { id: partnerId, email } = await aPartner(t, member)
  // Without a form it leads nowhere of its own.
  const link = await aLink(t, member, partnerId)
  await t.call(associationRoutes.sendLink, { body: { associationId: link.id } }, member.headers)
  const historyOf = async () => {
    await t.platform.jobs.idle()
    const { items } = await t.call(letterRoutes.list, { query: { q: email } }, member.headers)
    const shown = await Promise.all(
      items.map((row) => t.call(letterRoutes.show, { params: { id: row.id } }, member.headers)),
    )
    return shown.map(({ subject, history }) => [
      subject,
      history.map(({ what, problem }) => `${what} ${problem}`.trim()),
    ])
  }
  expect(await historyOf()).toEqual([
    ['您的推廣連結已更新｜器日', ['queued', 'builtIn 沒有內容 Empty: {{linkUrl}}', 'sent']],
  ])
})
