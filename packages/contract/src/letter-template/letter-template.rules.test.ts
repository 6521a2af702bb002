import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { errorTextOfMessage } from '../common/error-text.ts'
import type { LetterContents } from '../letter/letter-blocks.ts'
import { textsOf } from '../letter/letter-blocks.ts'
import { fillLetter, letterTypes, letterVariables, variablesOfType } from '../letter/letter.rules.ts'
import { editableContents, templateProblems, valueProblems, variableProblems } from './letter-template.rules.ts'
import { TemplateContents, type TemplateBlock } from './letter-template.schema.ts'

const both = (blocks: readonly object[], subject = '位子留好了') => ({
  'zh-TW': { subject, blocks },
  en: { subject, blocks },
})

/** Why contents are refused: the field and the name of the reason, of the Chinese part. */
const refusals = (blocks: readonly object[], subject?: string) =>
  (TemplateContents.safeParse(both(blocks, subject)).error?.issues ?? [])
    .map(({ path, message }) => [path.join('.'), errorTextOfMessage(message)?.name])
    .filter(([path]) => path?.startsWith('zh-TW'))
const ofHtml = (html: string) => refusals([{ kind: 'richText', html }])

const parsed = (blocks: readonly object[], subject?: string): TemplateContents =>
  TemplateContents.parse(both(blocks, subject))
const names = (problems: ReturnType<typeof variableProblems>) =>
  Object.entries(problems).map(([field, problem]) => [field, 'reason' in problem ? problem.reason.name : problem.name])

const link: TemplateBlock = { kind: 'button', label: '進入直播間', url: '{{liveUrl}}' }

describe('what a template may hold', () => {
  test.each([
    '<script>alert(1)</script>',
    '<SCRIPT src=https://example.com/x.js>',
    '<p>好</p><iframe src="https://example.com"></iframe>',
    '<p onclick="alert(1)">好</p>',
    `<img src="/media/image/a.webp" onerror='alert(1)'>`,
    '<img/onerror=alert(1) src=x>',
    '<form action="https://example.com"><input name=a></form>',
    '<svg onload=alert(1)>',
    '<style>p{color:red}</style>',
    '<base href="https://example.com/">',
    '<p><a href="https://example.com" onmouseover = "x()">好</a></p>',
  ])('LETTER-TEMPLATE-400 A text with what runs or embeds is refused at its field: %s', (html) => {
    expect(ofHtml(html)).toEqual([['zh-TW.blocks.0.html', 'templateScript']])
  })

  test.each([
    ['<a href="javascript:alert(1)">好</a>', 'templateLinkScheme'],
    ['<a href=" java&#115;cript:alert(1)">好</a>', 'templateLinkScheme'],
    ['<a href="jav\tascript:alert(1)">好</a>', 'templateLinkScheme'],
    ['<a href=data:text/html,x>好</a>', 'templateLinkScheme'],
    ['<a href="ftp://example.com">好</a>', 'templateLinkScheme'],
    ['<img src="data:image/png;base64,AAAA">', 'templateLinkScheme'],
    ['<a href="https://example.com/?n={{name}}">好</a>', 'templateVariableInLink'],
  ])(
    'LETTER-TEMPLATE-401 A link of another scheme, or with a variable, is refused at its field: %s',
    (html, reason) => {
      expect(ofHtml(`<p>${html}</p>`)).toEqual([['zh-TW.blocks.0.html', reason]])
    },
  )

  test.each([
    '<p>第一段 &amp; 茶，1 &lt; 2，href=ftp://寫在文字裡</p>',
    '<p><strong>粗體</strong>、<a href="https://example.com/a?b=1&amp;c=2">連結</a></p><ul><li>一</li></ul>',
    '<p><a href="mailto:mei@example.com">信箱</a>，<a href="tel:0912345678">電話</a></p>',
    '<img src="/media/image/i0001.webp" alt="one = two, on sale = yes">',
  ])('LETTER-TEMPLATE-402 What a letter may say is kept as it was written: %s', (html) => {
    expect(ofHtml(html)).toEqual([])
    expect(parsed([{ kind: 'richText', html }]).en.blocks).toEqual([{ kind: 'richText', html }])
  })

  test('LETTER-TEMPLATE-403 Two megabytes of a text are refused at its field, as too long', () => {
    for (const html of [`<p>${'長'.repeat(2_000_000)}</p>`, '<a '.repeat(700_000)])
      expect(ofHtml(html)).toContainEqual(['zh-TW.blocks.0.html', 'tooLong'])
  })

  test.each([
    ['https://example.com/a', []],
    ['{{liveUrl}}', []],
    ['{{ orderUrl }}', []],
    ['{{cartUrl}}', []],
    ['{{productUrl}}', []],
    ['javascript:alert(1)', ['templateLinkScheme']],
    ['//example.com', ['templateLinkScheme']],
    ['/f/demo', ['templateLinkScheme']],
    ['https://example.com/{{name}}', ['templateVariableInLink']],
    ['{{liveUrl|https://example.com}}', ['templateVariableInLink']],
    ['{{liveUrl}} ftp:', ['templateVariableInLink']],
  ])('LETTER-TEMPLATE-404 A button leads to a page, or is one variable that is a link: %s', (url, reasons) => {
    expect(refusals([{ ...link, url }]).map(([, reason]) => reason)).toEqual(reasons)
  })

  test('LETTER-TEMPLATE-405 What is empty is refused at its field, in both languages', () => {
    const empty = { 'zh-TW': { subject: ' ', blocks: [] }, en: { subject: 'Hi', blocks: [{ ...link, label: '' }] } }
    const issues = TemplateContents.safeParse(empty).error?.issues ?? []
    expect(issues.map(({ path, message }) => [path.join('.'), errorTextOfMessage(message)?.name])).toEqual([
      ['zh-TW.subject', 'required'],
      ['zh-TW.blocks', 'templateLanguageMissing'],
      ['en.blocks.0.label', 'required'],
    ])
  })
})

describe('the variables of a template', () => {
  test('LETTER-TEMPLATE-406 A variable that the type has not, and braces that are none, are named at their field', () => {
    const contents = parsed([
      { kind: 'richText', html: '<p>{{orderNo}}</p>' },
      { kind: 'heading', text: '{{name' },
      { kind: 'richText', html: '<p>{{na<strong>me</strong>}}</p>' },
      { kind: 'facts', facts: [{ label: '場次', value: '{{code}}' }] },
    ])
    const found = variableProblems(letterTypes.signupComplete, contents)
    expect(names(found).filter(([field]) => field?.includes('zh-TW'))).toEqual([
      ['contents.zh-TW.blocks.0.html', 'templateVariableUnknown'],
      ['contents.zh-TW.blocks.1.text', 'templateVariableBroken'],
      ['contents.zh-TW.blocks.2.html', 'templateVariableBroken'],
      ['contents.zh-TW.blocks.3.facts.0.value', 'templateVariableUnknown'],
    ])
    expect(found['contents.zh-TW.blocks.0.html']).toMatchObject({ values: { variable: 'orderNo' } })
  })

  test('LETTER-TEMPLATE-407 A variable of the type is known however it is written, and nothing of its braces is left once it is filled', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.values(letterTypes).filter((type) => variablesOfType(type) !== undefined)),
        fc.array(fc.tuple(fc.nat(), fc.constantFrom('', ' ', '  '), fc.constantFrom(undefined, '您', '朋友 A')), {
          minLength: 1,
        }),
        (type, written) => {
          const known = variablesOfType(type) ?? []
          const text = written
            .map(([pick, blank, otherwise]) => {
              const variable = known[pick % known.length] ?? 'name'
              return `x{{${blank}${variable}${blank}${otherwise === undefined ? '' : `|${otherwise}`}}}`
            })
            .join('，')
          const contents = parsed([{ kind: 'richText', html: `<p>${text}</p>` }], '{{ name |您}}')
          expect(variableProblems(type, contents)).toEqual({})
          const values = Object.fromEntries(known.map((name) => [name, `值${name}`]))
          for (const each of textsOf(contents.en)) expect(fillLetter(each, values)).not.toMatch(/[{}|]/)
        },
      ),
    )
  })

  test('LETTER-TEMPLATE-408 What has no value for one person is named at its field, with the fallback to write; a fallback is enough', () => {
    const contents = parsed([{ kind: 'heading', text: '{{name}} 您好' }, link], '{{name|朋友}}：{{sessionTitle}}')
    const values = { name: '\u3000', sessionTitle: '開窯夜', liveUrl: 'https://example.com/a' }
    expect(valueProblems(contents, 'zh-TW', values)).toEqual({
      'contents.zh-TW.blocks.0.text': {
        reason: expect.objectContaining({ name: 'templateValueMissing' }),
        values: { variable: 'name', example: '{{name|您}}' },
      },
    })
    expect(valueProblems(contents, 'en', { ...values, name: 'Mei' })).toEqual({})
  })

  test('LETTER-TEMPLATE-409 A sign-up confirmation holds the personal link in each language; other letters need none', () => {
    const without = parsed([{ kind: 'heading', text: '謝謝' }])
    const half: LetterContents = { ...without, en: parsed([link]).en }
    const inWords: LetterContents = { ...half, 'zh-TW': parsed([{ kind: 'richText', html: '<p>{{liveUrl}}</p>' }]).en }
    expect(names(templateProblems(letterTypes.signupComplete, half))).toEqual([
      ['contents.zh-TW.blocks', 'templateLinkMissing'],
    ])
    expect(templateProblems(letterTypes.signupComplete, inWords)).toEqual({})
    expect(templateProblems(letterTypes.freeText, without)).toEqual({})
  })

  test('LETTER-TEMPLATE-410 A firm writes no letter with a code in it; beyond type ten it writes those about carts and products, and the text message that confirms a sign-up', () => {
    for (const type of Object.values(letterTypes)) {
      const isOfShop = [
        letterTypes.cartLeft,
        letterTypes.restocked,
        letterTypes.saleBegins,
        letterTypes.signupSms,
      ].some((own) => own === type)
      expect(variablesOfType(type) !== undefined).toBe(type <= 10 || isOfShop)
      expect(variablesOfType(type) ?? []).not.toContain('code')
      expect(letterVariables).toEqual(expect.arrayContaining([...(variablesOfType(type) ?? [])]))
    }
  })
})

test('LETTER-TEMPLATE-411 A plain text of a built-in letter becomes one that can be edited, and says the same', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }), (typed) => {
      const text = typed.replace(/\s+/g, ' ').trim()
      fc.pre(text !== '' && !/\p{Cc}/u.test(text))
      const content = { subject: '主旨', blocks: [{ kind: 'text' as const, text }] }
      const [block] = editableContents(letterTypes.signupComplete, { 'zh-TW': content, en: content }).en.blocks
      expect(block?.kind).toBe('richText')
      const html = block?.kind === 'richText' ? block.html : ''
      expect(html).toMatch(/^<p>.*<\/p>$/su)
      expect(TemplateContents.safeParse(both([{ kind: 'richText', html }])).success).toBe(true)
    }),
  )
})
