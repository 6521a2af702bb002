import type { Resource } from '../common/access.ts'

/** What a search of the console finds, in the order of its groups. */
export const searchKinds = [
  'live',
  'order',
  'product',
  'signup',
  'signup-user',
  'sales-page',
  'video',
  'letter',
  'comment-mod',
  'virtual-user',
] as const
export type SearchKind = (typeof searchKinds)[number]

/** The resource that a member must be able to read to find a kind: that of its list. */
export const searchResource: Readonly<Record<SearchKind, Resource>> = {
  live: 'stream',
  order: 'order',
  product: 'stream',
  signup: 'form',
  'signup-user': 'form',
  'sales-page': 'stream',
  video: 'stream',
  letter: 'form',
  'comment-mod': 'stream',
  'virtual-user': 'stream',
}

export const searchLimits = {
  /** Fewer characters find nothing. */
  shortest: 2,
  longest: 100,
  /** Of each kind. */
  items: 5,
  /** How many of the newest of each kind are searched. */
  depth: 50_000,
} as const

/** A text as it is compared: one width of letters and digits, lower case. */
const plain = (text: string): string => text.normalize('NFKC').toLowerCase().trim()

/** How well a text answers what was typed: 0 is it, 1 begins with it, 2 has a word that does, 3 holds it, 4 not at all. */
export const searchRank = (text: string, typed: string): number => {
  const [held, asked] = [plain(text), plain(typed)]
  if (held === asked) return 0
  if (held.startsWith(asked)) return 1
  if (held.split(/[\s·・｜|：:，,、（(「]+/).some((word) => word.startsWith(asked))) return 2
  return held.includes(asked) ? 3 : 4
}

/** The best of each kind, and the kinds by their best: what was typed whole stands at the top. */
export const rankSearch = <Item extends { readonly kind: SearchKind; readonly label: string; readonly note: string }>(
  found: readonly Item[],
  typed: string,
): Item[] => {
  const rankOf = (item: Item): number => Math.min(searchRank(item.label, typed), searchRank(item.note, typed) + 0.5, 4)
  const groups = searchKinds.map((kind) => {
    // Sorting keeps the newest first among equals.
    const items = found
      .filter((item) => item.kind === kind)
      .map((item) => ({ item, rank: rankOf(item) }))
      .toSorted((a, b) => a.rank - b.rank)
      .slice(0, searchLimits.items)
    return { items: items.map(({ item }) => item), rank: items[0]?.rank ?? 5 }
  })
  return groups.toSorted((a, b) => a.rank - b.rank).flatMap(({ items }) => items)
}
