import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Line, Link, OptionalLine, PictureUrl } from './fields.ts'
import { Email } from './phone.ts'

test('COMMON-3 A line is one line: what would end it is a space', () => {
  expect(Line(20).parse(' a\r\nBcc: b\u2028c\u0000 ')).toBe('a Bcc: b c')
  expect(OptionalLine(20).parse('\r\n\t')).toBe('')
  expect(Line(20).safeParse('\r\n').success).toBe(false)
  for (const email of ['a\u0007b@example.com', 'a@exam\u0001ple.com', 'a@b.co\r\nBcc: c@d.co'])
    expect(Email.safeParse(email).success).toBe(false)
})

test('COMMON-4 A link leads to a page, a mail box, a phone or nowhere, never to a script', () => {
  for (const url of [
    '',
    'https://example.com/a?b=c#d',
    'http://例子.tw',
    'mailto:a@example.com',
    'tel:+886212345678',
    '/f/demo',
  ])
    expect([url, Link(300).safeParse(url).success]).toEqual([url, true])
  for (const url of [
    'javascript:alert(1)',
    ' JavaScript:x',
    'data:text/html,x',
    '//evil.example',
    '/\\evil.example',
    'https://a b',
    'https://a"b',
  ])
    expect([url, Link(300).safeParse(url).success]).toEqual([url, false])
})

test('COMMON-5 A picture is one stored here', () => {
  for (const url of [
    '',
    '/media/image/iabc-1.webp',
    '/media/video/01a1-f9/abc_-/thumb.jpg',
    '/media/avatar/face-01.webp',
  ])
    expect([url, PictureUrl.safeParse(url).success]).toEqual([url, true])
  for (const url of [
    'https://evil.example/a.png',
    '/media/../a.png',
    '/media/./a.png',
    '/media//a.png',
    '/media/a.png?x',
    '/media/a"b',
  ])
    expect([url, PictureUrl.safeParse(url).success]).toEqual([url, false])
})

test('COMMON-31 A hash or an id in a picture\'s path may begin with any letter of base64url, "-" and "_" too', () => {
  const segment = fc
    .uint8Array({ minLength: 1, maxLength: 20 })
    .map((bytes) => Buffer.from(bytes).toString('base64url'))
  fc.assert(
    fc.property(fc.array(segment, { minLength: 1, maxLength: 4 }), (segments) => {
      expect(PictureUrl.safeParse(`/media/${segments.join('/')}`).success).toBe(true)
    }),
    { numRuns: 1000 },
  )
})
