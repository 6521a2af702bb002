import type { LetterContents } from '@kaimai/contract/letter/letter-blocks.ts'
import { languages } from '@kaimai/contract/common/language.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { calendarOf } from './calendar.ts'
import { checkKind } from './letter-kind.service.ts'
import { renderLetter, smsTextOf } from './render-letter.ts'

const saying = (text: string): LetterContents => {
  const content = {
    subject: text,
    blocks: [
      { kind: 'heading', text },
      { kind: 'text', text },
      { kind: 'facts', facts: [{ label: text, value: text }] },
      { kind: 'button', label: text, url: '{{liveUrl}}' },
      { kind: 'footer', text },
    ],
  } satisfies LetterContents['en']
  return { 'zh-TW': content, en: content }
}
const link = { liveUrl: 'https://example.com/a?b=c&d="e"' }

test('LETTER-1000 A blank name of any kind is what the text says instead, and a token with blanks is one too (letters.md 14)', () => {
  for (const token of ['{{name|朋友}}', '{{ name | 朋友 }}'])
    for (const [name, shown] of [
      ['小美', '小美'],
      ['', '朋友'],
      ['  ', '朋友'],
      [undefined, '朋友'],
      ['\u3000', '朋友'],
      ['\u200b', '朋友'],
    ] as const) {
      const values = name === undefined ? link : { ...link, name }
      const { subject, html, text } = renderLetter(saying(`${token} 您好，`), 'zh-TW', values)
      expect(subject).toBe(`${shown} 您好，`)
      expect(html + text).not.toMatch(/\{\{|null|None/)
    }
  expect(() => renderLetter(saying('{{name}} 您好'), 'zh-TW', { ...link, name: '\u200b' })).toThrow(
    'without a value: name',
  )
})

test('LETTER-1001 A name is text: escaped in the HTML, unchanged in subject and plain part (letters.md 15)', () => {
  const name = "A&B <b>店</b> O'K"
  const { subject, html, text } = renderLetter(saying('{{name}}'), 'zh-TW', { ...link, name })
  expect(subject).toBe(name)
  expect(text).toContain(`\n${name}\n`)
  expect(text).not.toMatch(/&\w+;|&#/)
  expect(html).toContain('A&amp;B &lt;b&gt;店&lt;/b&gt; O&#39;K')
  expect(html).not.toContain('<b>')
  expect(html).toContain('href="https://example.com/a?b=c&amp;d=&quot;e&quot;"')
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://example.com', '//example.com', 'https://', 'https://a b'])(
  'LETTER-1002 A button that would lead to %s stops the letter',
  (liveUrl) => {
    expect(() => renderLetter(saying('x'), 'en', { liveUrl })).toThrow('leads to no page')
  },
)

test('LETTER-1003 A letter says its language, and a kind whose text holds a variable that it lacks is refused', () => {
  for (const language of languages)
    expect(renderLetter(saying('x'), language, link).html).toContain(`<html lang="${language}">`)
  const kind = { type: 2, class: 'notice', variables: ['liveUrl'], contents: saying('{{orderNo}}') } as const
  expect(() => checkKind(kind)).toThrow('no variable orderNo')
})

const session = {
  uid: '7@kaimai',
  sequence: 0,
  beginAtMs: Date.parse('2026-12-05T12:00:00Z'),
  endAtMs: Date.parse('2026-12-05T13:30:00Z'),
  title: '開窯夜',
  url: 'https://example.com/stream/a',
  writtenAtMs: Date.parse('2026-12-01T00:00:00Z'),
}
const linesOf = (entry: Partial<typeof session> & { cancelled?: boolean }) =>
  calendarOf({ ...session, ...entry }).split('\r\n')
const summaryOf = (title: string) => {
  const lines = linesOf({ title })
  const at = lines.findIndex((line) => line.startsWith('SUMMARY:'))
  return lines.slice(
    at,
    lines.findIndex((line, i) => i > at && !line.startsWith(' ')),
  )
}
const octets = (lines: readonly string[]) => lines.map((line) => Buffer.byteLength(line))

test('LETTER-1004 Lines of a calendar file are folded at 75 octets, between characters (letters.md 22)', () => {
  expect(octets(summaryOf('直'.repeat(30)))).toEqual([74, 25])
  const emoji = summaryOf(`${'a'.repeat(64)}😀bc`)
  expect(octets(emoji)).toEqual([72, 7])
  expect(emoji[1]).toBe(' 😀bc')
  for (const title of ['直'.repeat(30), `${'a'.repeat(64)}😀bc`, '👨‍👩‍👧‍👦'.repeat(12), `${'a'.repeat(66)}𠮷`]) {
    const lines = linesOf({ title })
    expect(Math.max(...octets(lines))).toBeLessThanOrEqual(75)
    expect(lines.join('\r\n').replaceAll('\r\n ', '')).toContain(`SUMMARY:${title}\r\n`)
    expect(lines.every((line) => !line.includes('\ufffd'))).toBe(true)
  }
})

test('LETTER-1005 A calendar file is in UTC, keeps its UID, and one that takes the entry out says so (letters.md 23)', () => {
  const files = [
    linesOf({}),
    linesOf({
      sequence: 1,
      beginAtMs: Date.parse('2026-12-06T11:30:00Z'),
      endAtMs: Date.parse('2026-12-06T13:00:00Z'),
    }),
    linesOf({ sequence: 2, cancelled: true }),
  ]
  expect(files.map((lines) => lines.filter((line) => /^(UID|SEQUENCE|METHOD|STATUS)/.test(line)))).toEqual([
    ['METHOD:PUBLISH', 'UID:7@kaimai', 'SEQUENCE:0'],
    ['METHOD:PUBLISH', 'UID:7@kaimai', 'SEQUENCE:1'],
    ['METHOD:CANCEL', 'UID:7@kaimai', 'SEQUENCE:2', 'STATUS:CANCELLED'],
  ])
  expect(files[0]).toEqual(expect.arrayContaining(['DTSTART:20261205T120000Z', 'DTEND:20261205T133000Z']))
  expect(files[1]).toEqual(expect.arrayContaining(['DTSTART:20261206T113000Z', 'DTEND:20261206T130000Z']))
  expect(files.flat().join('\n')).not.toContain('TZID')
  expect(files[0]?.find((line) => line.startsWith('DTSTAMP'))).toMatch(/^DTSTAMP:\d{8}T\d{6}Z$/)
})

test('LETTER-1006 Nothing in a title or a link begins a line of its own in a calendar file (letters.md 16)', () => {
  const lines = linesOf({ title: '春季\r\nX-Bad: 1', url: 'https://example.com/\r\nX-Bad: 1' })
  expect(lines.some((line) => line.startsWith('X-Bad'))).toBe(false)
})

const own = (html: string): LetterContents => {
  const content = {
    subject: '{{name|您}}',
    blocks: [
      { kind: 'richText', html },
      { kind: 'picture', url: '/media/image/i0001.webp', alt: '{{name|您}}' },
    ],
  } satisfies LetterContents['en']
  return { 'zh-TW': content, en: content }
}

test('LETTER-400 A name is text in a firm’s own letter too: escaped in its formatted words and beside its pictures', () => {
  const name = `A&B <b>店</b> "O'K"`
  const { html, text, subject } = renderLetter(own('<p><strong>{{name|您}}</strong> &amp; 茶</p>'), 'en', { name })
  expect(subject).toBe(name)
  expect(text).toContain(`${name} & 茶`)
  expect(html).toContain('<strong>A&amp;B &lt;b&gt;店&lt;/b&gt; &quot;O&#39;K&quot;</strong> &amp; 茶')
  expect(html).toContain('alt="A&amp;B &lt;b&gt;店&lt;/b&gt; &quot;O&#39;K&quot;"')
  expect(html).not.toContain('<b>')
})

test('LETTER-401 Paths of ours in a letter begin with the origin, for a mail box knows none; other links stay', () => {
  const contents = own(
    '<p data-align="center"><a href="/f/demo">表單</a>，<a href="https://example.com/?a=1&amp;b=2">官網</a></p>',
  )
  const { html, text } = renderLetter(contents, 'zh-TW', {}, 'https://shop.example')
  expect(html).toContain('<p style="text-align:center"><a href="https://shop.example/f/demo"')
  expect(html).toContain('href="https://example.com/?a=1&amp;b=2"')
  expect(html).toContain('src="https://shop.example/media/image/i0001.webp"')
  // Who reads the words alone gets the addresses too.
  expect(text).toContain('表單 (https://shop.example/f/demo)，官網 (https://example.com/?a=1&b=2)')
})

test('LETTER-402 A letter that is stored with what none may hold is still written without it', () => {
  const { html, text } = renderLetter(
    own('<p onclick="x()">好<script>alert(1)</script><a href="javascript:alert(1)">按</a></p>'),
    'zh-TW',
    {},
  )
  expect(html).not.toMatch(/script|onclick/)
  expect(text).toContain('好按')
})

test('LETTER-872 A name is in a text message character for character, and what looks like a variable or a pattern stays text (letters.md 15)', () => {
  const content = { subject: '', blocks: [{ kind: 'text' as const, text: '【器日】{{name}}，今晚八點' }] }
  for (const name of ["A&B <b>店</b> O'K", '{{firmName}}', '$& $1', '<img src=x onerror=alert(1)>', '&amp;'])
    expect(smsTextOf(content, { name, firmName: '器日' })).toBe(`【器日】${name}，今晚八點`)
})

test.each(['\u2060', '\ufeff', '\u00ad', '\u3164', '\t\n', ' \u3000\u200b '])(
  'LETTER-873 A name of %j alone is blank: the text says what stands there instead (letters.md 14)',
  (name) => {
    const { subject, text } = renderLetter(saying('{{name|朋友}} 您好，'), 'zh-TW', { ...link, name })
    expect(subject).toBe('朋友 您好，')
    expect(text).not.toContain('{{')
  },
)

test('LETTER-874 Whatever a session is called, no line of its calendar file is over 75 octets or cuts a character, and all of it is there (letters.md 22)', () => {
  const signs = fc.constantFrom('直', '😀', 'a', 'é', '𠮷', '👩‍👧', ' ')
  fc.assert(
    fc.property(fc.array(signs, { minLength: 1, maxLength: 200 }), (all) => {
      const title = `${all.join('')}。`
      const file = calendarOf({ ...session, title })
      const strict = new TextDecoder('utf-8', { fatal: true })
      for (const line of file.split('\r\n')) {
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
        expect(strict.decode(Buffer.from(line))).toBe(line)
      }
      expect(file.replaceAll('\r\n ', '')).toContain(`SUMMARY:${title}\r\n`)
    }),
  )
})
