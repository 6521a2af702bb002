import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shopNameCheck } from './shop-name.rules.ts'

const fault = shopNameCheck({ shop: ['晴天選物', '阿月'], people: ['雅婷', 'Amy', '王小明'] })

describe('names that read like the shop', () => {
  test.each([
    '晴天選物',
    '晴 天 選 物',
    '晴\u200b天\u2060選物',
    '晴天选物 客服',
    '✔ 晴天選物 官方',
    '✅小美',
    '主播',
    '主\u200b播',
    '【主播】',
    '小編 02',
    '官方',
    '阿月',
    '阿\ufe0f月',
    'Host',
    'Ｈｏｓｔ',
    'H\u043est',
    'H0st',
    'h o s t',
    '🅷🅾🆂🆃',
    'Official',
    'ADMIN',
    '\u0410dmin',
    'customer service',
    '店長',
    'Support',
  ])('ROOM-1080 %j reads like the shop or a role in it', (name) => {
    expect(fault(name)).toBe('likeShop')
  })

  test.each(['雅婷', '雅\u200d婷', '「雅婷」', 'amy', 'ＡＭＹ', 'А\u043c\u0443', '王 小 明'])(
    'ROOM-1081 %j is called like one of its people',
    (name) => {
      expect(fault(name)).toBe('taken')
    },
  )

  test.each([
    '林佳穎',
    '小美',
    '王小明的姊姊',
    '雅婷媽媽',
    'Amy Lin',
    'Ghost',
    'Hostel lover',
    '阿月的粉絲',
    '張老闆',
    'Support Taiwan',
    '訪客 1234',
    '晴天',
    '选我',
    '😀',
    '',
  ])('ROOM-1082 %j is a viewer’s', (name) => {
    expect(fault(name)).toBeUndefined()
  })

  test('ROOM-1083 Invisible characters anywhere in such a name hide nothing', () => {
    const invisible = fc.constantFrom('', '\u200b', '\u2060', '\u00ad', '\u202e', '\ufe0f', '\u3164')
    const name = fc.constantFrom('晴天選物', '主播', '官方客服', 'official', '雅婷')
    fc.assert(
      fc.property(name, fc.array(invisible, { minLength: 9, maxLength: 9 }), (text, signs) => {
        const written = [...text].map((letter, at) => `${signs[at] ?? ''}${letter}`).join('') + (signs[8] ?? '')
        expect(fault(written)).toBe(fault(text))
        expect(fault(text)).toBeDefined()
      }),
    )
  })

  test('ROOM-1084 A short name of a shop stands in others by chance: it is the shop’s only alone', () => {
    const short = shopNameCheck({ shop: ['器日', 'Moon', ''], people: [''] })
    expect([short('器日'), short('器日子'), short('Moon'), short('Moon Lee')]).toEqual([
      'likeShop',
      undefined,
      'likeShop',
      undefined,
    ])
  })
})
