import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { frameDocument, letterTypeText, partsOf, transportText, typesInUrl } from './letter-labels.ts'

const t = (key: string) => `<${key}>`

describe('a letter in the log', () => {
  test('LETTER-1 Addresses of the plain text can be followed, and nothing of the text is lost', () => {
    const links = (text: string) => partsOf(text).flatMap((part) => (part.isLink ? [part.text] : []))
    expect(links('進入直播間\nhttps://kaimai.tw/stream/A1/b_-2。這是您的專屬連結')).toEqual([
      'https://kaimai.tw/stream/A1/b_-2',
    ])
    expect(links('（http://127.0.0.1:3000/order/x?y=1）, https://a.tw/.')).toEqual([
      'http://127.0.0.1:3000/order/x?y=1',
      'https://a.tw/',
    ])
    expect(links('javascript:alert(1) ftp://a.tw')).toEqual([])
    const piece = fc.constantFrom('https://a.tw/x', ' ', '。', 'http://', '(', ')', '\n', '字')
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('')
        expect(
          partsOf(text)
            .map((part) => part.text)
            .join(''),
        ).toBe(text)
      }),
    )
  })

  test('LETTER-2 Every type has a word; what the server adds later is shown by its own name', () => {
    expect(typesInUrl).toEqual(Array.from({ length: 20 }, (_, index) => String(index + 1)))
    expect(letterTypeText(t, 2)).toBe('<type.signupComplete>')
    expect(letterTypeText(t, 99)).toBe('99')
    expect(transportText(t, 'outbox')).toBe('<transport.outbox>')
    expect(transportText(t, 'pigeon')).toBe('pigeon')
  })

  test('LETTER-3 Links of a letter open a new tab and send no referrer', () => {
    expect(frameDocument('<p>hi</p>')).toMatch(
      /^<!doctype html>.*<base target="_blank">.*content="no-referrer".*<p>hi<\/p>/,
    )
  })
})
