import { letterRoutes } from '@kaimai/contract/letter/letter.routes.ts'
import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { letterTemplateRoutes } from '@kaimai/contract/letter-template/letter-template.routes.ts'
import type { TemplateContents } from '@kaimai/contract/letter-template/letter-template.schema.ts'
import { productRoutes } from '@kaimai/contract/product/product.routes.ts'
import { sendingRoutes } from '@kaimai/contract/sending/sending.routes.ts'
import { SignupBody, signupRoutes } from '@kaimai/contract/signup/signup.routes.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { templateContents } from '../../../test/letter-template.ts'
import { aList } from '../../../test/sending.ts'
import { aPerson, signUp } from '../../../test/sign-up-people.ts'
import { aForm, aLive, aProduct } from '../../../test/studio.ts'
import type { Member } from '../../../test/test-app.ts'
import type { MailLetter } from '../../platform/ports/mail.ts'

const t = await sharedApp()
let member: Member
const handed: MailLetter[] = []
vi.spyOn(t.platform.mail, 'send').mockImplementation(async (letter) => {
  handed.push(letter)
  return { outcome: 'handed', reference: `r:${letter.id}` }
})
/** In Taipei it is noon, so that marketing leaves; each test has a day of its own. */
let day = 20
beforeEach(async () => {
  day += 1
  t.clock.set(new Date(Date.UTC(2026, 10, day, 4)))
  member = await aFirmWithHours(t, '器日')
  await t.platform.jobs.idle()
  handed.length = 0
})

/** Within a login. */
const laterMs = 20 * 60_000

type Block = TemplateContents['en']['blocks'][number]
const saying = (...blocks: Block[]): TemplateContents => {
  const content = { subject: '今晚開窯', blocks: [{ kind: 'heading' as const, text: '今晚開窯' }, ...blocks] }
  return { 'zh-TW': content, en: content }
}
const teapot = (productId: string): Block => ({ kind: 'product', productId })

const aTemplate = async (contents: TemplateContents, letterTemplateType: number = letterTypes.freeText) =>
  (
    await t.call(
      letterTemplateRoutes.create,
      { body: { letterTemplateName: '今晚開窯', letterTemplateType, contents } },
      member.headers,
    )
  ).id
const sendTo = (letterTemplateId: string, to: string, scheduledAt: string | null = null) =>
  t.call(
    sendingRoutes.create,
    { body: { title: '今晚開窯', letterTemplateId, audience: aList(to), scheduledAt } },
    member.headers,
  )
const changeProduct = ({ id, variants }: Awaited<ReturnType<typeof aProduct>>, price: number, offSale = false) =>
  t.call(
    productRoutes.change,
    {
      params: { id },
      body: {
        productName: '柴燒茶壺',
        keyword: '',
        price,
        offSale,
        variants: variants.map((variant) => ({ id: variant.id, name: variant.name, stock: 10 })),
      },
    },
    member.headers,
  )
const preview = (contents: TemplateContents, letterTemplateType: number = letterTypes.freeText) =>
  t.call(
    letterTemplateRoutes.preview,
    { body: { letterTemplateType, contents, language: 'zh-TW', recipientId: null } },
    member.headers,
  )
const leave = async () => {
  await t.platform.jobs.runTick('letters-due')
  await t.platform.jobs.idle()
}
const inLog = async () => {
  const [row] = (await t.call(letterRoutes.list, {}, member.headers)).items
  return t.call(letterRoutes.show, { params: { id: row?.id ?? '' } }, member.headers)
}

test('LETTER-TEMPLATE-480 A product stands in a letter with the price of when it leaves, in both parts, and the log goes on showing that price', async () => {
  const product = await aProduct(t, member, { name: '柴燒茶壺', price: 68_000 })
  const letterTemplateId = await aTemplate(saying(teapot(product.id)))
  const later = new Date(t.clock.ms() + laterMs).toISOString()
  await sendTo(letterTemplateId, 'mei@example.com', later)
  await t.platform.jobs.idle()
  await changeProduct(product, 55_000)
  expect((await inLog()).text).toContain('柴燒茶壺：NT$550')
  t.clock.advance(laterMs)
  await leave()
  expect(handed).toHaveLength(1)
  expect(handed[0]?.html).toContain('<b>NT$550</b>')
  expect(handed[0]?.text).toContain('柴燒茶壺：NT$550')
  t.clock.advance(1_000)
  await changeProduct(product, 99_000)
  expect((await inLog()).text).toContain('柴燒茶壺：NT$550')
  expect((await inLog()).html).toContain('NT$550')
})

test.each(['deleted', 'off sale'] as const)(
  'LETTER-TEMPLATE-481 A product that is %s by then is left out of the letter, and the preview says so at its block',
  async (fate) => {
    const product = await aProduct(t, member, { name: '柴燒茶壺' })
    const contents = saying(teapot(product.id))
    const letterTemplateId = await aTemplate(contents)
    expect((await preview(contents)).problems).toEqual({})
    if (fate === 'deleted') await t.call(productRoutes.remove, { params: { id: product.id } }, member.headers)
    else await changeProduct(product, 68_000, true)
    t.clock.advance(1_000)
    const { html, problems } = await preview(contents)
    expect(html).not.toContain('柴燒茶壺')
    expect(problems).toEqual({ 'contents.zh-TW.blocks.1.productId': expect.stringContaining('信件不會顯示') })
    await sendTo(letterTemplateId, 'mei@example.com')
    await leave()
    expect(handed).toHaveLength(1)
    expect(handed[0]?.text).toMatch(/^今晚開窯\n\n器日\n/)
    expect(handed[0]?.html).not.toMatch(/柴燒茶壺|NT\$/)
  },
)

test('LETTER-TEMPLATE-482 A product of another firm never stands in a letter', async () => {
  const own = member
  member = await aFirmWithHours(t, '別家')
  const theirs = await aProduct(t, member, { name: '別家的茶壺' })
  member = own
  const contents = saying(teapot(theirs.id))
  expect((await preview(contents)).html).not.toContain('別家的茶壺')
  await sendTo(await aTemplate(contents), 'mei@example.com')
  await leave()
  expect(handed[0]?.html).toContain('今晚開窯')
  expect(handed[0]?.html).not.toContain('別家的茶壺')
})

test('LETTER-TEMPLATE-483 A name of a product is text: escaped in the HTML, unchanged in the plain part', async () => {
  const product = await aProduct(t, member, { name: 'A&B <b>壺</b> {{name}}' })
  const { html, text } = await preview(saying(teapot(product.id)))
  expect(html).toContain('A&amp;B &lt;b&gt;壺&lt;/b&gt; {{name}}')
  expect(text).toContain('A&B <b>壺</b> {{name}}：')
})

test('LETTER-TEMPLATE-484 A countdown says how long it is from when the letter leaves until the session begins, in the own language, with the time below', async () => {
  const live = await aLive(t, member, { minutes: 51 * 60 })
  const form = await aForm(t, member, [{ liveId: live.id }])
  const whole = templateContents()
  const withCountdown = (language: 'zh-TW' | 'en') => ({
    ...whole[language],
    blocks: [...whole[language].blocks, { kind: 'countdown' as const }],
  })
  const contents = { 'zh-TW': withCountdown('zh-TW'), en: withCountdown('en') }
  const emailLetterTemplate = await aTemplate(contents, letterTypes.signupComplete)
  await t.call(
    signupRoutes.change,
    { params: { id: form.id }, body: SignupBody.parse({ ...form, emailLetterTemplate }) },
    member.headers,
  )
  await signUp(t, form.customUrl, [live.id])
  await signUp(t, form.customUrl, [live.id], aPerson({ name: 'Mei' }), { 'accept-language': 'en' })
  await t.platform.jobs.idle()
  const texts = handed.map(({ text }) => text).join('\n')
  expect(texts).toMatch(/還有 2 天 3 小時開播\n2026年\d+月\d+日（.）15:00\n/)
  expect(texts).toMatch(/Starts in 2 days 3 hours\n\w+, \w+ \d+, 2026, 15:00 \(Taipei time\)\n/)
  t.clock.advance(laterMs)
  expect((await inLog()).text).toMatch(/還有 2 天 3 小時開播|Starts in 2 days 3 hours/)
})

test('LETTER-TEMPLATE-485 A letter that leaves after its session has begun has no countdown', async () => {
  const values = {
    sessionTitle: '開窯夜',
    liveBeginAt: '今晚八點',
    liveBeginAtMs: String(t.clock.ms() - 1),
    liveUrl: 'https://example.com/stream/a',
  }
  const contents = saying({ kind: 'countdown' }, { kind: 'button', label: '進入', url: '{{liveUrl}}' })
  const letter = { key: 'begun', name: '林', to: 'lin@example.com', language: 'zh-TW' as const, values }
  const { firmId } = member
  await t.platform.db.transaction((tx) =>
    t.app.services.letters.queue(tx, {
      firmId,
      firmName: '器日',
      type: letterTypes.signupComplete,
      contents,
      letters: [letter],
    }),
  )
  await t.platform.jobs.idle()
  expect(handed[0]?.text).toContain('https://example.com/stream/a')
  expect(handed[0]?.text).not.toMatch(/還有|今晚八點/)
})

test('LETTER-TEMPLATE-486 A type without a start time refuses a countdown at its block', async () => {
  await expect(aTemplate(saying({ kind: 'countdown' }), letterTypes.paidNotice)).rejects.toMatchObject({
    errorName: 'invalid',
    fields: {
      'contents.zh-TW.blocks.1.kind': expect.stringContaining('沒有開播時間'),
      'contents.en.blocks.1.kind': expect.any(String),
    },
  })
})
