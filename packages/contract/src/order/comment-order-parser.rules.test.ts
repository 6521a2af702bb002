import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type OrderableProduct,
  type OrderingRoom,
  type OrderReading,
  parseCommentOrder,
} from './comment-order-parser.rules.ts'

const bowl: OrderableProduct = { productId: 'bowl', keyword: 'A01', variants: [{ variantId: 'bowl-1', name: '' }] }
const mug: OrderableProduct = { productId: 'mug', keyword: 'B02', variants: [{ variantId: 'mug-1', name: '' }] }
const apron: OrderableProduct = {
  productId: 'apron',
  keyword: 'A07',
  variants: [
    { variantId: 'red-m', name: '紅M' },
    { variantId: 'red-xl', name: '紅XL' },
    { variantId: 'white-m', name: '白色 M', keyword: 'A07W' },
  ],
}
const dish: OrderableProduct = {
  productId: 'dish',
  keyword: '小碟',
  variants: [
    { variantId: 'fog', name: '霧白' },
    { variantId: 'celadon', name: '青瓷' },
  ],
}
const products = [bowl, mug, apron, dish]
const showing = (shown: OrderableProduct | undefined): OrderingRoom => ({ shown, products })

/** 'bowl-1 +2', 'apron clear', 'unclear apron 1 red-m,red-xl', 'refused none', 'talk'. */
const textOf = (reading: OrderReading | undefined): string => {
  if (!reading) return 'talk'
  if (reading.kind === 'refused') return `refused ${reading.why}`
  if (reading.kind === 'unclear') return `unclear ${reading.productId} ${reading.quantity} ${reading.choices.join(',')}`
  return reading.lines
    .map(
      ({ productId, variantId, change }) =>
        `${variantId ?? productId} ${'clear' in change ? 'clear' : (change.add > 0 ? '+' : '') + change.add}`,
    )
    .join(', ')
}

const table: readonly (readonly [string, OrderableProduct | undefined, string])[] = [
  ['+1', bowl, 'bowl-1 +1'],
  ['＋1', bowl, 'bowl-1 +1'],
  ['+１', bowl, 'bowl-1 +1'],
  ['＋１', bowl, 'bowl-1 +1'],
  ['加1', bowl, 'bowl-1 +1'],
  ['加一', bowl, 'bowl-1 +1'],
  ['+1謝謝', bowl, 'bowl-1 +1'],
  ['+1 謝謝老闆🙏', bowl, 'bowl-1 +1'],
  ['我要+1', bowl, 'bowl-1 +1'],
  ['+1 +1', bowl, 'talk'],
  ['A01+2', undefined, 'bowl-1 +2'],
  ['a01 ＋ 2', undefined, 'bowl-1 +2'],
  ['Ａ０１＋２', undefined, 'bowl-1 +2'],
  ['A01x2', undefined, 'bowl-1 +2'],
  ['A01*2', undefined, 'bowl-1 +2'],
  ['A01×2', undefined, 'bowl-1 +2'],
  ['A01 2個', undefined, 'bowl-1 +2'],
  ['A01兩個', undefined, 'bowl-1 +2'],
  ['A01 十二個', undefined, 'bowl-1 +12'],
  ['A01 2', undefined, 'bowl-1 +2'],
  ['我要A01+1', undefined, 'bowl-1 +1'],
  ['我要A01', undefined, 'bowl-1 +1'],
  ['我要兩個A01', undefined, 'bowl-1 +2'],
  ['A01 +1 可以刷卡嗎', undefined, 'bowl-1 +1'],
  ['A01+1 B02+2', undefined, 'bowl-1 +1, mug-1 +2'],
  ['A01+1、B02+2', undefined, 'bowl-1 +1, mug-1 +2'],
  ['a01+1b02+2', undefined, 'talk'],
  ['A01、B02各一', undefined, 'bowl-1 +1, mug-1 +1'],
  ['A01 B02 +1', undefined, 'bowl-1 +1, mug-1 +1'],
  ['紅M+1', apron, 'red-m +1'],
  ['紅 m +2', apron, 'red-m +2'],
  ['M紅+1', apron, 'red-m +1'],
  ['+1 紅M', apron, 'red-m +1'],
  ['紅XL+1', apron, 'red-xl +1'],
  ['A07 紅色 M +1', undefined, 'red-m +1'],
  ['A07 M 紅色 +1', undefined, 'red-m +1'],
  ['A07白M+1', undefined, 'white-m +1'],
  ['A07W+2', undefined, 'white-m +2'],
  ['霧白+1', dish, 'fog +1'],
  ['小碟青瓷+3', undefined, 'celadon +3'],
  ['紅M', apron, 'unclear apron 1 red-m,red-xl,white-m'],
  ['紅+1', apron, 'unclear apron 1 red-m,red-xl'],
  ['M+2', apron, 'unclear apron 2 red-m,white-m'],
  ['A07+1', undefined, 'unclear apron 1 red-m,red-xl,white-m'],
  ['+2', apron, 'unclear apron 2 red-m,red-xl,white-m'],
  ['各一', dish, 'fog +1, celadon +1'],
  ['各+1', dish, 'fog +1, celadon +1'],
  ['各 2 個', dish, 'fog +2, celadon +2'],
  ['小碟各一', undefined, 'fog +1, celadon +1'],
  ['A01-1', undefined, 'bowl-1 -1'],
  ['A01 －1', undefined, 'bowl-1 -1'],
  ['-1', bowl, 'bowl-1 -1'],
  ['A01取消', undefined, 'bowl-1 clear'],
  ['取消A01', undefined, 'bowl-1 clear'],
  ['取消', bowl, 'bowl-1 clear'],
  ['取消', apron, 'apron clear'],
  ['不要了', bowl, 'bowl-1 clear'],
  ['紅M取消', apron, 'red-m clear'],
  ['取消', undefined, 'talk'],
  ['+1', undefined, 'talk'],
  ['100+1種用法', bowl, 'talk'],
  ['3+1=4', bowl, 'talk'],
  ['1+1', bowl, 'talk'],
  ['0912-345-678', bowl, 'talk'],
  ['+886 912 345 678', bowl, 'talk'],
  ['https://example.com/?a=+1', bowl, 'talk'],
  ['「A01+1」', bowl, 'talk'],
  ['@小美 A01+1', bowl, 'talk'],
  ['小美說 A01+1', bowl, 'talk'],
  ['+1 是什麼意思', bowl, 'talk'],
  ['可以取消嗎', bowl, 'talk'],
  ['參加1次', bowl, 'talk'],
  ['A01', bowl, 'talk'],
  ['A01多少錢', bowl, 'talk'],
  ['A010+1', bowl, 'refused noSuchKeyword'],
  ['+0', bowl, 'refused none'],
  ['A01+0', undefined, 'refused none'],
  ['+100000', bowl, 'refused tooMany'],
  ['A01+100', undefined, 'refused tooMany'],
  ['A99+1', undefined, 'refused noSuchKeyword'],
]

describe('orders by comment', () => {
  test.each(table)('ORDER-14 %s', (comment, shown, meant) => {
    expect(textOf(parseCommentOrder(comment, showing(shown)))).toBe(meant)
  })

  const wide = (text: string) => text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))
  const dressed = (core: string) =>
    fc
      .record({
        before: fc.constantFrom('', '我要', '我要 ', '幫我', '老闆', '請給我 ', '再來', '  ', '🙋 ', 'I want '),
        after: fc.constantFrom('', '謝謝', ' 謝謝', '喔', '!!', '～', ' 🙏', '。', ' thx', '啦'),
        form: fc.constantFrom<(text: string) => string>(
          (text) => text,
          wide,
          (text) => text.toLowerCase(),
          (text) => text.toUpperCase(),
        ),
      })
      .map(({ before, after, form }) => before + form(core) + after)

  test('ORDER-15 The same order, however it is dressed: politeness, width, case, signs, numerals', () => {
    const quantity = fc.integer({ min: 1, max: 99 })
    const sign = fc.constantFrom('+', ' +', '+ ', ' + ', 'x', '*', ' x ', '×', '加')
    fc.assert(
      fc.property(
        fc
          .tuple(fc.constantFrom(bowl, mug), quantity, sign)
          .chain(([product, quantity, plus]) =>
            dressed(`${product.keyword}${plus}${quantity}`).map((comment) => ({ product, quantity, comment })),
          ),
        fc.constantFrom(undefined, bowl, apron),
        ({ product, quantity, comment }, shown) => {
          expect(textOf(parseCommentOrder(comment, showing(shown))), comment).toBe(
            `${product.productId}-1 +${quantity}`,
          )
        },
      ),
      { numRuns: 1000 },
    )
    fc.assert(
      fc.property(
        fc
          .tuple(quantity, fc.constantFrom('+', '＋', '加', ' + '))
          .chain(([quantity, plus]) => dressed(`${plus}${quantity}`).map((comment) => ({ quantity, comment }))),
        ({ quantity, comment }) => {
          expect(textOf(parseCommentOrder(comment, showing(bowl))), comment).toBe(`bowl-1 +${quantity}`)
        },
      ),
      { numRuns: 500 },
    )
  })

  test('ORDER-16 A variant by its names in any order, with or without the keyword', () => {
    const marks: readonly (readonly [string, readonly string[]])[] = [
      ['red-m', ['紅', 'M']],
      ['red-xl', ['紅', 'XL']],
      ['white-m', ['白', 'M']],
    ]
    fc.assert(
      fc.property(
        fc.constantFrom(...marks),
        fc.boolean(),
        fc.boolean(),
        fc.constantFrom('', ' ', '、', '/'),
        fc.integer({ min: 1, max: 99 }),
        ([variantId, [colour = '', size = '']], named, turned, between, quantity) => {
          const said = (turned ? [size, colour] : [`${colour}${named ? '色' : ''}`, size]).join(between)
          const comment = `${named ? 'A07 ' : ''}${said}+${quantity}`
          expect(textOf(parseCommentOrder(comment, showing(named ? undefined : apron))), comment).toBe(
            `${variantId} +${quantity}`,
          )
        },
      ),
      { numRuns: 300 },
    )
  })

  test('ORDER-17 Talk is never an order', () => {
    const talk = [
      ...[
        '好漂亮',
        '這個多大',
        '有運費嗎',
        '請問可以刷卡嗎',
        '第一次來',
        '主播今天氣色真好',
        '幾點結束',
        '昨天買的收到了 很喜歡',
      ],
      ...[
        '2個小朋友',
        '家裡有3隻貓',
        '等了1小時',
        '7-11可以取貨嗎',
        '我住台北市信義路5段7號',
        '生日是1990/1/1',
        '60件夠嗎',
        '限量60件',
      ],
      ...[
        'A01還有嗎',
        'A01的口徑幾公分',
        'A01跟B02差在哪',
        '上次A01破了',
        'a+',
        'C++',
        '1+1=2',
        '5+5',
        '80-20',
        '50% off',
        '2x2=4',
        '買1送1',
      ],
      ...[
        '電話02-2345-6789',
        'line id: abc123',
        '＋',
        '-',
        'x',
        '各位晚安',
        '各種顏色都好看',
        '加油',
        '加油加油',
        '參加過',
        '取消訂單要找誰',
        '別取消',
      ],
      ...['what is +1', 'how do I order', 'the red one is nice', 'M號多大', '紅色好看', '白色還有嗎'],
    ]
    for (const comment of talk)
      for (const shown of [undefined, bowl, apron, dish])
        expect(textOf(parseCommentOrder(comment, showing(shown))), comment).toBe('talk')
  })

  test('ORDER-18 Whatever is typed, the reading is quick, names only what is there and never asks for nothing', () => {
    const bits = fc.constantFrom(
      'A01',
      'B02',
      '+',
      '1',
      '99',
      '取消',
      '各',
      '紅',
      'M',
      ' ',
      '謝謝',
      '加',
      'x',
      '-',
      '小碟',
      '\u200b',
      '、',
      '嗎',
    )
    const typed = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.array(bits, { maxLength: 30 }).map((parts) => parts.join('')),
    )
    const variants = new Set(products.flatMap((product) => product.variants.map(({ variantId }) => variantId)))
    fc.assert(
      fc.property(typed, fc.constantFrom(undefined, bowl, apron), (comment, shown) => {
        const reading = parseCommentOrder(comment, showing(shown))
        if (reading?.kind === 'order') {
          expect(reading.lines.length).toBeGreaterThan(0)
          for (const { variantId, change } of reading.lines) {
            if (variantId !== undefined) expect(variants).toContain(variantId)
            if ('add' in change) {
              expect(change.add).not.toBe(0)
              expect(Math.abs(change.add)).toBeLessThanOrEqual(99)
            }
          }
        }
        if (reading?.kind === 'unclear') expect(reading.choices.length).toBeGreaterThan(0)
      }),
      { numRuns: 2000 },
    )
  })
})
