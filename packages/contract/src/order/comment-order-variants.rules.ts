import { normalizeText } from '../common/normalize-text.ts'
import { isTalkless, withoutPoliteness } from './order-amount.rules.ts'
import { type OrderableProduct, type OrderableVariant, standing } from './order-keywords.rules.ts'

/** Which variants of a product a comment names, and whether it names one that is not there. */

/** The marks of a variant: '紅M', '紅色 M' and 'M / 紅' have the same. */
const marksOf = (name: string): string[] =>
  [...new Set(normalizeText(name).match(/[a-z0-9.]+|[^\sa-z0-9.\p{P}\p{S}]+/gu) ?? [])].map((mark) =>
    mark.length > 1 ? mark.replace(/色$/, '') : mark,
  )

const marksMade = new WeakMap<OrderableProduct, readonly string[]>()
/** Whether a text has a mark of one of the variants: most talk is ruled out here. */
export const namesVariant = (text: string, product: OrderableProduct): boolean => {
  let marks = marksMade.get(product)
  if (marks === undefined) marksMade.set(product, (marks = product.variants.flatMap(({ name }) => marksOf(name))))
  return marks.some((mark) => text.includes(mark))
}

const without = (text: string, mark: string): string | undefined => {
  const pattern = new RegExp(
    `(?:(?:尺寸|尺碼|顏色|(?<![a-z])(?:size|colou?r)(?![a-z]))\\s*)?${standing(mark)}(?:\\s*[色號碼])?`,
    'u',
  )
  return pattern.test(text) ? text.replace(pattern, ' ') : undefined
}

/** Marks that are numbers: '24+1' is one of size 24, where '3+1' is a sum. */
export const numbersOf = (product: OrderableProduct): ReadonlySet<string> =>
  new Set(product.variants.flatMap(({ name }) => marksOf(name)).filter((mark) => /^[\d.]+$/.test(mark)))

/** Variants whose marks make up all that is said beside keyword and number; the likelier first, and whether it is sure. */
export const variantsSaid = (
  said: string,
  product: OrderableProduct,
): { readonly found: OrderableVariant[]; readonly sure: boolean } => {
  const fitting = product.variants.flatMap((variant) => {
    const marks = marksOf(variant.name)
    let rest = said
    let used = 0
    for (const mark of marks.toSorted((a, b) => b.length - a.length)) {
      const left = without(rest, mark)
      if (left === undefined) continue
      rest = left
      used += 1
    }
    return used > 0 && isTalkless(rest) ? [{ variant, whole: used === marks.length, used }] : []
  })
  const whole = fitting.filter((each) => each.whole)
  const max = Math.max(0, ...whole.map(({ used }) => used))
  const best = whole.filter(({ used }) => used === max)
  if (best.length === 1 && best[0]) return { found: [best[0].variant], sure: true }
  return { found: fitting.map(({ variant }) => variant), sure: fitting.length === 1 }
}

/** Several variants that make up all that is said ('霧白、青瓷'), in the product's order; undefined: something else is said. */
export const severalSaid = (said: string, product: OrderableProduct): OrderableVariant[] | undefined => {
  let rest = said
  const found = product.variants.filter(({ name }) => {
    let left: string | undefined = rest
    for (const mark of marksOf(name)) left = left === undefined ? undefined : without(left, mark)
    if (left === undefined || marksOf(name).length === 0) return false
    rest = left
    return true
  })
  return found.length > 1 && isTalkless(rest) ? found : undefined
}

const colour =
  '(?:[深淺淡亮暗霧墨酒天寶湖粉奶亞]?[紅橙橘黃綠藍靛紫黑白灰粉棕褐米杏駝金銀裸]|咖啡|卡其|透明|原木|奶茶|焦糖|彩虹|' +
  '(?<![a-z])(?:red|orange|yellow|green|blue|purple|black|white|gr[ae]y|pink|brown|beige)(?![a-z]))色?'
const size = '(?<![a-z0-9])(?:[2-9]?x{0,4}[sml]|f|free|均碼|\\d{2,3}(?:\\.5)?)(?![a-z0-9])\\s*(?:號|碼)?'
/** Nothing but colours and sizes. */
const colourOrSize = new RegExp(`^(?:[\\s、,/.-]*(?:${colour}|${size}))+[\\s、,/.-]*$`, 'u')
const pictures = /[!。]|(?!\d)\p{Extended_Pictographic}|[\u{fe0f}\u{200d}]/gu
const anyWord = /^(?:\p{Script=Han}{1,4}|[a-z]{2,6})$/u
/** What stands in talk, and in no name of a variant. */
const talk =
  /[嗎呢可能怎如改或還是不沒無有買想看問說樓上推美愛哭覺得同意大家媽爸姐妹哥弟朋友先生小昨今明天多少錢元塊折運費缺補到貨漂亮讚帥喜歡好棒用過吃穿什麼幾誰哪都了吧啊會給送收退換壞便宜貴加抽獎]/

/**
 * Whether a word beside an amount is a variant that the product doesn't have ('綠' of one in red and white). `named`: the
 * product is named; then any word of its own is one, where there are variants at all.
 */
export const isUnknownVariant = (said: string, product: OrderableProduct, named: boolean): boolean => {
  const words = said.replace(pictures, ' ')
  if (colourOrSize.test(withoutPoliteness(words).trim())) return true
  return named && product.variants.length > 1 && anyWord.test(words.trim()) && !talk.test(words)
}
