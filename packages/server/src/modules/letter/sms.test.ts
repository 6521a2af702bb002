import type { LetterContents } from '@kaimai/contract/letter/letter-blocks.ts'
import { letterRoutes } from '@kaimai/contract/letter/letter.routes.ts'
import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { optOutRoutes } from '@kaimai/contract/opt-out/opt-out.routes.ts'
import { expect, test } from 'vitest'
import { errorNameOf } from '../../../test/fixtures.ts'
import { sharedSurenotify } from '../../../test/surenotify-stage.ts'
import type { Member } from '../../../test/test-app.ts'

const { t, aSender, logOf, stateOf, tell, play, write } = await sharedSurenotify()

const saying = (text: string): LetterContents => {
  const content = { subject: '', blocks: [{ kind: 'text' as const, text }] }
  return { 'zh-TW': content, en: content }
}
const invitation = '【器日】{{name}}，{{sessionTitle}} 今晚八點開播'
const phones = (count: number) => Array.from({ length: count }, (_, i) => `+88691234567${i}`)

const queue = (member: Member, to: readonly string[], text = invitation, name = '林', round = 'sms') =>
  t.platform.db.transaction((tx) =>
    t.app.services.letters.queueSms(tx, {
      firmId: member.firmId,
      type: letterTypes.freeText,
      contents: saying(text),
      messages: to.map((phone) => ({
        key: `${round}:${phone}`,
        name,
        to: phone,
        language: 'zh-TW' as const,
        values: { sessionTitle: '開窯' },
      })),
      field: 'smsContent',
    }),
  )
const topUp = (member: Member, tenths: number) =>
  t.app.services.firms.points.add(member.firmId, { kind: 'topUp', key: `test-${tenths}`, tenths })
const tenthsOf = (member: Member) => t.app.services.firms.points.balance(member.firmId)
const caught = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  )

test('LETTER-820 Text messages are kept on this machine and read in the log, each name character for character', async () => {
  const member = await t.aFirm('器日')
  await topUp(member, 100)
  const name = "A&B 店 O'K"
  expect(await queue(member, phones(2), invitation, name)).toEqual({ queued: 2, tenths: 20 })
  await t.platform.jobs.idle()
  const rows = await logOf(member)
  expect(rows).toHaveLength(2)
  expect(rows[0]).toMatchObject({ channel: 'sms', state: 'sent', transport: 'outbox', letterTemplateType: 10 })
  const shown = await t.call(letterRoutes.show, { params: { id: rows[0]?.id ?? '' } }, member.headers)
  expect(shown).toMatchObject({ html: '', text: `【器日】${name}，開窯 今晚八點開播` })
  expect(await tenthsOf(member)).toBe(80)
})

test('LETTER-821 Too few points refuse all of them before the first leaves, and say how many are missing', async () => {
  const member = await t.aFirm('器日')
  await topUp(member, 25)
  expect(await caught(queue(member, phones(3)))).toMatchObject({
    errorName: 'balanceTooLow',
    details: { missingTenths: 5 },
  })
  await t.platform.jobs.idle()
  expect(await logOf(member)).toEqual([])
  expect(await tenthsOf(member)).toBe(25)
})

test('LETTER-822 A message is paid for once under its key, by its segments after the variables are filled', async () => {
  const member = await t.aFirm('器日')
  await topUp(member, 1000)
  const long = `${invitation}${'，歡迎一起來看'.repeat(9)}`
  expect(await queue(member, phones(1), long, '名'.repeat(2))).toEqual({ queued: 1, tenths: 20 })
  expect(await queue(member, phones(2), invitation)).toEqual({ queued: 1, tenths: 10 })
  expect(await tenthsOf(member)).toBe(970)
})

test('LETTER-823 Points of messages that did not leave are given back once', async () => {
  const member = await t.aFirm('器日')
  await topUp(member, 100)
  await queue(member, phones(3))
  await t.platform.jobs.idle()
  await t.platform.db.raw(
    `update "letterRecipient" set state = case when "toAddress" = $2 then 'unknown' else 'failed' end
     where "firmId" = $1 and "toAddress" <> $3`,
    [member.firmId, phones(2)[1], phones(1)[0]],
  )
  for (let times = 0; times < 3; times += 1) await t.platform.jobs.runTick('letters-due')
  expect(await tenthsOf(member)).toBe(80)
})

test.each([
  ['器日：今晚八點開播', '【器日】'],
  ['【器日】看 https://bit.ly/abc', 'bit.ly'],
  ['【器日】請撥 0912-345-678', '0912345678'],
  [`【器日】${'長'.repeat(268)}`, '"max":2'],
])('LETTER-824 A message that must not be sent is refused at its field, and says why: %s', async (text, why) => {
  const member = await t.aFirm('器日')
  await topUp(member, 1000)
  const error = await caught(queue(member, phones(1), text))
  expect(error).toMatchObject({ errorName: 'invalid', fields: { smsContent: { values: expect.anything() } } })
  expect(JSON.stringify(error)).toContain(why.replace(/[【】]/g, ''))
  expect(await tenthsOf(member)).toBe(1000)
})

test('LETTER-825 The brand and what is registered are the firm’s own setting, read in the form that messages are compared in', async () => {
  const member = await t.aFirm('器日選物有限公司')
  await topUp(member, 1000)
  const set = (body: { smsBrand: string; smsRegistered: string[] }) =>
    t.call(letterRoutes.changeSetting, { body }, member.headers)
  const entries = ['https://Shop.com.tw/live', '02-2345-6789', 'shop.com.tw']
  expect(await set({ smsBrand: '器日', smsRegistered: entries })).toMatchObject({
    smsBrand: '器日',
    smsRegistered: ['shop.com.tw', '0223456789'],
  })
  expect(await queue(member, phones(1), '【器日】https://shop.com.tw/a 電話 (02)2345-6789')).toMatchObject({
    queued: 1,
  })
  expect(await errorNameOf(set({ smsBrand: '器日', smsRegistered: ['not a host'] }))).toBe('invalid')
  expect(await errorNameOf(set({ smsBrand: '【器日】', smsRegistered: [] }))).toBe('invalid')
  const analyst = await t.aMember(member, 'analyst')
  expect(await errorNameOf(t.call(letterRoutes.setting, {}, analyst.headers))).toBe('forbidden')
})

test('LETTER-826 Messages of a firm with its own account take no points, and their notices are those of letters', async () => {
  const member = await aSender()
  await queue(member, ['+886912000001', '+886912000002'])
  await t.platform.jobs.idle()
  expect(await tenthsOf(member)).toBe(0)
  expect(await stateOf(member, '+886912000001')).toBe('sent')
  expect(await tell('0912000001', 'delivery')).toBe(200)
  expect(await tell('0912000002', 'bounce', 'phone off')).toBe(200)
  expect(await stateOf(member, '+886912000001')).toBe('delivered')
  expect(await stateOf(member, '+886912000002')).toBe('bounced')
  // A phone that is off today may be on tomorrow: no number is stopped.
  const { rows } = await t.platform.db.raw('select 1 from "unreachableAddress" where "firmId" = $1', [member.firmId])
  expect(rows).toEqual([])
})

test('LETTER-1058 A marketing text message ends with a link by which its person refuses the next ones; opening it does nothing, and the log shows it to nobody', async () => {
  const member = await aSender()
  const to = '+886912000003'
  const texts = async () => {
    await t.platform.jobs.idle()
    const messages = await play<{ sent: { content: string } }[]>({ to: '0912000003' })
    return messages.map(({ sent }) => sent.content)
  }
  await queue(member, [to])
  const [text = ''] = await texts()
  const link = / 退訂 (\S+)$/.exec(text)?.[1] ?? ''
  expect(text).toBe(`【器日】林，開窯 今晚八點開播 退訂 ${link}`)
  expect(new URL(link).pathname).toMatch(/^\/u\/[\w-]{22}$/)
  const [row] = await logOf(member)
  const shown = await t.call(letterRoutes.show, { params: { id: row?.id ?? '' } }, member.headers)
  expect(shown.text).toBe('【器日】林，開窯 今晚八點開播')

  const page = (method: 'GET' | 'POST', path = new URL(link).pathname) => t.app.http.inject({ method, url: path })
  expect((await page('GET')).body).toContain('不再收到「器日」的行銷簡訊？')
  await queue(member, [to], invitation, '林', 'after a look')
  expect(await texts()).toHaveLength(2)
  expect((await page('POST')).body).toContain('「器日」不會再寄行銷簡訊給您')
  expect((await t.call(optOutRoutes.list, {}, member.headers)).items).toMatchObject([{ contact: to, source: 'link' }])
  await queue(member, [to], invitation, '林', 'after a refusal')
  expect(await texts()).toHaveLength(2)
  expect((await logOf(member))[0]).toMatchObject({ to, state: 'skipped' })
  for (const path of ['/u/AAAAAAAAAAAAAAAAAAAAAA', '/u/short'])
    for (const method of ['GET', 'POST'] as const) expect((await page(method, path)).statusCode).toBe(404)
})

test('LETTER-1059 The link of a text message is no way to the opt-out of another letter, whose id is no secret', async () => {
  const member = await aSender()
  await write(member, ['mei@example.com'])
  const [letter] = await logOf(member)
  const key = Buffer.from((letter?.id ?? '').replaceAll('-', ''), 'hex').toString('base64url')
  const answer = await t.app.http.inject({ method: 'POST', url: `/u/${key}` })
  expect(answer.statusCode).toBe(404)
  expect((await t.call(optOutRoutes.list, {}, member.headers)).items).toEqual([])
})
