import { readTimecode } from '../comment-mod/timecode.rules.ts'
import type { Texts } from '../common/language.ts'

/** What a line of a programme's file may be, and how it is called there. */
export const scriptKinds = {
  comment: { 'zh-TW': '留言', en: 'Comment' },
  product: { 'zh-TW': '商品', en: 'Product' },
  purchase: { 'zh-TW': '模擬購買', en: 'Simulated purchase' },
  call: { 'zh-TW': '行動呼籲', en: 'Call to action' },
  poll: { 'zh-TW': '投票', en: 'Poll' },
  giveaway: { 'zh-TW': '抽獎', en: 'Giveaway' },
  audience: { 'zh-TW': '虛擬觀眾', en: 'Virtual audience' },
} as const satisfies Record<string, Texts>
export type ScriptKind = keyof typeof scriptKinds

const two = (value: number): string => String(value).padStart(2, '0')

/**
 * `0:12:34.5` of seconds, to the thousandth where there is one: what is read from it is the same time. With its hours, for
 * a spreadsheet program drops those of `65:30.0`.
 */
export const showScriptTime = (seconds: number): string => {
  const ms = Math.round(Math.max(0, seconds) * 1000)
  const rest = ms % 1000
  const part = rest % 100 === 0 ? String(rest / 100) : String(rest).padStart(3, '0')
  const minutes = two(Math.floor(ms / 60_000) % 60)
  return `${Math.floor(ms / 3_600_000)}:${minutes}:${two(Math.floor(ms / 1000) % 60)}.${part}`
}

/** Seconds of a time as people and files write it; undefined when it is none. Thousandths are kept. */
export const readScriptTime = (text: string): number | undefined => {
  const rough = readTimecode(text)
  if (rough === undefined) return undefined
  const [whole = '', part = ''] = text
    .normalize('NFKC')
    .replace(/[。．]/g, '.')
    .replace(/\s/g, '')
    .split('.')
  if (part.length < 2) return rough
  const seconds = readTimecode(whole)
  return seconds === undefined ? undefined : Math.round((seconds + Number(`0.${part}`)) * 1000) / 1000
}
