import type { Language } from '@kaimai/contract/common/language.ts'
import {
  type LetterBlock,
  type LetterContent,
  type LetterContents,
  textsOf,
} from '@kaimai/contract/letter/letter-blocks.ts'
import { fillLetter } from '@kaimai/contract/letter/letter.rules.ts'
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

const htmlOf = (block: LetterBlock, html: (text: string) => string, link: (text: string) => string): string => {
  switch (block.kind) {
    case 'heading':
      return `<h1 style="margin:0 0 16px;font-size:22px;line-height:32px">${html(block.text)}</h1>`
    case 'text':
      return `<p style="margin:0 0 16px">${html(block.text)}</p>`
    case 'facts': {
      const rows = block.facts.map(
        ({ label, value }) =>
          `<tr><td style="padding:6px 16px 6px 0;color:#5b6270;white-space:nowrap">${html(label)}</td><td style="padding:6px 0;font-weight:600">${html(value)}</td></tr>`,
      )
      return `<table role="presentation" style="margin:8px 0;border-collapse:collapse;font-size:15px">${rows.join('')}</table>`
    }
    case 'button': {
      const url = escaped(link(block.url))
      return `<p style="margin:28px 0"><a href="${url}" style="display:inline-block;padding:14px 28px;border-radius:8px;background:#4f46e5;color:#ffffff;font-weight:600;text-decoration:none">${html(block.label)}</a></p><p style="margin:0 0 16px;color:#5b6270;font-size:13px;word-break:break-all">${url}</p>`
    }
    case 'footer':
      return `<p style="margin:16px 0 0;color:#5b6270;font-size:14px">${html(block.text)}</p>`
  }
}

const linesOf = (block: LetterBlock, fill: (text: string) => string, separator: string): string[] => {
  switch (block.kind) {
    case 'facts':
      return [...block.facts.map(({ label, value }) => fill(label) + separator + fill(value)), '']
    case 'button':
      return [fill(block.label), fill(block.url), '']
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

export const subjectOf = ({ subject }: LetterContent, values: LetterValues): string => fillLetter(subject, values)

/**
 * A letter that mail clients can show: one table, inline styles, no pictures needed; and the same as plain text.
 * Values are escaped in the HTML. Throws for a variable without a value: a letter with a gap must not leave.
 */
export const renderLetter = (
  contents: LetterContents,
  language: Language,
  values: LetterValues,
): { subject: string; html: string; text: string } => {
  const content = contents[language]
  const plain = (text: string) => fillLetter(text, values)
  // What stands between the braces is not escaped twice: the whole text is, once it is filled.
  const html = (text: string) => escaped(plain(text))
  const link = (text: string) => linkOf(plain(text))
  const body = content.blocks.map((block) => htmlOf(block, html, link)).join('')
  const from = values['firmName'] ?? ''
  const separator = language === 'en' ? ': ' : '：'
  return {
    subject: plain(content.subject),
    html: `<!doctype html><html lang="${language}"><body style="margin:0;background:#f4f5f7;color:#16181d;font-size:16px;line-height:26px;${font}"><table role="presentation" width="100%" style="border-collapse:collapse"><tr><td align="center" style="padding:24px 12px"><table role="presentation" width="100%" style="max-width:560px;border-collapse:collapse;background:#ffffff;border-radius:12px"><tr><td style="padding:32px 28px">${body}</td></tr></table><p style="margin:16px 0;color:#5b6270;font-size:12px">${escaped(from)}</p></td></tr></table></body></html>`,
    text: [...content.blocks.flatMap((block) => linesOf(block, plain, separator)), from].join('\n'),
  }
}
