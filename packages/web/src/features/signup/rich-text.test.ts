import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Block, readHtml, readMarks, type Words, writeHtml, writeMarks } from './rich-text.ts'

const stored =
  '<p>阿月花了四十天，做了六十件碗盤。</p><p>邊看邊問<br />喜歡就打「代碼 +1」。</p><ul><li><strong>七天鑑賞期</strong>：收到後七天內可退</li><li>滿 NT$1,500 免運</li></ul><ol><li>報名</li><li>看<a href="https://example.com/a?b=1&amp;c=2">直播</a></li></ol>'
const typed = `阿月花了四十天，做了六十件碗盤。

邊看邊問
喜歡就打「代碼 +1」。

- **七天鑑賞期**：收到後七天內可退
- 滿 NT$1,500 免運

1. 報名
2. 看[直播](https://example.com/a?b=1&c=2)`

test('SIGNUP-113 Stored content is typed as plain text with a few signs, and back', () => {
  expect(writeMarks(readHtml(stored))).toBe(typed)
  expect(writeHtml(readMarks(typed))).toBe(stored)
})

test('SIGNUP-114 Plain paragraphs become paragraphs, single line ends stay', () => {
  expect(writeHtml(readMarks('第一段\r\n第二行\n\n\n  第二段  '))).toBe('<p>第一段<br />第二行</p><p>第二段</p>')
  expect(writeHtml(readMarks('   \n'))).toBe('')
})

test('SIGNUP-115 What is typed is never HTML', () => {
  const html = writeHtml(readMarks('<script>alert(1)</script> & "x"\n[hier](javascript:alert(1))'))
  expect(html).toBe('<p>&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;x&quot;<br />[hier](javascript:alert(1))</p>')
})

test('SIGNUP-116 HTML of other editors keeps its words, not its tags', () => {
  const html =
    '<h2>標題</h2><div>甲 <em>乙</em>&nbsp;丙</div><a href="javascript:x()">丁</a><ul><li><p>一</p></li><li>二</li></ul>戊'
  expect(writeMarks(readHtml(html))).toBe('標題\n\n甲 乙 丙\n\n丁\n\n- 一\n- 二\n\n戊')
})

test('SIGNUP-117 Signs that are meant as such survive', () => {
  const blocks: Block[] = [
    { kind: 'p', lines: [[{ text: '- 3*4 **not bold** [x](https://a.tw) \\' }], [{ text: '1. 不是清單' }]] },
  ]
  expect(readMarks(writeMarks(blocks))).toEqual(blocks)
})

const word = fc.stringMatching(/^[a-z中文*\\[\]()\-.0-9•&<>" ]{1,12}$/)
const words: fc.Arbitrary<Words> = fc
  .record({ text: word, bold: fc.boolean(), href: fc.constantFrom(undefined, 'https://example.com/a', '/f/demo') })
  .map(({ text, bold, href }) => ({ text, ...(bold ? { bold: true as const } : {}), ...(href ? { href } : {}) }))
const blocks: fc.Arbitrary<Block[]> = fc
  .array(
    fc.record({
      kind: fc.constantFrom('p' as const, 'ul' as const, 'ol' as const),
      lines: fc.array(fc.array(words, { maxLength: 4 }), { maxLength: 4 }),
    }),
    { maxLength: 5 },
  )
  // Blanks at the edges of bold words stand outside of them once typed: compared is what a reader sees.
  .map((given) => readHtml(writeHtml(given)))

const seen = (given: readonly Block[]) =>
  given.map(({ kind, lines }) => [
    kind,
    lines.map((line) => line.map(({ text }) => text).join('')),
    lines.map((line) => line.map(({ text, bold }) => (bold ? text.replace(/\s/g, '') : '')).join('')),
  ])

test('SIGNUP-118 Any content reads the same after it was typed', () => {
  fc.assert(
    fc.property(blocks, (given) => {
      expect(seen(readMarks(writeMarks(given)))).toEqual(seen(given))
    }),
    { numRuns: 500 },
  )
})

test('SIGNUP-119 Stored content is stable: reading and writing it again changes nothing', () => {
  fc.assert(
    fc.property(blocks, (given) => {
      expect(readHtml(writeHtml(given))).toEqual(given)
    }),
  )
})
