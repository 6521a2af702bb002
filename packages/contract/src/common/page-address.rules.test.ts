import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutTrailingPunctuation as clean } from './page-address.rules.ts'

const marks = [
  '，',
  '。',
  '）',
  '」',
  '』',
  '！',
  '？',
  '、',
  '；',
  '：',
  '.',
  ',',
  ')',
  ']',
  '!',
  '?',
  ';',
  ':',
  '"',
  "'",
  '…',
  '>',
  '】',
]
const addresses = [
  '/f/demo',
  '/s/new-year',
  '/stream/aBcDeF12/anonymous',
  '/order/q7Vt0cH1sLw5-8NbXzR2m_kD4yGjPfUaEoSiTcWvB3M',
]

test('COMMON-36 A pasted link loses the punctuation behind it, percent-encoded or not', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...addresses),
      fc.array(fc.constantFrom(...marks), { minLength: 1, maxLength: 4 }),
      fc.constantFrom('raw', 'encoded', 'slash'),
      (address, behind, how) => {
        const all = behind.join('')
        const written = how === 'raw' ? all : [...all].map((mark) => encodeURIComponent(mark)).join('')
        expect(clean(address + written + (how === 'slash' ? '/' : ''))).toBe(address)
      },
    ),
  )
})

test('COMMON-37 An address without punctuation behind it stays as it is', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^(\/[\w-]{1,20}){1,4}\/?$/), (path) => {
      expect(clean(path)).toBe(path)
    }),
  )
  for (const path of [
    '/',
    '//evil.example。',
    '/\\\\evil.example。',
    '/f/a.b',
    '/%E0%A4%A',
    '/f/%E5%A4%A9',
    '/assets/a.js',
    '/f/%2Fa',
  ])
    expect(clean(path)).toBe(path)
})

test('COMMON-38 The root with punctuation behind it is the root', () => {
  expect(['/。', '/)', '/%EF%BC%8C/'].map(clean)).toEqual(['/', '/', '/'])
})
