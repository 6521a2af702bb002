import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type OrderableProduct, type OrderReading, parseCommentOrder } from './comment-order-parser.rules.ts'

const one = (productId: string, keyword: string): OrderableProduct => ({
  productId,
  keyword,
  variants: [{ variantId: productId, name: '' }],
})
const many = (
  productId: string,
  keyword: string,
  variants: readonly [string, string, string?][],
): OrderableProduct => ({
  productId,
  keyword,
  variants: variants.map(([variantId, name, own]) => ({ variantId, name, keyword: own })),
})
const bowl = one('bowl', 'A01')
const mug = one('mug', 'B02')
const apron = many('apron', 'A07', [
  ['red-m', '紅M'],
  ['red-xl', '紅XL'],
  ['white-m', '白色 M', 'A07W'],
])
const shoes = many('shoes', 'S8', [
  ['size-23', '23'],
  ['size-24', '24'],
  ['size-25', '25'],
])
const dish = many('dish', '小碟', [
  ['fog', '霧白'],
  ['celadon', '青瓷'],
])
const products = [bowl, mug, apron, shoes, dish, one('pear', '水梨')]
const shownAs: Readonly<Record<string, OrderableProduct | undefined>> = { bowl, apron, shoes, none: undefined }

/** 'bowl +2', 'apron clear', 'unclear apron 1 red-m,red-xl', what was clear before it; 'refused none', 'talk'. */
const textOf = (reading: OrderReading | undefined): string => {
  if (!reading) return 'talk'
  if (reading.kind === 'refused') return `refused ${reading.why}`
  const lines = reading.lines.map(({ productId, variantId, change }) => {
    return `${variantId ?? productId} ${'clear' in change ? 'clear' : (change.add > 0 ? '+' : '') + change.add}`
  })
  if (reading.kind === 'unclear')
    lines.push(`unclear ${reading.productId} ${reading.quantity} ${reading.choices.join(',')}`)
  return lines.join(', ')
}
const read = (comment: string, shown: OrderableProduct | undefined): string =>
  textOf(parseCommentOrder(comment, { shown, products }))

interface Written {
  readonly comment: string
  readonly shown: string
  readonly meaning: string
}

const written = ((): Written[] => {
  let shown = 'none'
  const lines = readFileSync(new URL('./comment-order-parser.comments.txt', import.meta.url), 'utf8').split('\n')
  return lines.flatMap((line) => {
    const [comment, meaning] = line.split(' => ')
    if (meaning === undefined || comment === undefined) {
      shown = /^shown (\w+)$/.exec(line)?.[1] ?? shown
      return []
    }
    return [{ comment, shown, meaning }]
  })
})()
const wide = (text: string) => text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))

describe('comments of a live', () => {
  test('ORDER-10 More than 500 that people write mean what they mean', () => {
    expect(written.length).toBeGreaterThan(500)
    const wrong = written.flatMap(({ comment, shown, meaning }) => {
      const reading = read(comment, shownAs[shown])
      return reading === meaning ? [] : [`${shown} | ${comment} | ${reading}, not ${meaning}`]
    })
    expect(wrong.join('\n')).toBe('')
  })

  test('ORDER-11 The same in another dress: width, case, blanks, hearts, marks nobody sees: 2,400 comments', () => {
    const dresses: readonly ((text: string) => string)[] = [
      wide,
      (text) => text.toUpperCase(),
      (text) => `  ${text} `,
      (text) => `${text} ❤️❤️`,
      (text) => [...text].join('\u200b'),
    ]
    const wrong: string[] = []
    let count = 0
    for (const { comment, shown, meaning } of written)
      for (const dress of dresses) {
        count += 1
        const reading = read(dress(comment), shownAs[shown])
        if (reading !== meaning) wrong.push(`${shown} | ${dress(comment)} | ${reading}, not ${meaning}`)
      }
    expect(wrong.join('\n')).toBe('')
    expect(count).toBeGreaterThan(2_400)
  })

  const quantity = fc.integer({ min: 1, max: 99 })
  const sign = fc.constantFrom('+', '＋', ' + ', 'x', '*', '×', '加')
  const between = fc.constantFrom(' ', '、', ', ', ' 和 ', ' 還有', '\u3000')
  const talk = fc.constantFrom('', ' 謝謝', '🙏', ' 可以刷卡嗎', '，什麼時候出貨', ' 好漂亮', ' 7-11取貨', '!!')

  test('ORDER-12 Several products and variants in one comment, each with its amount, then talk', () => {
    fc.assert(
      fc.property(quantity, quantity, sign, between, talk, (first, second, plus, gap, after) => {
        const comment = `A01${plus}${first}${gap}B02${plus}${second}${after}`
        expect(read(comment, undefined), comment).toBe(`bowl +${first}, mug +${second}`)
      }),
      { numRuns: 300 },
    )
    const variant = fc.constantFrom(['紅M', 'red-m'], ['紅XL', 'red-xl'], ['白M', 'white-m'])
    fc.assert(
      fc.property(variant, variant, quantity, quantity, talk, ([one, a], [two, b], first, second, after) => {
        fc.pre(a !== b)
        const comment = `${one}+${first} ${two}+${second}${after}`
        expect(read(comment, apron), comment).toBe(`${a} +${first}, ${b} +${second}`)
        expect(read(`A07 ${comment}`, undefined), comment).toBe(`${a} +${first}, ${b} +${second}`)
      }),
      { numRuns: 300 },
    )
  })

  test('ORDER-13 Sums, telephone numbers, addresses and quotes hold no order, whatever stands in them', () => {
    const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`))
    const made = fc.oneof(
      fc.tuple(quantity, quantity).map(([a, b]) => `${a}+${b}=${a + b}`),
      fc.tuple(quantity, quantity).map(([a, b]) => `${a}+${b}`),
      fc.tuple(quantity, quantity).map(([a, b]) => `買${a}+${b}`),
      digits(8).map((rest) => `09${rest}`),
      digits(6).map((rest) => `+1 打0912-${rest.slice(0, 3)}-${rest.slice(3)}`),
      digits(3).map((rest) => `https://kaimai.tw/A01+1?x=${rest}`),
      quantity.map((count) => `「A01+${count}」`),
      quantity.map((count) => `@小美 A01+${count}`),
      quantity.map((count) => `樓上說A01+${count}`),
      quantity.map((count) => `+${count}分鐘`),
      quantity.map((count) => `+${count}%`),
    )
    fc.assert(
      fc.property(made, fc.constantFrom(undefined, bowl, apron), (comment, shown) => {
        expect(read(comment, shown), comment).toBe('talk')
      }),
      { numRuns: 500 },
    )
  })

  const dress = fc.constantFrom<(text: string) => string>(
    (text) => text,
    wide,
    (text) => text.toUpperCase(),
    (text) => [...text].join('\u200b'),
    (text) => `${text} 謝謝`,
  )

  test('ORDER-162 An absurd number of what is named is answered as too many, whatever its length and dress', () => {
    const absurd = fc.oneof(
      fc.integer({ min: 100, max: 9_999_999 }).map(String),
      fc.stringMatching(/^[2-57-9]\d{8,30}$/).filter((text) => !/^(?:886|852|853|86|81|82|44)/.test(text)),
      fc.tuple(fc.constantFrom(...'一二兩三五九'), fc.constantFrom(...'百千萬億')).map((letters) => letters.join('')),
    )
    fc.assert(
      fc.property(
        absurd,
        sign,
        fc.constantFrom('A01', 'B02', 'A07', 'A07 紅M'),
        dress,
        (number, plus, name, dressed) => {
          const comment = dressed(`${name}${plus}${number}`)
          expect(read(comment, undefined), comment).toBe('refused tooMany')
        },
      ),
      { numRuns: 500 },
    )
  })

  test('ORDER-164 A colour or size that the product does not have is a question with all that it has', () => {
    const unknown = fc.constantFrom(
      '綠',
      '綠色',
      '深藍色',
      '黃',
      '咖啡色',
      'S',
      'S號',
      's 號',
      'L',
      '綠M',
      '條紋',
      'green',
    )
    fc.assert(
      fc.property(unknown, quantity, sign, fc.constantFrom('', ' '), dress, (word, count, plus, gap, dressed) => {
        const comment = dressed(`A07${gap || ' '}${word}${gap}${plus}${count}`)
        expect(read(comment, undefined), comment).toBe(`unclear apron ${count} red-m,red-xl,white-m`)
      }),
      { numRuns: 300 },
    )
  })

  test('ORDER-165 The word for size may stand apart, in any case, on either side', () => {
    const written = fc.constantFrom('紅色 m 號', '紅M號', 'm 號 紅', '紅 尺寸 M', '紅色 size m', '紅 M 碼', 'M號 紅色')
    fc.assert(
      fc.property(written, quantity, sign, dress, (word, count, plus, dressed) => {
        expect(read(dressed(`A07 ${word} ${plus}${count}`), undefined)).toBe(`red-m +${count}`)
        expect(read(dressed(`${word} ${plus}${count}`), apron)).toBe(`red-m +${count}`)
      }),
      { numRuns: 200 },
    )
  })
})
