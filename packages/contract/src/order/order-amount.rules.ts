/** How many pieces a comment asks for, and the words that go with it. */

/** `add` may be negative; `clear` takes all of it that this viewer holds unpaid, `variantId` undefined: every variant. */
export type OrderChange = { readonly add: number } | { readonly clear: true }
/** Pieces of one line. */
export const mostPieces = 99

const digits = '零一二三四五六七八九'
export const numeral = '(?:\\d{1,7}|十[一二三四五六七八九]?|[一二兩三四五六七八九]十?[一二三四五六七八九]?)'
const valueOf = (text: string): number => {
  if (/^\d+$/.test(text)) return Number(text)
  const [tens, ones] = text.includes('十') ? text.split('十') : ['', text]
  const one = (letter: string | undefined, empty: number) =>
    letter === undefined || letter === '' ? empty : letter === '兩' ? 2 : digits.indexOf(letter)
  return (text.includes('十') ? one(tens, 1) * 10 : 0) + one(ones, 0)
}

const counters = '個|件|組|份|盒|包|支|只|隻|雙|條|瓶|套|入|罐|袋|張|本|片|串|顆|粒|台|pcs?'
const polite = [
  ...[
    '我想要',
    '我還要',
    '我也要',
    '我要',
    '幫我',
    '麻煩',
    '請給我',
    '給我',
    '想要',
    '還要',
    '也要',
    '再來',
    '下單',
    '喊單',
    '預訂',
  ],
  ...[
    '謝謝',
    '感謝',
    '感恩',
    '3q',
    'thanks',
    'thank you',
    'thx',
    'please',
    'pls',
    'i want',
    'i take',
    '拜託',
    '老闆',
    '主播',
    '阿月',
  ],
  ...['喔', '哦', '啦', '唷', '呦', '囉', '嘍', '吧', '耶', '了', '呢', '請', '要', '我', '來', '再', '先', '的'],
]
const politeness = new RegExp(polite.join('|'), 'gu')
const nothing = /^[\s\p{P}\p{S}\p{Extended_Pictographic}\u{fe0f}\u{200d}]*$/u
/** Nothing but politeness, punctuation and pictures. */
export const isTalkless = (text: string): boolean => nothing.test(text.replace(politeness, ' '))

export interface Asked {
  /** The text without the amount. */
  readonly rest: string
  readonly change: OrderChange | undefined
  /** '各一': of each. */
  readonly each: boolean
  readonly number: string
}

const each = new RegExp(`各\\s*(?:[+加x*×]\\s*)?(${numeral})\\s*(?:${counters})?`, 'u')
const plus = new RegExp(`(?:\\+|加)\\s*(${numeral})\\s*(?:${counters})?(?![\\d.,=+*%])`, 'u')
const minus = new RegExp(`(?:-|減|少)\\s*(${numeral})\\s*(?:${counters})?(?![\\d.,=%-])`, 'u')
const times = new RegExp(`(?<=[\\p{L}\\d\\s])[x*×]\\s*(${numeral})\\s*(?:${counters})?(?![\\d.,=%])`, 'u')
const counted = new RegExp(`(?<![\\d.])(${numeral})\\s*(?:${counters})(?![\\d])`, 'u')
const cancelled = /取消|不要了?|cancel/u

/** The amount that a text asks for, and what is left of the text. */
export const amountIn = (text: string, named: boolean): Asked | undefined => {
  const read = (pattern: RegExp, sign: 1 | -1, ofEach = false): Asked | undefined => {
    const match = pattern.exec(text)
    const number = match?.[1]
    if (!match || number === undefined) return undefined
    // '3+1' is a sum; behind a keyword it was cut off already.
    if (/\d\s*$/.test(text.slice(0, match.index))) return undefined
    const rest = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`
    return { rest, change: { add: sign * valueOf(number) }, each: ofEach, number }
  }
  const cancel = cancelled.exec(text)
  if (cancel) {
    const rest = `${text.slice(0, cancel.index)} ${text.slice(cancel.index + cancel[0].length)}`
    return { rest, change: { clear: true }, each: false, number: '' }
  }
  const alone = named ? /^\s*(\d{1,2})\s*$/.exec(text) : null
  return (
    read(each, 1, true) ??
    read(plus, 1) ??
    (named ? (read(times, 1) ?? read(minus, -1) ?? read(counted, 1)) : undefined) ??
    (!named && /^\s*-\s*\d{1,2}\s*$/.test(text) ? read(minus, -1) : undefined) ??
    (alone?.[1] === undefined
      ? undefined
      : { rest: '', change: { add: Number(alone[1]) }, each: false, number: alone[1] })
  )
}
