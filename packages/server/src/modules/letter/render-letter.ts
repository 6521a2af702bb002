import { fillLetter, type LetterVariable } from '@kaimai/contract/letter/letter.rules.ts'
import type { LetterTemplate } from './built-in-templates.ts'

type Values = Readonly<Partial<Record<LetterVariable, string>>>

const escaped = (text: string): string =>
  text.replace(
    /[&<>"']/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[sign] ?? sign,
  )

const escapedValues = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, escaped(value ?? '')]))

const font = "font-family:-apple-system,'Noto Sans TC','PingFang TC','Microsoft JhengHei',sans-serif"

/**
 * A letter that mail clients can show: one table, inline styles, no pictures needed; and the same as plain text.
 * Values are escaped in the HTML. Throws for a variable without a value: a letter with a gap must not leave.
 */
export const renderLetter = (
  template: LetterTemplate,
  values: Values,
): { subject: string; html: string; text: string } => {
  const plain = (text: string) => fillLetter(text, values)
  const safe = escapedValues(values)
  const html = (text: string) => fillLetter(escaped(text), safe)

  const facts = template.facts
    .map(
      ({ label, value }) =>
        `<tr><td style="padding:6px 16px 6px 0;color:#5b6270;white-space:nowrap">${html(label)}</td><td style="padding:6px 0;font-weight:600">${html(value)}</td></tr>`,
    )
    .join('')
  const button = template.button
    ? `<p style="margin:28px 0"><a href="${html(template.button.url)}" style="display:inline-block;padding:14px 28px;border-radius:8px;background:#4f46e5;color:#ffffff;font-weight:600;text-decoration:none">${html(template.button.label)}</a></p><p style="margin:0 0 16px;color:#5b6270;font-size:13px;word-break:break-all">${html(template.button.url)}</p>`
    : ''
  const body = [
    `<h1 style="margin:0 0 16px;font-size:22px;line-height:32px">${html(template.heading)}</h1>`,
    ...template.paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${html(paragraph)}</p>`),
    facts && `<table role="presentation" style="margin:8px 0;border-collapse:collapse;font-size:15px">${facts}</table>`,
    button,
    `<p style="margin:16px 0 0;color:#5b6270;font-size:14px">${html(template.closing)}</p>`,
  ].join('')
  return {
    subject: plain(template.subject),
    html: `<!doctype html><html lang="zh-TW"><body style="margin:0;background:#f4f5f7;color:#16181d;font-size:16px;line-height:26px;${font}"><table role="presentation" width="100%" style="border-collapse:collapse"><tr><td align="center" style="padding:24px 12px"><table role="presentation" width="100%" style="max-width:560px;border-collapse:collapse;background:#ffffff;border-radius:12px"><tr><td style="padding:32px 28px">${body}</td></tr></table><p style="margin:16px 0;color:#5b6270;font-size:12px">${escaped(values.firmName ?? '')}</p></td></tr></table></body></html>`,
    text: [
      plain(template.heading),
      '',
      ...template.paragraphs.map(plain),
      '',
      ...template.facts.map(({ label, value }) => `${plain(label)}：${plain(value)}`),
      ...(template.button ? ['', plain(template.button.label), plain(template.button.url)] : []),
      '',
      plain(template.closing),
      values.firmName ?? '',
    ].join('\n'),
  }
}
