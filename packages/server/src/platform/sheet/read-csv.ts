import type { Charset, SheetSource } from '@kaimai/contract/common/sheet.ts'
import { parse } from 'csv-parse/sync'
import { charsetCandidates, guessCharset, statedCharset, textIn } from './charset.ts'
import { undefused } from './defuse.ts'

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

export interface ReadCsv {
  readonly rows: string[][]
  readonly source: SheetSource
}

/**
 * Cells of a CSV file, at most `rows` rows; undefined when it is no text, or none in `charset`. Without a character set it
 * is the one that the file says, else the likeliest.
 */
export const readCsv = (bytes: Uint8Array, rows: number, charset?: Charset): ReadCsv | undefined => {
  const stated = statedCharset(bytes)
  const used = charset ?? stated ?? guessCharset(bytes)
  const text = used === undefined ? undefined : textIn(bytes, used)
  if (used === undefined || text === undefined) return undefined
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
  return {
    rows: read.map((cells) => cells.map(undefused)),
    source: {
      charset: used,
      isGuessed: charset === undefined && stated === undefined,
      sheetName: '',
      candidates: charsetCandidates(bytes),
    },
  }
}
