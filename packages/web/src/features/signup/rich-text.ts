/**
 * The content of a form as a merchant types it and as it is stored. Stored is HTML of a few tags; typed is plain text:
 * an empty line parts paragraphs, `- ` and `1. ` begin list items, `**bold**`, `[words](https://…)`; a backslash takes
 * a sign its meaning.
 */
export interface Words {
  readonly text: string
  readonly bold?: true
  readonly href?: string
}
export type TextLine = readonly Words[]
export interface Block {
  readonly kind: 'p' | 'ul' | 'ol'
  /** Lines of a paragraph, items of a list. */
  readonly lines: readonly TextLine[]
}

const isLink = (href: string): boolean => /^(https?:\/\/|mailto:|tel:|\/(?!\/))[^\s<>"')]*$/i.test(href)

const sameLook = (a: Words, b: Words): boolean => a.bold === b.bold && a.href === b.href

/** Neighbours of one look as one; empty ones gone; no blanks at either end. */
const tidyLine = (line: TextLine): TextLine => {
  const joined: Words[] = []
  for (const words of line) {
    const last = joined.at(-1)
    if (words.text === '') continue
    if (last && sameLook(last, words)) joined[joined.length - 1] = { ...last, text: last.text + words.text }
    else joined.push(words)
  }
  return joined
    .map((words, index) => {
      let { text } = words
      if (index === 0) text = text.trimStart()
      if (index === joined.length - 1) text = text.trimEnd()
      return { ...words, text }
    })
    .filter(({ text }) => text !== '')
}

const tidy = (blocks: readonly Block[]): Block[] =>
  blocks
    .map(({ kind, lines }) => ({ kind, lines: lines.map(tidyLine).filter((line) => line.length > 0) }))
    .filter(({ lines }) => lines.length > 0)

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }
const unescapeHtml = (text: string): string =>
  text.replace(/&(#?\w+);/g, (whole, name: string) => {
    const code = /^#x([0-9a-f]+)$/i.exec(name)?.[1] ?? /^#(\d+)$/.exec(name)?.[1]
    if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, name[1] === 'x' ? 16 : 10))
    return entities[name] ?? whole
  })
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)

const token = /<(\/?)([a-z][a-z0-9]*)\b([^>]*)>|([^<]+)|</gi
const breaks = /^(p|div|h[1-6]|blockquote|table|tr|section)$/

/** Reads stored HTML; what it has no word for stays as its plain text. */
export const readHtml = (html: string): Block[] => {
  const blocks: { kind: Block['kind']; lines: Words[][] }[] = []
  let block: (typeof blocks)[number] | undefined
  let list: 'ul' | 'ol' | undefined
  let bold = 0
  const links: (string | undefined)[] = []
  const lineOf = () => {
    if (!block) {
      block = { kind: 'p', lines: [[]] }
      blocks.push(block)
    }
    if (block.lines.length === 0) block.lines.push([])
    return block.lines
  }
  const open = (kind: Block['kind']) => {
    block = { kind, lines: [] }
    blocks.push(block)
  }
  for (const [whole, slash, rawName, attributes = '', text] of html.matchAll(token)) {
    if (rawName === undefined) {
      const said = unescapeHtml(text ?? whole).replace(/\s+/g, ' ')
      const href = links.findLast((link) => link !== undefined)
      if (said.trim() === '' && !block?.lines.at(-1)?.length) continue
      lineOf()
        .at(-1)
        ?.push({ text: said, ...(bold > 0 ? { bold: true } : {}), ...(href === undefined ? {} : { href }) })
      continue
    }
    const name = rawName.toLowerCase()
    const closes = slash === '/'
    if (name === 'ul' || name === 'ol') {
      list = closes ? undefined : name
      block = undefined
      if (!closes) open(name)
    } else if (name === 'li') {
      if (closes) continue
      if (list === undefined || block?.kind !== list) open(list ?? 'ul')
      block?.lines.push([])
    } else if (name === 'br') {
      lineOf().push([])
    } else if (name === 'strong' || name === 'b') {
      bold = Math.max(0, bold + (closes ? -1 : 1))
    } else if (name === 'a') {
      const href = unescapeHtml(/\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(attributes)?.slice(1).find(Boolean) ?? '')
      if (closes) links.pop()
      else links.push(isLink(href) ? href : undefined)
    } else if (breaks.test(name) && list === undefined) {
      block = undefined
    }
  }
  return tidy(blocks)
}

const htmlOfWords = ({ text, bold, href }: Words): string => {
  const inner = bold ? `<strong>${escapeHtml(text)}</strong>` : escapeHtml(text)
  return href === undefined ? inner : `<a href="${escapeHtml(href)}">${inner}</a>`
}
const htmlOfLine = (line: TextLine): string => line.map(htmlOfWords).join('')

export const writeHtml = (blocks: readonly Block[]): string =>
  tidy(blocks)
    .map(({ kind, lines }) =>
      kind === 'p'
        ? `<p>${lines.map(htmlOfLine).join('<br />')}</p>`
        : `<${kind}>${lines.map((line) => `<li>${htmlOfLine(line)}</li>`).join('')}</${kind}>`,
    )
    .join('')

const guarded = (text: string): string => text.replace(/[\\*[\]]/g, '\\$&')
/** At the start of a line these would begin a list item. */
const guardedStart = (text: string): string => text.replace(/^(\s*)([-•・]|\d+\.)(?=\s)/, '$1\\$2')

const marksOfWords = ({ text, bold, href }: Words): string => {
  const plain = guarded(text)
  const [, before = '', core = '', behind = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(plain) ?? []
  if (core === '') return plain
  const strong = bold ? `**${core}**` : core
  return `${before}${href === undefined ? strong : `[${strong}](${href})`}${behind}`
}

/** The text one types for these blocks. */
export const writeMarks = (blocks: readonly Block[]): string =>
  tidy(blocks)
    .map(({ kind, lines }) =>
      lines
        .map((line, index) => {
          const words = line.map(marksOfWords).join('')
          if (kind === 'p') return guardedStart(words)
          return `${kind === 'ul' ? '-' : `${index + 1}.`} ${words}`
        })
        .join('\n'),
    )
    .join('\n\n')

/** One typed line; `**` turns bold on and off, as far as it is closed. */
const readLine = (typed: string, bold = false, href?: string): Words[] => {
  const found: Words[] = []
  let plain = ''
  const flush = () => {
    if (plain !== '')
      found.push({ text: plain, ...(bold ? { bold: true } : {}), ...(href === undefined ? {} : { href }) })
    plain = ''
  }
  for (let at = 0; at < typed.length; ) {
    const rest = typed.slice(at)
    const sign = /^\\([\\*[\]\-•・]|\d+\.)/.exec(rest)
    const strong = bold ? null : /^\*\*((?:\\.|[^\\])+?)\*\*/.exec(rest)
    const link = href === undefined ? /^\[((?:\\.|[^\\\]])+)\]\(([^\s()]+)\)/.exec(rest) : null
    if (sign) {
      plain += sign[1]
      at += sign[0].length
    } else if (strong?.[1]) {
      flush()
      found.push(...readLine(strong[1], true, href))
      at += strong[0].length
    } else if (link?.[1] && link[2] && isLink(link[2])) {
      flush()
      found.push(...readLine(link[1], bold, link[2]))
      at += link[0].length
    } else {
      plain += typed[at]
      at += 1
    }
  }
  flush()
  return found
}

const itemStart = { ul: /^\s*[-•・]\s+/, ol: /^\s*\d+\.\s+/ } as const
const kindOf = (line: string): Block['kind'] => (itemStart.ul.test(line) ? 'ul' : itemStart.ol.test(line) ? 'ol' : 'p')

/** Reads what a merchant typed. */
export const readMarks = (typed: string): Block[] => {
  const blocks: { kind: Block['kind']; lines: TextLine[] }[] = []
  let block: (typeof blocks)[number] | undefined
  for (const line of typed.replace(/\r\n?/g, '\n').split('\n')) {
    if (line.trim() === '') {
      block = undefined
      continue
    }
    const kind = kindOf(line)
    if (block?.kind !== kind) {
      block = { kind, lines: [] }
      blocks.push(block)
    }
    block.lines.push(readLine(kind === 'p' ? line : line.replace(itemStart[kind], '')))
  }
  return tidy(blocks)
}
