import type { Language } from '@kaimai/contract/common/language.ts'
import { plainRichText, writeRichText } from '@kaimai/contract/common/rich-text.rules.ts'
import { readRichText } from '@kaimai/contract/common/rich-text-read.rules.ts'
import {
  type LetterBlock,
  type LetterContent,
  type LetterContents,
  productValue,
  textsOf,
} from '@kaimai/contract/letter/letter-blocks.ts'
import { fillLetter, hasNoValue, variablesIn } from '@kaimai/contract/letter/letter.rules.ts'
import type { LetterValues } from './letter-kind.service.ts'

const escaped = (text: string): string =>
  text.replace(
    /[&<>"']/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[sign] ?? sign,
  )

const font = "font-family:-apple-system,'Noto Sans TC','PingFang TC','Microsoft JhengHei',sans-serif"

/** A button leads to a page and nowhere else, whatever a value holds. */
const linkOf = (url: string): string => {
  if (!/^https?:\/\/[^\s]+$/i.test(url)) throw new Error(`a letter's button leads to no page: ${url.slice(0, 40)}`)
  return url
}

interface Writers {
  readonly plain: (text: string) => string
  readonly html: (text: string) => string
  readonly link: (text: string) => string
  /** Fills what is HTML already; values are escaped. */
  readonly filled: (html: string) => string
  /** What a value holds; empty: there is none. */
  readonly value: (name: string) => string
  readonly language: Language
  /** Begins every path of ours. */
  readonly origin: string
}

/** What a countdown says; `left` is as long as `countdownText` says. */
const untilBegin: Readonly<Record<Language, (left: string) => string>> = {
  'zh-TW': (left) => `還有 ${left}開播`,
  en: (left) => `Starts in ${left}`,
}

/** Between a label and its value. */
const separatorOf: Readonly<Record<Language, string>> = { 'zh-TW': '：', en: ': ' }

const grey = 'color:#5b6270'

/** Name and price beside the picture: with pictures off both still stand there. Empty for a product that can't be had. */
const productHtml = (productId: string, { value, origin }: Pick<Writers, 'value' | 'origin'>): string => {
  const part = (of: Parameters<typeof productValue>[1]) => escaped(value(productValue(productId, of)))
  const [name, price, struck, picture] = [part('name'), part('price'), part('struck'), part('picture')] as const
  if (hasNoValue(name)) return ''
  const cell = picture
    ? `<td width="112" style="padding:0 16px 0 0;vertical-align:top"><img src="${escaped(origin)}${picture}" alt="" width="96" style="display:block;width:96px;height:auto;border-radius:8px"></td>`
    : ''
  const was = struck ? ` <s style="${grey}">${struck}</s>` : ''
  return `<table role="presentation" width="100%" style="margin:0 0 16px;border-collapse:collapse"><tr>${cell}<td style="vertical-align:top"><p style="margin:0;font-weight:600">${name}</p><p style="margin:4px 0 0"><b>${price}</b>${was}</p></td></tr></table>`
}

const countdownHtml = ({ value, language }: Pick<Writers, 'value' | 'language'>): string => {
  const left = value('countdown')
  if (hasNoValue(left)) return ''
  return `<p style="margin:0 0 16px;text-align:center"><b style="font-size:20px">${escaped(untilBegin[language](left))}</b><br><span style="${grey};font-size:14px">${escaped(value('liveBeginAt'))}</span></p>`
}

const pictureHtml = (src: string, alt: string): string =>
  `<img src="${escaped(src)}" alt="${escaped(alt)}" style="display:block;max-width:100%;height:auto;border-radius:8px;margin:0 0 16px">`

/** Links to paths of ours, and pictures, begin with the origin: a mail box knows no paths. */
const richTextHtml = (html: string, origin: string): string =>
  // No style sheet is there to centre a line; words can hold no quote, so that these are attributes.
  writeRichText(readRichText(html), {
    link: (href) => `href="${escaped(href.startsWith('/') ? origin + href : href)}" style="color:#4f46e5"`,
    picture: ({ src, alt }) => pictureHtml(origin + src, alt),
  }).replaceAll(' data-align="center"', ' style="text-align:center"')

/** Of a fact's label that stands in one line beside its value, on a phone as well; a Chinese sign is as wide as two others. */
const widestLabel = 24
const widthOf = (text: string): number => [...text].reduce((sum, sign) => sum + (sign > '\u2e7f' ? 2 : 1), 0)
/** An address that is longer than a phone is wide goes on in the next line. */
const breaks = 'overflow-wrap:anywhere;word-break:break-word'

const htmlOf = (block: LetterBlock, writers: Writers): string => {
  const { plain, html, link, filled, origin } = writers
  switch (block.kind) {
    case 'heading':
      return `<h1 style="margin:0 0 16px;font-size:22px;line-height:32px">${html(block.text)}</h1>`
    case 'text':
      return `<p style="margin:0 0 16px">${html(block.text)}</p>`
    case 'richText':
      return filled(richTextHtml(block.html, origin))
    case 'picture':
      return pictureHtml(origin + block.url, plain(block.alt))
    case 'facts': {
      const rows = block.facts.map(({ label, value }) => {
        const inOneLine = widthOf(plain(label)) > widestLabel ? '' : ';white-space:nowrap'
        return `<tr style="vertical-align:top"><td style="padding:6px 16px 6px 0;color:#5b6270${inOneLine}">${html(label)}</td><td style="padding:6px 0;font-weight:600">${html(value)}</td></tr>`
      })
      return `<table role="presentation" style="margin:8px 0;border-collapse:collapse;font-size:15px">${rows.join('')}</table>`
    }
    case 'button': {
      const url = escaped(link(block.url))
      return `<p style="margin:28px 0"><a href="${url}" style="display:inline-block;padding:14px 28px;border-radius:8px;background:#4f46e5;color:#ffffff;font-weight:600;text-decoration:none">${html(block.label)}</a></p><p style="margin:0 0 16px;color:#5b6270;font-size:13px;word-break:break-all">${url}</p>`
    }
    case 'product':
      return productHtml(block.productId, writers)
    case 'countdown':
      return countdownHtml(writers)
    case 'footer':
      return `<p style="margin:16px 0 0;color:#5b6270;font-size:14px">${html(block.text)}</p>`
  }
}

/** Each link with its address behind it, for who reads the words alone. */
const withAddresses = (html: string, origin: string): string =>
  html.replace(/<a href="([^"]*)">(.*?)<\/a>/gs, (link, href: string, words: string) => {
    const address = href.startsWith('/') ? origin + href : href
    return /^https?:/i.test(address) && !words.includes(address) ? `${link} (${address})` : link
  })

/** With an empty line below it; nothing for what is left out. */
const linesOf = (
  block: LetterBlock,
  { plain: fill, origin, value, language }: Omit<Writers, 'html' | 'link' | 'filled'>,
): string[] => {
  const separator = separatorOf[language]
  switch (block.kind) {
    case 'facts':
      return [...block.facts.map(({ label, value }) => fill(label) + separator + fill(value)), '']
    case 'button':
      return [fill(block.label), fill(block.url), '']
    case 'richText':
      return [fill(plainRichText(readRichText(withAddresses(block.html, origin)))), '']
    case 'picture':
      return block.alt === '' ? [] : [fill(block.alt), '']
    case 'product': {
      const name = value(productValue(block.productId, 'name'))
      return hasNoValue(name) ? [] : [name + separator + value(productValue(block.productId, 'price')), '']
    }
    case 'countdown': {
      const left = value('countdown')
      return hasNoValue(left) ? [] : [untilBegin[language](left), value('liveBeginAt'), '']
    }
    default:
      return [fill(block.text), '']
  }
}

/** Throws for a letter that would have a gap, or a button that leads to no page. */
export const checkFilled = (contents: LetterContents, language: Language, values: LetterValues): void => {
  const content = contents[language]
  for (const text of textsOf(content)) fillLetter(text, values)
  for (const block of content.blocks) if (block.kind === 'button') linkOf(fillLetter(block.url, values))
}

/** Whether a text can be written to a person with these values. */
export const canFill = (contents: LetterContents, language: Language, values: LetterValues): boolean => {
  try {
    checkFilled(contents, language, values)
    return true
  } catch {
    return false
  }
}

/** Why a text can't be written to a person with these values, as staff reads it in the log. */
export const lackOf = (contents: LetterContents, language: Language, values: LetterValues): string => {
  const missing = textsOf(contents[language])
    .flatMap(variablesIn)
    .filter(({ name, optional }) => !optional && hasNoValue(values[name]))
  const names = [...new Set(missing.map(({ name }) => `{{${name}}}`))].join(' ')
  return names === '' ? '' : `沒有內容 Empty: ${names}`
}

/** What a text message says: the words of its blocks, unescaped. Throws for a variable without a value. */
export const smsTextOf = ({ blocks }: LetterContent, values: LetterValues): string =>
  blocks.flatMap((block) => (block.kind === 'text' ? [fillLetter(block.text, values)] : [])).join('\n')

export const subjectOf = ({ subject }: LetterContent, values: LetterValues): string => fillLetter(subject, values)

/**
 * A letter that mail clients can show: one table, inline styles, no pictures needed; and the same as plain text.
 * Values are escaped in the HTML. `origin` begins the paths of pictures and links. Throws for a variable without a value: a
 * letter with a gap must not leave.
 */
export const renderLetter = (
  contents: LetterContents,
  language: Language,
  values: LetterValues,
  origin = '',
): { subject: string; html: string; text: string } => {
  const content = contents[language]
  const plain = (text: string) => fillLetter(text, values)
  // What stands between the braces is not escaped twice: the whole text is, once it is filled.
  const html = (text: string) => escaped(plain(text))
  const link = (text: string) => linkOf(plain(text))
  const inHtml = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, escaped(value)]))
  const filled = (text: string) => fillLetter(text, inHtml)
  const value = (name: string) => values[name] ?? ''
  const writers = { plain, html, link, filled, origin, value, language }
  const body = content.blocks.map((block) => htmlOf(block, writers)).join('')
  const from = value('firmName')
  return {
    subject: plain(content.subject),
    html: `<!doctype html><html lang="${language}"><body style="margin:0;background:#f4f5f7;color:#16181d;font-size:16px;line-height:26px;${breaks};${font}"><table role="presentation" width="100%" style="border-collapse:collapse"><tr><td align="center" style="padding:24px 12px"><table role="presentation" width="100%" style="max-width:560px;border-collapse:collapse;background:#ffffff;border-radius:12px"><tr><td style="padding:32px 28px">${body}</td></tr></table><p style="margin:16px 0;color:#5b6270;font-size:12px">${escaped(from)}</p></td></tr></table></body></html>`,
    text: [...content.blocks.flatMap((block) => linesOf(block, writers)), from].join('\n'),
  }
}
