/** What quantity a comment asks for, and the words that go with it. */

/** `add` may be negative; `clear` takes all of it that this viewer holds unpaid, `variantId` undefined: every variant. */
export type OrderChange = { readonly add: number } | { readonly clear: true }
/** Pieces of one line. */
export const maxQuantity = 99

const digits = '零一二三四五六七八九'
/** From a hundred on: more than anybody orders by comment. */
const hundreds = '[\\d一二兩三四五六七八九十]+[百千萬万億亿][一二兩三四五六七八九十百千萬万億亿]*'
export const numeral = `(?:${hundreds}|\\d+|十[一二三四五六七八九]?|[一二兩三四五六七八九]十?[一二三四五六七八九]?)`
const valueOf = (text: string): number => {
  if (/^\d+$/.test(text)) return Number(text)
  if (/[百千萬万億亿]/.test(text)) return Number.MAX_SAFE_INTEGER
  const [tens, ones] = text.includes('十') ? text.split('十') : ['', text]
  const one = (letter: string | undefined, empty: number) =>
    letter === undefined || letter === '' ? empty : letter === '兩' ? 2 : digits.indexOf(letter)
  return (text.includes('十') ? one(tens, 1) * 10 : 0) + one(ones, 0)
}

export const counters = '個|件|組|份|盒|包|支|只|隻|雙|對|條|瓶|套|入|罐|袋|箱|張|本|片|串|顆|粒|台|ㄍ|pcs?'

const chinese = [
  ...['我想要', '我還要', '我也要', '我要', '想要', '還要', '也要', '請給我', '給我', '幫我', '幫忙', '麻煩', '拜託'],
  ...['再來', '下單', '喊單', '跟單', '預訂', '預購', '保留', '謝謝', '感謝', '感恩', '辛苦了', '好的'],
  ...['老闆娘', '老闆', '主播', '小編', '阿月', '姐姐', '姊姊', '哥哥', '老師', '這個', '這款', '這件', '這組'],
  ...'喔哦噢啦唷呦喲囉嘍吧耶欸啊阿呀了呢請要我偶窩您你也來再先的留跟訂這那好幫嗯ㄛㄚㄋㄅㄌㄟㄜ',
]
const english = [
  ...['thank you', 'thanks', 'thx', 'please', 'pls', 'can i have', 'can i get', 'i want', 'i take', 'i need'],
  ...["i'll take", "i'd like", 'for me', 'me', 'ok', 'hi', '3q'],
]
const politeness = new RegExp(`${chinese.join('|')}|(?<![a-z0-9])(?:${english.join('|')})(?![a-z0-9])`, 'gu')
const nothing = /^[\s\p{P}\p{S}\p{Extended_Pictographic}\u{fe0f}\u{200d}]*$/u
export const withoutPoliteness = (text: string): string => text.replace(politeness, ' ')
/** Nothing but politeness, punctuation and pictures. */
export const isTalkless = (text: string): boolean => nothing.test(withoutPoliteness(text))

/** Somebody says what is wanted: then a number and its counter are an order even where nothing is named. */
export const wanting = /我要|想要|給我|再來|還要|幫我留|i want|i need|i take|i'll take|i'd like|can i (?:have|get)/u

export interface Asked {
  /** The text without the amount. */
  readonly rest: string
  readonly change: OrderChange | undefined
  /** '各一': of each. */
  readonly each: boolean
  readonly number: string
}

/** A number that is the whole of it: no longer number, decimal, sum or percentage. */
const whole = '(?!\\d|[.,]\\d|[=+*%])'
const quantity = `(${numeral})\\s*(?:${counters})?`
const each = new RegExp(`(?:每[色款種]|每個顏色)?\\s*各\\s*(?:[+加x*×]\\s*)?${quantity}`, 'u')
const plus = new RegExp(`(?:\\+|加)\\s*${quantity}${whole}`, 'u')
const minus = new RegExp(`(?:-|減|少)\\s*${quantity}${whole}(?!-)`, 'u')
const takenAway = new RegExp(`(?:-|減)\\s*${quantity}${whole}(?!-)`, 'u')
const times = new RegExp(`(?<=[\\p{L}\\d\\s])[x*×]\\s*${quantity}${whole}`, 'u')
const counted = new RegExp(`(?<![\\d.])(${numeral})\\s*(?:${counters})(?!\\d)`, 'u')
const lastNumber = /(?<![\d./-])(\d{1,2})\s*$/u
const cancelled = /(?:全部|都)?\s*取消\s*(?:訂單|全部)?|不要了?|cancel/u

/** As numbers of telephones begin, with the country's own code or without. */
const telephone = /^(?:0\d{8,9}|(?:886|852|853|86|81|82|65|60|44|61)\d{8,11}|1\d{10})$/
const absurd = new RegExp(`(?:[+x*×加減-]\\s*(\\d{8,})|(?<!\\d)(\\d{8,})\\s*(?:${counters}))(?![\\d-])`, 'gu')
const longNumber = /\d(?:[\s-]?\d){7,}/
/** A telephone number, or another that is none of an amount ('+999999999999' is one, if an absurd one). */
export const hasLongNumber = (text: string): boolean =>
  longNumber.test(
    text.replace(absurd, (whole, signed?: string, counted?: string) =>
      telephone.test(signed ?? counted ?? '') ? whole : ' ',
    ),
  )

/** Any amount, wherever it stands: how many of them a text has shows whether it asks for several things. */
export const amounts = new RegExp(`(?:[+*×-]|[x加減])\\s*${quantity}|${numeral}\\s*(?:${counters})`, 'gu')
/** Whether a text can hold an order at all; most chat is ruled out here. */
export const asksForSome = (text: string): boolean =>
  /\d|取消|不要|cancel/.test(text) || wanting.test(text) || text.search(amounts) !== -1

/** Takes back, or asks for, something else than was said before. */
export const saysOtherwise = (text: string): boolean =>
  text.replace(/7-?11/g, '').search(amounts) !== -1 || /取消|不要了|cancel|^\d{1,2}(?=\s|$)/.test(text)

/**
 * The amount that a text asks for, and what is left of the text. `named`: a product or variant is named beside it, so
 * that a number alone is an amount; `marks`: numbers that are names ('24+1' of size 24, where '3+1' is a sum).
 */
export const amountIn = (text: string, named: boolean, marks: ReadonlySet<string> = new Set()): Asked | undefined => {
  const read = (pattern: RegExp, sign: 1 | -1, ofEach = false): Asked | undefined => {
    const match = pattern.exec(text)
    const number = match?.[1]
    if (!match || number === undefined || (pattern === lastNumber && marks.has(number))) return undefined
    const before = /\d[\d.]*(?=\s*$)/.exec(text.slice(0, match.index))?.[0]
    if (before !== undefined && !marks.has(before)) return undefined
    const rest = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`
    return { rest, change: { add: sign * valueOf(number) }, each: ofEach, number }
  }
  const cancel = cancelled.exec(text)
  if (cancel) {
    const rest = `${text.slice(0, cancel.index)} ${text.slice(cancel.index + cancel[0].length)}`
    // '取消一個', '取消+1': that many fewer.
    const some = cancel[0].startsWith('不要') ? undefined : amountIn(rest, true, marks)
    return some?.change && 'add' in some.change && !some.each
      ? { ...some, change: { add: -Math.abs(some.change.add) } }
      : { rest, change: { clear: true }, each: false, number: '' }
  }
  return (
    read(each, 1, true) ??
    read(plus, 1) ??
    (named ? (read(times, 1) ?? read(minus, -1) ?? read(counted, 1)) : read(takenAway, -1)) ??
    (wanting.test(text) ? (read(counted, 1) ?? read(lastNumber, 1)) : undefined) ??
    (named && /^\s*\d{1,2}\s*$/.test(text) ? read(lastNumber, 1) : undefined)
  )
}
