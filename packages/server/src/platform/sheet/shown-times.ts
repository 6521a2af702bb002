import type { XlsxPart } from './open-xlsx.ts'
import { type CellMark, shownTime, type TimeFormat, timeFormatOf } from './time-format.ts'
import { partNamed } from './workbook.ts'
import { attributesOf, tagPattern, tagsOf } from './xlsx-tags.ts'

/** A mark of a cell; both as the spreadsheet program counts, `row` from 1, `column` from 0. */
export interface MarkedCell {
  readonly row: number
  readonly column: number
  readonly mark: CellMark
}

/** The styles of cells that show a time without a day, by their number. */
const timeStyles = (styles: string): ReadonlyMap<string, TimeFormat> => {
  const codes = new Map(
    tagsOf(styles, 'numFmt').map((format) => [format.get('numFmtId') ?? '', format.get('formatCode')]),
  )
  const from = styles.search(/<(?:\w+:)?cellXfs[\s>]/)
  const to = styles.search(/<\/(?:\w+:)?cellXfs>/)
  const cells = from < 0 || to < from ? '' : styles.slice(from, to)
  return new Map(
    tagsOf(cells, 'xf').flatMap((style, at) => {
      const id = style.get('numFmtId') ?? ''
      const format = timeFormatOf(Number(id), codes.get(id))
      return format === undefined ? [] : [[String(at), format] as const]
    }),
  )
}

const placeOf = (reference: string): { readonly row: number; readonly column: number } => {
  const [, letters = '', digits = ''] = /^([A-Z]+)(\d+)$/.exec(reference) ?? []
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
  return { row: Number(digits), column }
}

/**
 * The sheet's part with each time as the text that its cell shows: a reader of workbooks makes a moment of 1899 of every
 * one of them, and nobody can say any more whether the cell shows minutes or hours.
 */
const withTexts = (sheet: string, styles: ReadonlyMap<string, TimeFormat>) => {
  const marks: MarkedCell[] = []
  const pieces: string[] = []
  let done = 0
  for (const { 0: tag, 1: prefix = '', 2: given = '', 3: slash, index } of sheet.matchAll(tagPattern('c'))) {
    const attributes = attributesOf(given)
    const format = styles.get(attributes.get('s') ?? '')
    if (slash === '/' || format === undefined || (attributes.get('t') ?? 'n') !== 'n') continue
    const end = sheet.indexOf(`</${prefix}c>`, index)
    const [, value = ''] = /<(?:\w+:)?v(?:\s[^>]*)?>([^<]*)</.exec(sheet.slice(index + tag.length, end)) ?? []
    const time = end < 0 || value.trim() === '' ? undefined : shownTime(Number(value), format)
    if (time === undefined) continue
    const reference = attributes.get('r') ?? ''
    pieces.push(sheet.slice(done, index), `<${prefix}c r="${reference}" t="str"><${prefix}v>${time.text}</${prefix}v>`)
    done = end
    if (time.mark !== undefined) marks.push({ ...placeOf(reference), mark: time.mark })
  }
  return { text: [...pieces, sheet.slice(done)].join(''), marks }
}

/** The parts of a workbook with the times of one sheet as its cells show them. */
export const withShownTimes = (
  parts: readonly XlsxPart[],
  path: string,
): { readonly parts: readonly XlsxPart[]; readonly marks: readonly MarkedCell[] } => {
  const styles = timeStyles(partNamed(parts, 'xl/styles.xml'))
  if (styles.size === 0) return { parts, marks: [] }
  const { text, marks } = withTexts(partNamed(parts, path), styles)
  return {
    marks,
    parts: parts.map((part) => (part.name.toString() === path ? { ...part, content: Buffer.from(text) } : part)),
  }
}
