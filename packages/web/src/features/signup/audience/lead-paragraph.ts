/** More than this, in characters without tags, is no lead. */
const leadMax = 140

const textLength = (html: string): number => html.replace(/<[^>]*>/g, '').trim().length

export interface SplitContent {
  /** The first paragraph, to stand under the title; empty when the content begins otherwise. */
  readonly lead: string
  readonly rest: string
}

/** Splits a form's (sanitised) content: its first paragraph stands beside the title, the rest below the products. */
export const splitContent = (html: string): SplitContent => {
  const content = html.trim()
  if (!/<(p|h[1-6]|ul|ol|div|blockquote|table)\b/i.test(content)) {
    return textLength(content) <= leadMax ? { lead: content, rest: '' } : { lead: '', rest: content }
  }
  const first = /^<p\b[^>]*>([\s\S]*?)<\/p>/i.exec(content)
  const inside = first?.[1] ?? ''
  if (!first || textLength(inside) === 0 || textLength(inside) > leadMax) return { lead: '', rest: content }
  return { lead: inside, rest: content.slice(first[0].length).trim() }
}
