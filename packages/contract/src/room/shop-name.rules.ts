import { bannedWordFinder } from './banned-words.rules.ts'
import { isWritten, lettersOf } from './banned-letters.rules.ts'

/**
 * Names that read like the shop's own: letters of other alphabets and widths, Chinese forms, signs and invisible characters
 * between the letters are read as in banned words. The server alone asks; pages load nothing of it.
 */

/** Who speaks for a shop. */
export interface ShopNames {
  /** The shop and the host of the live. */
  readonly shop: readonly string[]
  /** Its staff and its virtual users, who are called as people are. */
  readonly people: readonly string[]
}

/** `likeShop`: like the shop, or a role in it; `taken`: like somebody who speaks in its rooms. */
export type NameFault = 'likeShop' | 'taken'

/** No person is called so: wherever it stands in a name, it says who speaks. */
const roles = [
  ...['主播', '主持人', '官方', '客服', '小編', '管理員', '版主', '工作人員', '賣家', '店小二', '系統訊息', '系統通知'],
  ...['host', 'official', 'admin', 'administrator', 'staff', 'moderator', 'streamer', 'customer service'],
]
/** These stand in what people are called, too: alone they are a role. */
const roleNames = [
  ...['老闆', '老闆娘', '店長', '店主', '店家', '商家', '小幫手', '助理', '系統', '本店', '直播主'],
  ...['seller', 'support', 'owner', 'boss', 'mod', 'system', 'shop', 'store', 'team'],
]
/** A badge is drawn by the page; nobody brings one along. */
const badgeSigns = /[\u2611\u2705\u2713\u2714\u{1f5f8}\u{1f5f9}\u{1f6e1}\u{1f396}\u{1f3c5}]/u

/** A name of fewer letters stands in others by chance. */
const shortest = { latin: 5, other: 3 } as const

const isLong = (name: string): boolean => {
  const letters = lettersOf(name).filter(isWritten)
  return letters.length >= (letters.some(({ kind }) => kind === 'other') ? shortest.other : shortest.latin)
}

/** Names kept with what was found of them: viewers speak again and again. */
const maxKept = 2_000

/** What of a viewer's name reads like the shop or one of its people; make it once for many names. */
export const shopNameCheck = ({ shop, people }: ShopNames): ((name: string) => NameFault | undefined) => {
  const inName = bannedWordFinder([...roles, ...shop.filter(isLong)])
  const asName = bannedWordFinder([...roleNames, ...shop])
  const asPerson = bannedWordFinder(people)
  const kept = new Map<string, NameFault | undefined>()

  const faultOf = (name: string): NameFault | undefined => {
    const written = lettersOf(name).filter(isWritten)
    const isWhole = (found: { readonly start: number; readonly end: number } | undefined): boolean =>
      found !== undefined && found.start <= (written[0]?.start ?? 0) && found.end >= (written.at(-1)?.end ?? 0)
    if (badgeSigns.test(name) || inName(name) !== undefined || isWhole(asName(name))) return 'likeShop'
    return isWhole(asPerson(name)) ? 'taken' : undefined
  }

  return (name) => {
    if (kept.has(name)) return kept.get(name)
    const fault = faultOf(name)
    if (kept.size >= maxKept) kept.clear()
    kept.set(name, fault)
    return fault
  }
}
