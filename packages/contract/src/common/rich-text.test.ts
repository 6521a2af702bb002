import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lengthOfRichText, plainRichText, richTextLimits } from './rich-text.rules.ts'
import { cleanRichText, readPlainText, readRichText, richTextOf } from './rich-text-read.rules.ts'
import { RichTextField } from './rich-text.schema.ts'
import { errorTextOfMessage } from './error-text.ts'

const picture = '/media/image/iabcdefghij0123456789-1200x800.webp'

/** Every tag with its attributes that a stored text may hold; nothing else is one. */
const allowed =
  /<\/?(?:h2|h3|strong|em|u|ul|ol|li|blockquote|a)>|<(?:p|h2|h3)(?: data-align="center")?>|<\/p>|<(?:br|hr)>|<a href="(?:https?:\/\/|mailto:|tel:|\/)[^"<>\s]*">|<img src="\/media\/image\/[\w-]+\.\w+" alt="[^"<>]*">/g

/** Pieces that attackers and other editors write, in any order. */
const piece = fc.constantFrom(
  '<script>alert(1)</script>',
  '<script',
  '</script>',
  '<img src=x onerror=alert(1)>',
  `<img src="${picture}" alt='"><script>'>`,
  `<img src="//evil.tw${picture}">`,
  '<img src="data:image/svg+xml,<svg onload=x>">',
  `<img onload="x()" src='${picture}'/>`,
  '<a href="javascript:alert(1)">',
  '<a href="java\nscript:alert(1)">',
  '<a href="&#106;avascript:x">',
  '<a href=https://a.tw/?a&b>',
  "<a href='//evil.tw'>",
  '<a href="/\\evil.tw">',
  '<a href="https://a.tw" onclick="x()">',
  '</a>',
  '<p onclick="x()">',
  '<p style="text-align: center; background: url(x)">',
  '</p>',
  '<svg><script>x</script></svg>',
  '<style>*{}</style>',
  '<iframe srcdoc="<b>x">',
  '</iframe>',
  '<math><mtext>',
  '<!-- <b> -->',
  '<!--',
  '-->',
  '<![CDATA[',
  '<?php',
  '<ul>',
  '</ul>',
  '<ol>',
  '</ol>',
  '<li>',
  '</li>',
  '<h1>',
  '</h1>',
  '<h4 align=center>',
  '<blockquote>',
  '</blockquote>',
  '<hr>',
  '<br/>',
  '<b>',
  '</b>',
  '<i>',
  '</i>',
  '<u>',
  '<div>',
  '</div>',
  '<table><tr><td>',
  '</td></tr></table>',
  '<o:p>',
  '</o:p>',
  '"',
  "'",
  '>',
  '<',
  '&lt;script&gt;',
  '&amp;',
  '&#0;',
  '&#x110000;',
  '&nbsp;',
  '\u0000',
  '\u2028',
  '　縮排',
  '中文 字',
  'İİ',
  '<SCRIPT>',
  ' ',
  '\n',
  'a',
)
const html = fc.array(fc.oneof(piece, fc.string()), { maxLength: 40 }).map((pieces) => pieces.join(''))

describe('what is stored of a text', () => {
  test('COMMON-119 Whatever is given as a text, only the tags and attributes of a text are left', () => {
    fc.assert(
      fc.property(html, (given) => {
        const rest = cleanRichText(given).replace(allowed, '')
        expect(rest).not.toMatch(/[<>"]/)
      }),
      { numRuns: 400 },
    )
  })

  test('COMMON-120 A text that is stored is the same when it is given back', () => {
    fc.assert(
      fc.property(html, (given) => {
        const once = cleanRichText(given)
        expect(cleanRichText(once)).toBe(once)
      }),
      { numRuns: 400 },
    )
  })

  test('COMMON-121 Lists within lists end at the third level, and no item is lost', () => {
    const deep = `${'<ul><li>a'.repeat(40)}${'</li></ul>'.repeat(40)}`
    const clean = cleanRichText(deep)
    expect(clean.match(/<ul>/g)).toHaveLength(richTextLimits.depth)
    expect(clean.match(/a/g)).toHaveLength(40)
  })

  test('COMMON-122 Scripts go with what they hold, handlers and foreign pictures go, words stay', () => {
    expect(cleanRichText('<p onclick="x()">好<script>alert(1)</script><img src=x onerror=x></p>')).toBe('<p>好</p>')
    expect(cleanRichText('<a href="javascript:x()">丁</a>')).toBe('<p>丁</p>')
    expect(cleanRichText('<p>看<a href="https://a.tw/?a=1&amp;b=2" target=_top>這裡</a></p>')).toBe(
      '<p>看<a href="https://a.tw/?a=1&amp;b=2">這裡</a></p>',
    )
    expect(cleanRichText('<img src="https://evil.tw/media/image/a.webp"><p>字</p>')).toBe('<p>字</p>')
    expect(cleanRichText('<script>alert(1)</script>')).toBe('')
  })

  test('COMMON-123 HTML of other editors keeps its words, headings, lists and emphasis', () => {
    expect(
      cleanRichText(
        '<h1>標題</h1><div>甲 <em>乙</em>&nbsp;丙</div><h5>小標</h5><ul><li><p>一</p><ol><li>二</li></ol></li></ul><table><tr><td>三</td><td>四</td></tr></table>戊',
      ),
    ).toBe(
      '<h2>標題</h2><p>甲 <em>乙</em> 丙</p><h3>小標</h3><ul><li>一<ol><li>二</li></ol></li></ul><p>三 四</p><p>戊</p>',
    )
    expect(cleanRichText('<p style="text-align:center"><b><i>粗斜</i></b></p>')).toBe(
      '<p data-align="center"><strong><em>粗斜</em></strong></p>',
    )
    expect(cleanRichText(`<p>前<img src="${picture}" alt="碗 &amp; 盤" width=9>後</p>`)).toBe(
      `<p>前</p><img src="${picture}" alt="碗 &amp; 盤"><p>後</p>`,
    )
  })

  test('COMMON-124 Forms as they were stored before keep their paragraphs, line ends and lists', () => {
    const before =
      '<p>阿月花了四十天。</p><p>邊看邊問<br />打「代碼 +1」。</p><ul><li><strong>七天鑑賞期</strong>：可退</li></ul>'
    expect(cleanRichText(before)).toBe(before.replace('<br />', '<br>'))
  })
})

describe('plain text', () => {
  test('COMMON-125 Plain text is paragraphs, lines and points, and what looks like a sign of HTML is a sign', () => {
    expect(cleanRichText('第一段\r\n第二行\n\n\n- 一\n・二\n3 < 5 & 6 > 4')).toBe(
      '<p>第一段<br>第二行</p><ul><li>一</li><li>二</li></ul><p>3 &lt; 5 &amp; 6 &gt; 4</p>',
    )
    expect(cleanRichText('  \n')).toBe('')
    expect(cleanRichText('寫信到 <a@b.tw>')).toBe('<p>寫信到 &lt;a@b.tw&gt;</p>')
  })

  test('COMMON-126 A text’s words say in plain text what they said, and read back as the same', () => {
    const given =
      '<h2>尺寸</h2><p>碗口<br>11 cm</p><ul><li>一</li><li>二</li></ul><hr><blockquote><p>好用</p></blockquote>'
    expect(plainRichText(readRichText(given))).toBe('尺寸\n\n碗口\n11 cm\n\n- 一\n- 二\n\n好用')
    const typed = fc.stringMatching(/^[a-z中文 \n\-・<>&"]{0,60}$/)
    fc.assert(
      fc.property(typed, (text) => {
        const once = plainRichText(readPlainText(text))
        expect(plainRichText(readPlainText(once))).toBe(once)
      }),
    )
  })

  test('COMMON-127 The counter counts what a reader sees, each sign once', () => {
    expect(lengthOfRichText(richTextOf('<p>一<strong>二</strong>👍</p><ul><li>三<ol><li>四</li></ol></li></ul>'))).toBe(
      5,
    )
  })
})

describe('the field', () => {
  const field = RichTextField(10)
  const reasonOf = (given: string) => {
    const parsed = field.safeParse(given)
    return parsed.success ? undefined : errorTextOfMessage(parsed.error.issues[0]?.message ?? '')?.name
  }
  test('COMMON-128 Too many characters and too many pictures are refused by name, tags count for nothing', () => {
    expect(field.parse('<p><strong>一二三四五六七八九十</strong></p>')).toContain('一二三四五六七八九十')
    expect(reasonOf('<p>一二三四五六七八九十甲</p>')).toBe('tooLong')
    expect(reasonOf(`<img src="${picture}">`.repeat(13))).toBe('tooManyPictures')
    expect(reasonOf(`<img src="${picture}">`.repeat(12))).toBeUndefined()
    expect(reasonOf('x'.repeat(richTextLimits.sent + 1))).toBe('tooLong')
  })

  test('COMMON-129 What is written to cost time costs no more than its length', () => {
    const before = process.cpuUsage()
    const units = ['<a ', '<a "', "<a '", '<a ""', '<', '<!--', '<script>', '<ul><li>', '<p>a', '&', '<a href="']
    for (const unit of units) cleanRichText(`<p>${unit.repeat(richTextLimits.sent / unit.length)}">`)
    // What grows with the square takes minutes here; so much even the slowest machine has.
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(15_000)
  })
})
