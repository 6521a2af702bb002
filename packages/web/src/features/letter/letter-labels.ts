import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import type { Text } from '../../lib/i18n/use-text.tsx'

const typeNames = new Map<number, string>(Object.entries(letterTypes).map(([name, type]) => [type, name]))

/** Numbers of letterTypes as they stand in the URL. */
export const typesInUrl: readonly string[] = Object.values(letterTypes).map(String)

/** What a letter is for, in words; a number that has none is shown as it is. */
export const letterTypeText = (t: Text, type: number): string => {
  const name = typeNames.get(type)
  return name === undefined ? String(type) : t(`type.${name}`)
}

const transports = ['outbox', 'smtp', 'surenotify', 'mitake'] as const

/** How a letter left; empty while it waits. */
export const transportText = (t: Text, transport: string): string =>
  transports.some((known) => known === transport) ? t(`transport.${transport}`) : transport

export interface TextPart {
  readonly text: string
  readonly isLink: boolean
  /** Where it stands in the text. */
  readonly at: number
}

/** A plain text in parts: its addresses can be followed. A full stop or bracket that ends a sentence is no part of one. */
export const partsOf = (text: string): TextPart[] => {
  const parts: TextPart[] = []
  let at = 0
  for (const match of text.matchAll(/https?:\/\/[\w\-.~:/?#[\]@!$&'*+,;=%]*[\w\-~/#@$&*+=%]/g)) {
    if (match.index > at) parts.push({ text: text.slice(at, match.index), isLink: false, at })
    parts.push({ text: match[0], isLink: true, at: match.index })
    at = match.index + match[0].length
  }
  if (at < text.length) parts.push({ text: text.slice(at), isLink: false, at })
  return parts
}

const font = "-apple-system,'Noto Sans TC','Noto Sans CJK TC','PingFang TC','Microsoft JhengHei',sans-serif"

/** The document for the frame that shows a letter: its links open a new tab, for the frame itself goes nowhere. */
export const frameDocument = (html: string): string =>
  `<!doctype html><meta charset="utf-8"><base target="_blank"><meta name="referrer" content="no-referrer"><body style="margin:0;font:16px/26px ${font}">${html}</body>`
