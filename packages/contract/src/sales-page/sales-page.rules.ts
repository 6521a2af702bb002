/** Blocks a page may have, and products it may list. */
export const salesPageLimits = { blocks: 40, products: 50, posters: 8, questions: 20 } as const

/** Kinds of blocks in the order in which they are offered. */
export const blockKinds = ['text', 'picture', 'product', 'video', 'questions', 'countdown', 'contact'] as const
export type BlockKind = (typeof blockKinds)[number]

export const salesPageStates = ['draft', 'scheduled', 'open', 'closed'] as const
export type SalesPageState = (typeof salesPageStates)[number]

/** What decides a page's state, instants in epoch ms; null: no such bound. */
export interface SalesPageInstants {
  readonly published: boolean
  readonly beginAtMs: number | null
  readonly endAtMs: number | null
}

/** A page's state is derived, never stored: open from its begin (inclusive) to its end (exclusive). */
export const salesPageStateAt = (page: SalesPageInstants, nowMs: number): SalesPageState => {
  if (!page.published) return 'draft'
  if (page.endAtMs !== null && nowMs >= page.endAtMs) return 'closed'
  return page.beginAtMs !== null && nowMs < page.beginAtMs ? 'scheduled' : 'open'
}

/** Products that no card of the page shows in its place: they stand in a list below the blocks. */
export const withoutCard = (
  productIds: readonly string[],
  blocks: readonly { readonly kind: string; readonly productId?: string }[],
): string[] => {
  const shown = new Set(blocks.flatMap((block) => (block.kind === 'product' ? [block.productId] : [])))
  return productIds.filter((id) => !shown.has(id))
}

/** A paragraph of lines, or a list of points. */
export type TextPart =
  | { readonly kind: 'paragraph'; readonly lines: readonly string[] }
  | { readonly kind: 'list'; readonly points: readonly string[] }

const pointOf = (line: string): string | undefined => /^\s*(?:[-*・•]\s*)(\S.*)$/u.exec(line)?.[1]?.trimEnd()

/** Plain text as typed: an empty line ends a paragraph, lines that begin with - or ・ are the points of a list. */
export const textParts = (text: string): TextPart[] => {
  const parts: TextPart[] = []
  let lines: string[] = []
  let points: string[] = []
  const end = () => {
    if (lines.length > 0) parts.push({ kind: 'paragraph', lines })
    if (points.length > 0) parts.push({ kind: 'list', points })
    lines = []
    points = []
  }
  for (const line of text.split(/\r\n|\r|\n/)) {
    const point = pointOf(line)
    if (line.trim() === '') end()
    else if (point === undefined) {
      if (points.length > 0) end()
      lines.push(line.trim())
    } else {
      if (lines.length > 0) end()
      points.push(point)
    }
  }
  end()
  return parts
}

/** How few pieces are nearly none: said in amber. */
export const fewLeft = 5

export type StockWord = 'soldOut' | 'few' | 'left'
export const stockWord = (left: number): StockWord => (left <= 0 ? 'soldOut' : left <= fewLeft ? 'few' : 'left')
