import { normalizeText } from '../common/normalize-text.ts'

/** What can be ordered by comment, and where a comment names it. */
export interface OrderableVariant {
  readonly variantId: string
  /** Empty where the product has one variant only. */
  readonly name: string
  /** Its own keyword; empty: none. */
  readonly keyword?: string | undefined
}
export interface OrderableProduct {
  readonly productId: string
  /** Empty: none. */
  readonly keyword: string
  readonly variants: readonly OrderableVariant[]
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
/** Text that is not the middle of a longer Latin word or number; 'A01x2' ends where the multiplication begins. */
export const standing = (text: string): string =>
  `${/^[a-z0-9]/.test(text) ? '(?<![a-z0-9])' : ''}${escaped(text)}${/[a-z0-9]$/.test(text) ? '(?![0-9]|(?![x]\\s*[\\d一二兩三四五六七八九十])[a-z])' : ''}`

export interface Named {
  readonly at: number
  readonly end: number
  readonly product: OrderableProduct
  readonly variant: OrderableVariant | undefined
}

interface Keywords {
  readonly pattern: RegExp | undefined
  readonly byWord: ReadonlyMap<string, Pick<Named, 'product' | 'variant'>>
}
/** Made once a list: every comment of a room is read with the same one. */
const made = new WeakMap<readonly OrderableProduct[], Keywords>()

const keywordsOf = (products: readonly OrderableProduct[]): Keywords => {
  const known = made.get(products)
  if (known) return known
  const byWord = new Map<string, Pick<Named, 'product' | 'variant'>>()
  for (const product of products) {
    for (const variant of [undefined, ...product.variants]) {
      const word = normalizeText(variant === undefined ? product.keyword : (variant.keyword ?? ''))
      if (word !== '' && !byWord.has(word)) byWord.set(word, { product, variant })
    }
  }
  // The longest first: 'A07W' is not 'A07'.
  const words = [...byWord.keys()].toSorted((one, other) => other.length - one.length)
  const pattern = words.length === 0 ? undefined : new RegExp(words.map(standing).join('|'), 'gu')
  const keywords = { pattern, byWord }
  made.set(products, keywords)
  return keywords
}

/** Keywords in a text, none inside another. */
export const keywordsIn = (text: string, products: readonly OrderableProduct[]): Named[] => {
  const { pattern, byWord } = keywordsOf(products)
  if (pattern === undefined) return []
  return [...text.matchAll(pattern)].flatMap((match) => {
    const named = byWord.get(match[0])
    return named ? [{ at: match.index, end: match.index + match[0].length, ...named }] : []
  })
}
