import type { TemplateContents } from '@kaimai/contract/letter-template/letter-template.schema.ts'
import { letterTemplateRoutes } from '@kaimai/contract/letter-template/letter-template.routes.ts'
import { letterRoutes } from '@kaimai/contract/letter/letter.routes.ts'
import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { aFirmWithHours, errorNameOf, sharedApp } from '../../../test/fixtures.ts'
import { templateBody, templateContents } from '../../../test/letter-template.ts'
import { lettersTo } from '../../../test/letters.ts'
import type { Member } from '../../../test/test-app.ts'

const t = await sharedApp()
let member: Member
beforeEach(async () => {
  member = await aFirmWithHours(t, '器日')
})

const create = (body = templateBody(), by = member) => t.call(letterTemplateRoutes.create, { body }, by.headers)
const change = (id: string, body: object, by = member) =>
  t.call(letterTemplateRoutes.change, { params: { id }, body: { ...templateBody(), ...body } }, by.headers)
const show = (id: string, by = member) => t.call(letterTemplateRoutes.show, { params: { id } }, by.headers)

/** The contents with one more block at the end of the English part. */
const withBlock = (block: TemplateContents['en']['blocks'][number]): TemplateContents => {
  const { en, ...rest } = templateContents()
  return { ...rest, en: { ...en, blocks: [...en.blocks, block] } }
}
/** The contents with another Chinese subject. */
const withSubject = (subject: string): TemplateContents => {
  const contents = templateContents()
  return { ...contents, 'zh-TW': { ...contents['zh-TW'], subject } }
}
const added = `contents.en.blocks.${templateContents().en.blocks.length}`

describe('templates', () => {
  test('LETTER-TEMPLATE-420 A template is made, found by its name and its type, changed and deleted; another firm has none of it', async () => {
    const { id } = await create()
    await create(templateBody('開播提醒', letterTypes.liveNotice))
    const list = async (query: { q?: string; letterTemplateType?: string }) =>
      (await t.call(letterTemplateRoutes.list, { query }, member.headers)).items
    expect((await list({ q: '秋窯' })).map((each) => each.id)).toEqual([id])
    expect((await list({ letterTemplateType: '3' })).map((each) => each.letterTemplateName)).toEqual(['開播提醒'])
    const changed = await change(id, { letterTemplateName: '冬窯報名完成' })
    expect(changed).toMatchObject({ letterTemplateName: '冬窯報名完成', version: 2, contents: templateContents() })
    const other = await t.aFirm()
    expect(await errorNameOf(show(id, other))).toBe('noData')
    expect(await errorNameOf(change(id, {}, other))).toBe('noData')
    await t.call(letterTemplateRoutes.remove, { params: { id } }, member.headers)
    expect(await errorNameOf(show(id))).toBe('noData')
    expect(await list({ q: '窯' })).toEqual([])
  })

  test('LETTER-TEMPLATE-421 Of two who change one template the second is asked', async () => {
    const { id } = await create()
    await change(id, { letterTemplateName: '甲', version: 1 })
    expect(await errorNameOf(change(id, { letterTemplateName: '乙', version: 1 }))).toBe('conflict')
    expect((await show(id)).letterTemplateName).toBe('甲')
  })

  const words = fc.constantFrom('霧白手捏飯碗', 'Tea & <b>cake</b>', `O'Brien "quoted"`, '{{ name | 您 }}', '🍵 開窯')
  const block = fc.oneof(
    fc.record({ kind: fc.constantFrom('heading' as const, 'footer' as const), text: words }),
    fc.record({
      kind: fc.constant('richText' as const),
      html: fc.constantFrom('<p>第一段 &amp; 茶</p>', '<p><strong>{{firmName}}</strong></p><ul><li>一</li></ul>'),
    }),
    fc.record({ kind: fc.constant('picture' as const), url: fc.constant('/media/image/i0001.webp'), alt: words }),
    fc.record({
      kind: fc.constant('facts' as const),
      facts: fc.array(fc.record({ label: words, value: words }), { minLength: 1, maxLength: 3 }),
    }),
    fc.record({
      kind: fc.constant('button' as const),
      label: words,
      url: fc.constantFrom('https://example.com/a?b=1', '{{liveUrl}}'),
    }),
  )
  const content = fc.record({ subject: words, blocks: fc.array(block, { maxLength: 4 }) }).map((made) => ({
    ...made,
    blocks: [...made.blocks, { kind: 'button' as const, label: '進入', url: '{{liveUrl}}' }],
  }))

  test('LETTER-TEMPLATE-422 Whatever a template may hold is shown again as it was saved, in the order of its blocks', async () => {
    await fc.assert(
      fc.asyncProperty(content, content, async (chinese, english) => {
        const contents = { 'zh-TW': chinese, en: english }
        const { id } = await create({ ...templateBody(), contents })
        expect((await show(id)).contents).toEqual(contents)
      }),
      { numRuns: 15 },
    )
  })

  test('LETTER-TEMPLATE-423 Built-in texts are shown as they can be copied, and a copy can be saved', async () => {
    const builtIn = await t.call(letterTemplateRoutes.builtIn, {}, member.headers)
    const { signupNotice, signupComplete, orderNotice, paidNotice } = letterTypes
    expect(builtIn.map(({ letterTemplateType }) => letterTemplateType)).toEqual(
      expect.arrayContaining([signupNotice, signupComplete, orderNotice, paidNotice]),
    )
    for (const { letterTemplateType, contents } of builtIn)
      await create({ letterTemplateName: '複製', letterTemplateType, contents: contents as TemplateContents })
  })

  test('LETTER-TEMPLATE-424 Who may only read sees templates and changes none', async () => {
    const { id } = await create()
    const analyst = await t.aMember(member, 'analyst')
    expect((await show(id, analyst)).id).toBe(id)
    expect(await errorNameOf(create(templateBody(), analyst))).toBe('forbidden')
    expect(await errorNameOf(change(id, {}, analyst))).toBe('forbidden')
    expect(await errorNameOf(t.call(letterTemplateRoutes.remove, { params: { id } }, analyst.headers))).toBe(
      'forbidden',
    )
  })
})

describe('bad input', () => {
  test.each([
    ['a script', { kind: 'richText', html: '<p>好</p><script>alert(1)</script>' }, '.html', /script/],
    ['two megabytes', { kind: 'richText', html: `<p>${'x'.repeat(2_000_000)}</p>` }, '.html', /too long/],
    ['a link of another scheme', { kind: 'button', label: 'Go', url: 'javascript:alert(1)' }, '.url', /https/],
    ['a variable of orders', { kind: 'heading', text: 'Order {{orderNo}}' }, '.text', /“orderNo”/],
    ['half a variable', { kind: 'footer', text: 'Hi {{name' }, '.text', /braces/],
    ['a picture of elsewhere', { kind: 'picture', url: 'https://example.com/a.png', alt: '' }, '.url', /valid/],
  ] as const)(
    'LETTER-TEMPLATE-425 A template with %s is refused at that field, in the caller’s language',
    async (_, block, field, words) => {
      const body = { ...templateBody(), contents: withBlock(block) }
      const refused = t.call(letterTemplateRoutes.create, { body }, { ...member.headers, 'accept-language': 'en' })
      await expect(refused).rejects.toMatchObject({
        errorName: 'invalid',
        fields: { [`${added}${field}`]: expect.stringMatching(words) },
      })
      expect((await t.call(letterTemplateRoutes.list, {}, member.headers)).items).toEqual([])
    },
  )
})

describe('a test to oneself', () => {
  const send = (contents = templateContents(), by = member) =>
    t.call(
      letterTemplateRoutes.test,
      { body: { letterTemplateType: letterTypes.signupComplete, contents, language: 'zh-TW' } },
      by.headers,
    )

  test('LETTER-TEMPLATE-426 A test goes to the member’s own address with the values of an example, and stands in the log', async () => {
    const to = `${member.account}@example.com`
    expect(await send()).toEqual({ to })
    const [letter, ...more] = await lettersTo(t, to)
    expect(more).toEqual([])
    expect(letter).toMatchObject({ subject: '王小明的位子留好了：週五晚間直播', state: 'sent' })
    expect(letter?.html).toContain('<strong>器日</strong>')
    expect((await t.call(letterRoutes.list, {}, member.headers)).items).toHaveLength(1)
  })

  test('LETTER-TEMPLATE-427 A test with a variable that its type has not goes to nobody, and names it', async () => {
    await expect(send(withSubject('{{orderNo}}'))).rejects.toMatchObject({
      errorName: 'invalid',
      fields: { 'contents.zh-TW.subject': expect.stringContaining('orderNo') },
    })
    expect(await lettersTo(t, `${member.account}@example.com`)).toEqual([])
  })

  test('LETTER-TEMPLATE-428 A member sends 20 tests a day, and a colleague the own 20', async () => {
    for (let sent = 0; sent < 20; sent++) await send()
    expect(await errorNameOf(send())).toBe('tooManyRequests')
    const colleague = await t.aMember(member, 'manager')
    expect(await errorNameOf(send(templateContents(), colleague))).toBe('none')
  })
})

describe('a preview', () => {
  const preview = (recipientId: string | null, contents = templateContents(), by = member) =>
    t.call(
      letterTemplateRoutes.preview,
      { body: { letterTemplateType: letterTypes.signupComplete, contents, language: 'zh-TW', recipientId } },
      by.headers,
    )
  const recipients = async (by = member) =>
    (
      await t.call(
        letterTemplateRoutes.previewData,
        { query: { letterTemplateType: String(letterTypes.signupComplete) } },
        by.headers,
      )
    ).recipients

  /** Somebody of the firm who got a letter about a sign-up. */
  const aRecipient = async (name = '林佳穎', by = member) => {
    const values = { sessionTitle: '開窯夜', liveBeginAt: '今晚八點', liveUrl: 'https://example.com/stream/a' }
    const letter = { key: `recipient:${name}`, name, to: 'lin@example.com', language: 'zh-TW' as const, values }
    await t.platform.db.transaction((tx) =>
      t.app.services.letters.queue(tx, {
        firmId: by.firmId,
        firmName: '器日',
        type: letterTypes.signupComplete,
        letters: [letter],
      }),
    )
    await t.platform.jobs.idle()
    const [first] = await recipients(by)
    return first?.id ?? ''
  }

  test('LETTER-TEMPLATE-429 A preview is the letter as a recipient of the firm would get it, and sends nothing', async () => {
    const id = await aRecipient()
    const { subject, html, text, problems } = await preview(id)
    expect(subject).toBe('林佳穎的位子留好了：開窯夜')
    expect(html).toContain('href="https://example.com/stream/a"')
    expect(text).toContain('場次：開窯夜')
    expect(problems).toEqual({})
    expect((await preview(null)).subject).toBe('王小明的位子留好了：週五晚間直播')
    expect((await t.call(letterRoutes.list, {}, member.headers)).items).toHaveLength(1)
  })

  test('LETTER-TEMPLATE-430 Recipients to preview with are those of the firm alone; tests that members sent themselves are none', async () => {
    const other = await aFirmWithHours(t, '別家')
    const theirs = await aRecipient('陳志明', other)
    const own = await aRecipient()
    await t.call(
      letterTemplateRoutes.test,
      { body: { letterTemplateType: letterTypes.signupComplete, contents: templateContents(), language: 'zh-TW' } },
      member.headers,
    )
    await t.platform.jobs.idle()
    expect(await recipients()).toEqual([{ id: own, name: '林佳穎', email: 'lin@example.com', language: 'zh-TW' }])
    expect(await errorNameOf(preview(theirs))).toBe('noData')
  })

  test('LETTER-TEMPLATE-756 Before the first letter of a type it is previewed as somebody who got another that knows as much', async () => {
    const id = await aRecipient()
    const people = async (letterTemplateType: number) => {
      const query = { letterTemplateType: String(letterTemplateType) }
      return (await t.call(letterTemplateRoutes.previewData, { query }, member.headers)).recipients.map(
        (each) => each.id,
      )
    }
    for (const type of [letterTypes.liveNotice, letterTypes.liveBegins, letterTypes.freeText])
      expect([type, await people(type)]).toEqual([type, [id]])
    for (const type of [letterTypes.orderNotice, letterTypes.cartLeft, letterTypes.associationNotice])
      expect([type, await people(type)]).toEqual([type, []])
    const body = {
      letterTemplateType: letterTypes.liveNotice,
      contents: templateContents(),
      language: 'zh-TW' as const,
    }
    const shown = await t.call(letterTemplateRoutes.preview, { body: { ...body, recipientId: id } }, member.headers)
    expect([shown.subject, shown.problems]).toEqual(['林佳穎的位子留好了：開窯夜', {}])
  })

  test('LETTER-TEMPLATE-431 Who may not see personal data previews with the example alone', async () => {
    const id = await aRecipient()
    const analyst = await t.aMember(member, 'analyst')
    expect(await errorNameOf(recipients(analyst))).toBe('forbidden')
    expect(await errorNameOf(preview(id, templateContents(), analyst))).toBe('noData')
    expect((await preview(null, templateContents(), analyst)).subject).toContain('週五晚間直播')
  })

  test('LETTER-TEMPLATE-432 What a recipient has no value for is named by field, and shown by its name', async () => {
    const id = await aRecipient('')
    const { subject, problems } = await preview(id, withSubject('{{name}}，{{sessionTitle}}'))
    expect(subject).toBe('〔name〕，開窯夜')
    expect(problems).toEqual({ 'contents.zh-TW.subject': expect.stringContaining('{{name|您}}') })
    expect((await preview(id)).problems).toEqual({})
  })

  test('LETTER-TEMPLATE-433 A variable that the type has not is named instead of previewed', async () => {
    await expect(preview(null, withSubject('{{orderNo}}'))).rejects.toMatchObject({
      errorName: 'invalid',
      fields: { 'contents.zh-TW.subject': expect.stringContaining('orderNo') },
    })
  })
})
