import type { PublicSalesPage } from '@kaimai/contract/sales-page/sales-page.routes.ts'

/** An open page, one before its time, or one that is over. */
export type Sale = PublicSalesPage

export type ShownBlock = Sale['blocks'][number]
export type BlockOf<K extends ShownBlock['kind']> = Extract<ShownBlock, { kind: K }>
export type ShownProduct = Sale['products'][number]

/** Whether a block has anything to show: an empty one is no part of the page. */
export const isFilled = (block: ShownBlock, firmLink: string): boolean => {
  switch (block.kind) {
    case 'text':
      return block.text.trim() !== ''
    case 'picture':
      return block.url !== ''
    case 'questions':
      return block.items.some(({ question, answer }) => question.trim() !== '' && answer.trim() !== '')
    case 'contact':
      return block.text.trim() !== '' || (block.link || firmLink) !== ''
    default:
      return true
  }
}

/** At most so many pictures of products stand for a page that has none of its own. */
const maxCovers = 4

/** The pictures at the top: the page's own, else those of what it sells. */
export const coversOf = ({ posters, products, blocks }: Sale): readonly string[] => {
  if (posters.length > 0) return posters
  const cards = blocks.flatMap((block) => (block.kind === 'product' ? [block.product] : []))
  const pictures = [...cards, ...products].map(({ imageUrl }) => imageUrl).filter((url) => url !== '')
  return [...new Set(pictures)].slice(0, maxCovers)
}
