import {
  type Inline,
  isRichTextLink,
  isRichTextPicture,
  type Line,
  type RichText,
  type RichTextBlock,
  type RichTextItem,
  type RichTextList,
  richTextLimits,
  writeRichText,
} from './rich-text.rules.ts'
import { attributeOf, htmlTokens, type HtmlToken } from './rich-text-scan.rules.ts'

type Tag = Extract<HtmlToken, { kind: 'tag' }>
type Words = Exclude<Inline, 'break'>
type Draft = Inline[]
interface DraftItem {
  readonly line: Draft
  readonly lists: DraftList[]
}
interface DraftList {
  readonly kind: 'ul' | 'ol'
  readonly items: DraftItem[]
}
type DraftBlock =
  | { kind: 'p' | 'h2' | 'h3'; line: Draft; centred?: true }
  | DraftList
  | { kind: 'quote'; lines: Draft[] }
  | Extract<RichTextBlock, { kind: 'picture' | 'rule' }>

/** Line ends and tabs are blanks in HTML; a blank of Chinese (U+3000) is a sign of its own. */
const blanks = /[ \t\n\r\f\u00a0]+/g
const edgeBlanks = (text: string, side: 'start' | 'end') => text.replace(side === 'start' ? /^ +/ : / +$/, '')
const plainOf = (text: string) => text.replace(blanks, ' ').replace(/\p{Cc}+/gu, '')

const isSameLook = (a: Words, b: Words): boolean =>
  a.bold === b.bold && a.italic === b.italic && a.underline === b.underline && a.href === b.href

/** Neighbours of one look as one, no blanks beside the ends of a line, no breaks at the ends of a paragraph. */
const tidyLine = (draft: Draft): Line => {
  const line: Inline[] = []
  for (const inline of draft) {
    const before = line.at(-1)
    if (inline === 'break') {
      if (before !== undefined && before !== 'break')
        line[line.length - 1] = { ...before, text: edgeBlanks(before.text, 'end') }
      line.push('break')
      continue
    }
    const isAfterBlank = before === undefined || before === 'break' || before.text.endsWith(' ')
    const text = isAfterBlank ? edgeBlanks(inline.text, 'start') : inline.text
    if (text === '') continue
    if (before !== undefined && before !== 'break' && isSameLook(before, inline))
      line[line.length - 1] = { ...before, text: before.text + text }
    else line.push({ ...inline, text })
  }
  const isNothing = (inline: Inline | undefined) => inline === 'break' || inline?.text === ''
  let full = line.filter((inline) => inline === 'break' || inline.text !== '')
  const last = full.at(-1)
  if (last !== undefined && last !== 'break')
    full = [...full.slice(0, -1), { ...last, text: edgeBlanks(last.text, 'end') }].filter(
      (inline) => inline === 'break' || inline.text !== '',
    )
  while (full.length > 0 && isNothing(full[0])) full.shift()
  while (full.length > 0 && isNothing(full.at(-1))) full.pop()
  return full
}

const tidyList = ({ kind, items }: DraftList): RichTextList | undefined => {
  const full = items.flatMap(({ line, lists }): RichTextItem[] => {
    const item = { line: tidyLine(line), lists: lists.flatMap((list) => tidyList(list) ?? []) }
    return item.line.length === 0 && item.lists.length === 0 ? [] : [item]
  })
  return full.length === 0 ? undefined : { kind, items: full }
}

const tidy = (blocks: readonly DraftBlock[]): RichText =>
  blocks.reduce<RichTextBlock[]>((done, block) => {
    if (block.kind === 'picture') done.push(block)
    else if (block.kind === 'rule') {
      if (done.at(-1)?.kind !== 'rule') done.push(block)
    } else if ('items' in block) {
      const list = tidyList(block)
      if (list) done.push(list)
    } else if (block.kind === 'quote') {
      const lines = block.lines.map(tidyLine).filter((line) => line.length > 0)
      if (lines.length > 0) done.push({ kind: 'quote', lines })
    } else {
      const line = tidyLine(block.line)
      if (line.length > 0) done.push({ ...block, line })
    }
    return done
  }, [])

const blockTags =
  /^(?:p|div|h[1-6]|section|article|header|footer|main|aside|figure|figcaption|table|tbody|thead|tr|dl|dt|dd|pre|address|center|form|fieldset|details|summary|body|html|nav)$/
const markOf: Readonly<Record<string, 'bold' | 'italic' | 'underline'>> = {
  strong: 'bold',
  b: 'bold',
  em: 'italic',
  i: 'italic',
  u: 'underline',
  ins: 'underline',
}
const headings: Readonly<Record<string, 'h2' | 'h3'>> = { h1: 'h2', h2: 'h2', h3: 'h3', h4: 'h3', h5: 'h3', h6: 'h3' }

const isCentred = ({ name, attributes }: Tag): boolean =>
  name === 'center' ||
  attributeOf(attributes, 'data-align') === 'center' ||
  attributeOf(attributes, 'align') === 'center' ||
  /text-align\s*:\s*center/i.test(attributeOf(attributes, 'style') ?? '')

/** Reads any HTML. What has no place in a text stays as its words; what must not be shown (scripts, styles) goes. */
export const readRichText = (html: string): RichText => {
  const blocks: DraftBlock[] = []
  const lists: DraftList[] = []
  const marks = { bold: 0, italic: 0, underline: 0 }
  const links: (string | undefined)[] = []
  let quotes = 0
  /** Lists deeper than drawn: their items stand in the list above. */
  let tooDeep = 0
  let line: Draft | undefined

  const item = () => lists.at(-1)?.items.at(-1)
  const begin = (kind: 'p' | 'h2' | 'h3', centred: boolean) => {
    line = []
    const before = blocks.at(-1)
    if (quotes === 0) blocks.push({ kind, line, ...(centred ? { centred } : {}) })
    else if (before?.kind === 'quote') before.lines.push(line)
    else blocks.push({ kind: 'quote', lines: [line] })
  }
  const current = (): Draft => {
    if (line === undefined) begin('p', false)
    return line ?? []
  }
  /** The end of a paragraph; within an item, where none can be, a break. */
  const endLine = () => {
    const inItem = item()
    if (inItem === undefined) line = undefined
    else if (line === inItem.line && line.length > 0 && line.at(-1) !== 'break') line.push('break')
  }
  const say = (text: string) => {
    const said = plainOf(text)
    if (said === '' || (said === ' ' && (line === undefined || line.length === 0))) return
    const href = links.findLast((link) => link !== undefined)
    current().push({
      text: said,
      ...(marks.bold > 0 && { bold: true }),
      ...(marks.italic > 0 && { italic: true }),
      ...(marks.underline > 0 && { underline: true }),
      ...(href !== undefined && { href }),
    })
  }
  const openList = (kind: 'ul' | 'ol') => {
    if (lists.length >= richTextLimits.depth) {
      tooDeep += 1
      return
    }
    const list: DraftList = { kind, items: [] }
    const above = lists.at(-1)
    if (above === undefined) blocks.push(list)
    else {
      if (above.items.length === 0) above.items.push({ line: [], lists: [] })
      above.items.at(-1)?.lists.push(list)
    }
    lists.push(list)
    line = undefined
  }
  const closeList = () => {
    if (tooDeep > 0) tooDeep -= 1
    else lists.pop()
    // Words behind a list within an item would stand before it: they begin an item of their own.
    line = undefined
  }
  const openItem = () => {
    if (lists.length === 0) openList('ul')
    const next: DraftItem = { line: [], lists: [] }
    lists.at(-1)?.items.push(next)
    line = next.line
  }
  const picture = ({ attributes }: Tag) => {
    const src = attributeOf(attributes, 'src')?.trim() ?? ''
    if (!isRichTextPicture(src)) return
    const alt = [...plainOf(attributeOf(attributes, 'alt') ?? '').trim()].slice(0, richTextLimits.alt).join('').trim()
    blocks.push({ kind: 'picture', src, alt })
    if (lists.length === 0) line = undefined
  }
  const tag = (found: Tag) => {
    const { name, closes, attributes } = found
    const mark = markOf[name]
    if (mark !== undefined) marks[mark] = Math.max(0, marks[mark] + (closes ? -1 : 1))
    else if (name === 'a') {
      const href = closes ? '' : (attributeOf(attributes, 'href')?.trim() ?? '')
      if (closes) links.pop()
      else links.push(isRichTextLink(href) ? href : undefined)
    } else if (name === 'br') {
      if (line !== undefined && line.length > 0) line.push('break')
    } else if (name === 'ul' || name === 'ol' || name === 'menu') {
      if (closes) closeList()
      else openList(name === 'ol' ? 'ol' : 'ul')
    } else if (name === 'li') {
      if (!closes) openItem()
      else if (lists.length > 0) line = undefined
    } else if (name === 'blockquote') {
      quotes = Math.max(0, quotes + (closes ? -1 : 1))
      if (lists.length === 0) line = undefined
      // Two quotes stand apart.
      if (!closes && quotes === 1 && lists.length === 0) blocks.push({ kind: 'quote', lines: [] })
    } else if (name === 'img') picture(found)
    else if (name === 'hr') {
      if (lists.length > 0) return
      blocks.push({ kind: 'rule' })
      line = undefined
    } else if (name === 'td' || name === 'th') say(' ')
    else if (blockTags.test(name)) {
      endLine()
      if (closes || lists.length > 0) return
      if (name in headings || isCentred(found)) begin(headings[name] ?? 'p', isCentred(found))
    }
  }
  for (const token of htmlTokens(html)) {
    if (token.kind === 'tag') tag(token)
    else if (lists.length > 0 && line === undefined) {
      if (token.text.replace(blanks, '') === '') continue
      openItem()
      say(token.text)
    } else say(token.text)
  }
  return tidy(blocks)
}

const pointOf = (line: string): string | undefined => /^\s*[-*・•]\s*(\S.*)$/u.exec(line)?.[1]

/** Plain text: an empty line ends a paragraph, lines that begin with - or ・ are the items of a list. */
export const readPlainText = (text: string): RichText => {
  const blocks: DraftBlock[] = []
  let list: DraftList | undefined
  let paragraph: Draft | undefined
  for (const typed of text.split(/\r\n|\r|\n/)) {
    const point = pointOf(typed)
    const words = plainOf(point ?? typed)
    if (words.trim() === '' || point === undefined) list = undefined
    if (words.trim() === '' || point !== undefined) paragraph = undefined
    if (words.trim() === '') continue
    if (point !== undefined) {
      if (list === undefined) {
        list = { kind: 'ul', items: [] }
        blocks.push(list)
      }
      list.items.push({ line: [{ text: words }], lists: [] })
    } else if (paragraph === undefined) {
      paragraph = [{ text: words }]
      blocks.push({ kind: 'p', line: paragraph })
    } else paragraph.push('break', { text: words })
  }
  return tidy(blocks)
}

const anyTag = /<(?:!--|\/?[a-z][a-z0-9:-]*(?:\s[^<>]*)?\/?>)/i

/** What was given as a text: HTML where there is a tag in it, else plain text with its line ends. */
export const richTextOf = (given: string): RichText => (anyTag.test(given) ? readRichText(given) : readPlainText(given))

/** The one form in which a text is stored; the same again when it is given back. */
export const cleanRichText = (given: string): string => writeRichText(richTextOf(given))
