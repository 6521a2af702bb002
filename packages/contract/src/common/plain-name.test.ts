import { assert, constantFrom, property, string, tuple } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { holdsLink, isPlainName, PlainName, plainNameOr } from './plain-name.ts'

const fullWidth = (text: string): string =>
  text.replace(/[!-~]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0))
const between = (text: string, sign: string): string => [...text].join(sign)
/** Ways of writing a link that a filter of plain dots lets through. */
const disguises: readonly ((link: string) => string)[] = [
  (link) => link,
  (link) => link.toUpperCase(),
  fullWidth,
  (link) => between(link, '\u200b'),
  (link) => between(link, '\u2060'),
  (link) => between(link, '\u00ad'),
  (link) => between(link, '\u2800'),
  (link) => between(link, '\u0332'),
  (link) => `\u202e${link}`,
  ...['\u3002', '\uff61', '\uff0e', '\u2024', '\ufe52', '\ua4f8', '\u06d4'].map(
    (dot) => (link: string) => link.replaceAll('.', dot),
  ),
]

describe('names of strangers', () => {
  test('COMMON-17 A name with a link, an e-mail address or a phone number anywhere in it is not plain, however it is disguised.', () => {
    const links = [
      'evil.com',
      'www.evil.example',
      'bit.ly',
      't.me',
      'line.me',
      'evil.com.tw',
      'evil.\u53f0\u7063',
      'https:evil.shop',
      'mei@evil.net',
    ]
    assert(
      property(
        constantFrom(...links),
        constantFrom(...disguises),
        constantFrom('', '恭喜中獎 ', '王小明', '→'),
        constantFrom('', ' 領獎', '/a?b', '！'),
        (link, disguise, before, after) => !isPlainName(before + disguise(link) + after),
      ),
      { numRuns: 2000 },
    )
  })

  test.each([
    'evil . com',
    'evil\u00b7com',
    'evil\u2027tw',
    'evil(dot)com',
    'evil dot com',
    'evil點com',
    'hxxp:evil',
    '//evil',
    'LINE@abc123',
    'mei＠evil',
    '203.0.113.7',
    '請撥 0912-345-678',
    '(02) 2345 6789',
    '０９１２３４５６７８',
  ])('COMMON-18 %s is not a plain name.', (name) => {
    expect(isPlainName(name)).toBe(false)
  })

  test.each([
    '林佳穎',
    '谷辣斯\u2027尤達卡',
    '瑪麗・陳',
    'Mary-Jane O’Neil',
    'J. K. Rowling',
    'J.R. Chen',
    'Dr. Lin',
    'Nguyễn Thị Ánh',
    'Müller',
    '김민수',
    '王小明/林小美',
    '王先生（3 位）',
    '阿美 2026',
    '点点',
    '😀 小明',
  ])('COMMON-19 %s is a plain name.', (name) => {
    expect(isPlainName(name)).toBe(true)
    expect(PlainName(60).parse(` ${name} `)).toBe(name)
  })

  test('COMMON-20 A name that a letter shows is plain, whatever was kept before.', () => {
    const anything = tuple(string({ unit: 'binary', maxLength: 60 }), constantFrom(...disguises), string()).map(
      ([before, disguise, after]) => `${before}${disguise('evil.com')}${after}`,
    )
    assert(property(anything, (name) => isPlainName(plainNameOr(name, '您好')) && plainNameOr(name, '您好') !== ''))
    expect(plainNameOr('恭喜中獎 evil.com', '您好')).toBe('您好')
    expect(plainNameOr('林\u202e佳穎', '您好')).toBe('林佳穎')
  })

  test.each([
    'Ma.Theresa Cruz',
    'St.John Lee',
    'A.B.Wang',
    'A.B.WANG',
    'J. Io',
    'J.Io',
    'Dr.王',
    'Dr.Li',
    'Chen.Li',
    'Amy.Lin',
    'ma.theresa cruz',
    'J.R. Chen',
    'D’Angelo',
    '夏曼·藍波安',
    '谷辣斯‧尤達卡',
    '王先生（3 位）',
  ])('COMMON-190 %s is called so, and no form refuses it', (name) => {
    expect(PlainName(60).parse(name)).toBe(name)
  })

  test.each([
    'evil.example',
    '領獎 evil.tw',
    'evil.tw領獎',
    'EVIL.COM',
    'Line.Me',
    'T.ME',
    'Dr.Evil.com',
    'my-shop.io',
    'evil . com',
    'evil·com',
    'evil點com',
    'evil.台灣',
    'LINE@abc123',
    '0912–345–678',
  ])('COMMON-191 %s is a link, an address or a number, and no form takes it', (name) => {
    expect(PlainName(60).safeParse(name).success).toBe(false)
  })

  test('COMMON-192 What no form takes for a link, however it is disguised, no form takes; what may be one a letter leaves out', () => {
    const links = [
      'evil.com',
      'www.evil.example',
      'bit.ly',
      't.me',
      'line.me',
      'evil.com.tw',
      'mei@evil.net',
      'https:evil.shop',
    ]
    assert(
      property(
        constantFrom(...links),
        constantFrom(...disguises),
        constantFrom('', '恭喜中獎 ', '王小明', '→'),
        constantFrom('', ' 領獎', '/a?b', '！'),
        (link, disguise, before, after) => holdsLink(before + disguise(link) + after),
      ),
      { numRuns: 2000 },
    )
    expect(plainNameOr('Ma.Theresa Cruz', '您好')).toBe('您好')
    expect(plainNameOr('夏曼·藍波安', '您好')).toBe('夏曼·藍波安')
  })

  test('COMMON-193 What a letter shows, a form takes; a text without end is not looked through', () => {
    assert(property(string({ unit: 'binary', maxLength: 60 }), (name) => !isPlainName(name) || !holdsLink(name)))
    expect(holdsLink('a'.repeat(1_000_000))).toBe(true)
  })
})
