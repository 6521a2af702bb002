import { type CellKind, type CellRow, type CellValue, type SheetHead, wallMsOf } from './cell-value.ts'
import { withOwnQuote } from './defuse.ts'
import { headerStyle, partsAround, sheetBegin, sheetEnd, sheetPath, styleOf } from './workbook-parts.ts'
import { createZipWriter } from './zip-writer.ts'

/** A file that is made batch by batch, one after the other: what is ready is taken at each step. */
export interface FileWriter {
  readonly write: (rows: readonly CellRow[]) => Promise<void>
  readonly end: () => Promise<void>
  /** What is ready and was not taken before, in memory of its own; nothing where it is less than so many bytes. */
  readonly take: (leastBytes?: number) => Uint8Array<ArrayBuffer>
}

const dayMs = 86_400_000
/** Days from the first one of spreadsheet programs to 1970. */
const daysBefore1970 = 25_569

const escaped = (text: string): string =>
  text.replaceAll(/[^]/g, (unit) => `_x${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)

/** Most texts: nothing in them means something in XML, or to who reads a workbook. */
const plain = /^[ -%'-;=?-^`-~\u00A0-\uD7FF\uE000-\uFDCF\uFDF0-\uFFFC]*$/

/**
 * What XML can't hold or a writer of it may drop (control signs, half pairs, code points that never will be a
 * character, the sign of a lost one), and what a reader would take for an escape: each UTF-16 unit as Excel writes it.
 */
const xmlSafe = (text: string): string =>
  plain.test(text)
    ? text
    : text
        .replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
        .replaceAll(/(?![\t\n])[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\uFFFD]/gu, escaped)
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')

/** A text in the cell itself: one list of all texts would have to be held until the last row is there. */
const textCell = (place: string, style: number, text: string): string =>
  `<c r="${place}" s="${style}" t="inlineStr"><is><t${text.trim() === text ? '' : ' xml:space="preserve"'}>${xmlSafe(text)}</t></is></c>`

const numberCell = (place: string, style: number, value: number): string =>
  Number.isFinite(value) ? `<c r="${place}" s="${style}"><v>${value}</v></c>` : ''

const cell = (place: string, value: CellValue, kind: CellKind): string => {
  if (value === null || value === '') return ''
  if (typeof value === 'string') return textCell(place, styleOf.text, withOwnQuote(value))
  if (value instanceof Date)
    return numberCell(place, kind === 'date' ? styleOf.date : styleOf.time, wallMsOf(value) / dayMs + daysBefore1970)
  if (kind === 'money')
    return numberCell(place, Number.isInteger(value / 100) ? styleOf.whole : styleOf.money, value / 100)
  return numberCell(place, kind === 'percent' ? styleOf.percent : styleOf.whole, value)
}

/** A, B, … Z, AA, … */
const lettersOf = (at: number): string =>
  (at < 26 ? '' : lettersOf(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26))

/** Excel refuses these signs in a name, and more than 31; half a pair is what the cut may leave. */
const sheetName = (name: string): string => {
  const short = name.replaceAll(/[[\]:*?/\\'\p{Cc}]/gu, ' ').slice(0, 31)
  return xmlSafe(short.replaceAll(/\p{Cs}/gu, '') || 'Kaimai').replaceAll('"', '&quot;')
}

/** A workbook of one sheet, its first row the titles. */
export const createWorkbookWriter = async ({ name, columns }: Omit<SheetHead, 'format'>): Promise<FileWriter> => {
  const letters = columns.map((_, at) => lettersOf(at))
  const zip = createZipWriter()
  for (const [path, xml] of partsAround(sheetName(name))) {
    const part = zip.begin(path)
    await part.write(xml)
    part.end()
  }
  const sheet = zip.begin(sheetPath)
  const titles = columns.map(({ title }, at) => textCell(`${letters[at]}1`, headerStyle, title))
  await sheet.write(`${sheetBegin(columns)}<row r="1" ht="24" customHeight="1">${titles.join('')}</row>`)
  let line = 1

  const rowOf = (values: CellRow): string => {
    line += 1
    let xml = `<row r="${line}">`
    for (let at = 0; at < values.length; at += 1)
      xml += cell(`${letters[at]}${line}`, values[at] ?? null, columns[at]?.kind ?? 'text')
    return `${xml}</row>`
  }

  return {
    write: (rows) => {
      let xml = ''
      for (const row of rows) xml += rowOf(row)
      return sheet.write(xml)
    },
    end: async () => {
      await sheet.write(sheetEnd)
      sheet.end()
      zip.end()
    },
    take: zip.take,
  }
}
