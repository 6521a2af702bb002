import { lengthOf } from './text-length.ts'

/**
 * A merchant's text with headings, lists and pictures. It is stored as HTML of a few tags; that HTML is never taken as
 * it comes: it is read into these blocks (rich-text-read.rules.ts) and written again from them, so that nothing reaches
 * a page that has no place here.
 */
export interface Words {
  readonly text: string
  readonly bold?: true
  readonly italic?: true
  readonly underline?: true
  readonly href?: string
}
export type Inline = Words | 'break'
export type Line = readonly Inline[]

export interface RichTextItem {
  readonly line: Line
  /** Lists below the item. */
  readonly lists: readonly RichTextList[]
}
export interface RichTextList {
  readonly kind: 'ul' | 'ol'
  readonly items: readonly RichTextItem[]
}
export type RichTextBlock =
  | { readonly kind: 'p' | 'h2' | 'h3'; readonly line: Line; readonly centred?: true }
  | RichTextList
  | { readonly kind: 'quote'; readonly lines: readonly Line[] }
  | RichTextPicture
  | { readonly kind: 'rule' }
export interface RichTextPicture {
  readonly kind: 'picture'
  /** Of a picture that was uploaded here. */
  readonly src: string
  readonly alt: string
}
export type RichText = readonly RichTextBlock[]

export const richTextLimits = {
  pictures: 12,
  /** Characters of the words for who does not see a picture. */
  alt: 120,
  href: 500,
  /** Lists within lists; what lies deeper is drawn up to here. */
  depth: 3,
  /** UTF-16 units of what is sent, and of what is stored. */
  sent: 100_000,
  stored: 40_000,
} as const

/** Where a link of a text may lead: a page, a mail box, a phone, a path of ours; never a script. */
export const isRichTextLink = (href: string): boolean =>
  href.length <= richTextLimits.href &&
  /^(?:https?:\/\/(?=[^/\\])|mailto:|tel:|\/(?![/\\]))[^\s"<>\\\p{Cc}]*$/iu.test(href)

/** Pictures of other hosts, of data and of scripts are none of a text's. */
export const isRichTextPicture = (src: string): boolean => /^\/media\/image\/[\w-]{1,80}\.[a-z0-9]{2,5}$/i.test(src)

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)

/** How a page draws what is not the same everywhere. */
export interface RichTextWriters {
  /** The attributes of a link. */
  readonly link: (href: string) => string
  readonly picture: (picture: RichTextPicture) => string
}

const stored: RichTextWriters = {
  link: (href) => `href="${escapeHtml(href)}"`,
  picture: ({ src, alt }) => `<img src="${escapeHtml(src)}" alt="${escapeHtml(alt)}">`,
}

const marks = [
  ['bold', 'strong'],
  ['italic', 'em'],
  ['underline', 'u'],
] as const

const wordsHtml = (words: Words): string =>
  marks.reduceRight((inner, [mark, tag]) => (words[mark] ? `<${tag}>${inner}</${tag}>` : inner), escapeHtml(words.text))

/** A link around all of its words, even where only some of them are bold. */
const lineHtml = (line: Line, { link }: RichTextWriters): string => {
  let html = ''
  let open: string | undefined
  for (const inline of line) {
    const href = inline === 'break' ? open : inline.href
    if (href !== open) {
      if (open !== undefined) html += '</a>'
      if (href !== undefined) html += `<a ${link(href)}>`
      open = href
    }
    html += inline === 'break' ? '<br>' : wordsHtml(inline)
  }
  return open === undefined ? html : `${html}</a>`
}

const listHtml = ({ kind, items }: RichTextList, writers: RichTextWriters): string => {
  const inside = items.map(
    ({ line, lists }) => `<li>${lineHtml(line, writers)}${lists.map((list) => listHtml(list, writers)).join('')}</li>`,
  )
  return `<${kind}>${inside.join('')}</${kind}>`
}

/** The HTML of a text: as it is stored, or as `writers` have it. */
export const writeRichText = (text: RichText, writers: RichTextWriters = stored): string =>
  text
    .map((block) => {
      switch (block.kind) {
        case 'ul':
        case 'ol':
          return listHtml(block, writers)
        case 'quote':
          return `<blockquote>${block.lines.map((line) => `<p>${lineHtml(line, writers)}</p>`).join('')}</blockquote>`
        case 'picture':
          return writers.picture(block)
        case 'rule':
          return '<hr>'
        default:
          return `<${block.kind}${block.centred ? ' data-align="center"' : ''}>${lineHtml(block.line, writers)}</${block.kind}>`
      }
    })
    .join('')

const plainLine = (line: Line): string => line.map((inline) => (inline === 'break' ? '\n' : inline.text)).join('')

const plainList = ({ kind, items }: RichTextList, depth = 0): string =>
  items
    .map(({ line, lists }, index) => {
      const sign = kind === 'ul' ? '-' : `${index + 1}.`
      const own = `${'  '.repeat(depth)}${sign} ${plainLine(line).replaceAll('\n', ' ')}`
      return [own, ...lists.map((list) => plainList(list, depth + 1))].join('\n')
    })
    .join('\n')

/** The words alone, as a sheet, a search engine or a chat shows them. */
export const plainRichText = (text: RichText): string =>
  text
    .flatMap((block) => {
      if (block.kind === 'picture' || block.kind === 'rule') return []
      if (block.kind === 'quote') return [block.lines.map(plainLine).join('\n')]
      return ['items' in block ? plainList(block) : plainLine(block.line)]
    })
    .join('\n\n')

export const picturesOfRichText = (text: RichText): RichTextPicture[] =>
  text.filter((block) => block.kind === 'picture')

const lengthOfLine = (line: Line): number =>
  line.reduce((sum, inline) => sum + (inline === 'break' ? 0 : lengthOf(inline.text)), 0)
const lengthOfList = ({ items }: RichTextList): number =>
  items.reduce(
    (sum, item) => sum + lengthOfLine(item.line) + item.lists.reduce((all, list) => all + lengthOfList(list), 0),
    0,
  )

/** Characters that a reader sees, for the counter and the limit. */
export const lengthOfRichText = (text: RichText): number =>
  text.reduce((sum, block) => {
    if (block.kind === 'picture' || block.kind === 'rule') return sum
    if (block.kind === 'quote') return sum + block.lines.reduce((all, line) => all + lengthOfLine(line), 0)
    return sum + ('items' in block ? lengthOfList(block) : lengthOfLine(block.line))
  }, 0)
