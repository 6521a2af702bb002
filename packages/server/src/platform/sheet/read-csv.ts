import { parse } from 'csv-parse/sync'
import { undefused } from './defuse.ts'

const startsWith = (bytes: Uint8Array, ...mark: number[]): boolean => mark.every((byte, at) => bytes[at] === byte)

const decoded = (bytes: Uint8Array, encoding: string): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** UTF-8 with or without its mark, UTF-16 (Excel's "Unicode text"), and Big5, which Taiwanese Excel writes by default. */
const textOf = (bytes: Uint8Array): string | undefined => {
  if (startsWith(bytes, 0xff, 0xfe)) return decoded(bytes, 'utf-16le')
  if (startsWith(bytes, 0xfe, 0xff)) return decoded(bytes, 'utf-16be')
  return decoded(bytes, 'utf-8') ?? decoded(bytes, 'big5')
}

const delimiters = [',', '\t', ';'] as const

/** The one that the header has most of, outside quotes. */
const delimiterOf = (text: string): string => {
  const counts = new Map<string, number>(delimiters.map((delimiter) => [delimiter, 0]))
  let quoted = false
  let found = false
  for (const sign of text.slice(0, 20_000)) {
    if (sign === '"') quoted = !quoted
    else if (!quoted && (sign === '\n' || sign === '\r')) {
      if (found) break
    } else {
      found = true
      if (!quoted && counts.has(sign)) counts.set(sign, (counts.get(sign) ?? 0) + 1)
    }
  }
  return delimiters.reduce((best, next) => ((counts.get(next) ?? 0) > (counts.get(best) ?? 0) ? next : best))
}

/** Cells of a CSV file, at most `rows` rows; undefined when it is no text. */
export const readCsv = (bytes: Uint8Array, rows: number): string[][] | undefined => {
  const text = textOf(bytes)
  if (text === undefined || text.includes('\0')) return undefined
  // Excel's own first line that names the delimiter.
  const named = /^\uFEFF?sep=(.)\r?\n/i.exec(text)
  const content = text.slice(named?.[0].length ?? (text.startsWith('\uFEFF') ? 1 : 0))
  const read = parse(content, {
    delimiter: named?.[1] ?? delimiterOf(content),
    relaxColumnCount: true,
    relaxQuotes: true,
    skipEmptyLines: false,
    to: rows,
  })
  return read.map((cells) => cells.map(undefused))
}
