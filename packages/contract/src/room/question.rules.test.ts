import { assert, constantFrom, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isQuestion } from './question.rules.ts'

describe('what reads like a question', () => {
  test.each([
    '這個可以機洗嗎',
    '請問有沒有 XL？',
    '多少錢',
    '保存期限多久',
    '怎麼下單',
    '運費幾元',
    '今天會出貨嗎~',
    'How much is it',
    'what size is she wearing',
    'Can I pay later',
    '還有紅色嗎！',
    '哪裡製造',
  ])('ROOM-50 “%s” does', (text) => expect(isQuestion(text)).toBe(true))

  test.each([
    '+1',
    'A01+2',
    '好漂亮',
    '謝謝主持人',
    '???',
    '？',
    '哪怕下雨也要看',
    'I love this',
    'https://kaimai.test/?a=1',
    '已下單',
    '加1謝謝',
    '',
  ])('ROOM-51 “%s” does not', (text) => expect(isQuestion(text)).toBe(false))

  test('ROOM-52 In full width as in half width, in capitals as in small letters', () => {
    const wide = (text: string) =>
      text.replace(/[!-~]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0))
    const asked = constantFrom('how much', 'what size is it', '可以嗎?', 'xl有嗎', '+1', 'ok', 'a01+2', 'nice?')
    assert(property(asked, (text) => isQuestion(wide(text).toUpperCase()) === isQuestion(text)))
  })
})
