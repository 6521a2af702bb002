import { zipOf } from '../src/platform/sheet/open-xlsx.ts'

/** A cell: a text, a number, or a number that is shown by a format. */
export type WorkbookCell = string | number | { readonly value: number; readonly format: string }

export interface WorkbookSheet {
  readonly name: string
  readonly state?: 'visible' | 'hidden' | 'veryHidden'
  readonly rows: readonly (readonly WorkbookCell[])[]
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const part = (name: string, xml: string) => ({
  name: Buffer.from(name),
  content: Buffer.from(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${xml}`),
})

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

const cellXml = (cell: WorkbookCell, reference: string, formats: readonly string[]): string => {
  if (typeof cell === 'string') return `<c r="${reference}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`
  if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`
  return `<c r="${reference}" s="${formats.indexOf(cell.format) + 1}"><v>${cell.value}</v></c>`
}

/** A workbook as a spreadsheet program saves it: numbers with their formats, sheets that may be hidden. */
export const aWorkbook = (sheets: readonly WorkbookSheet[]): Uint8Array => {
  const cells = sheets.flatMap(({ rows }) => rows.flat())
  const formats = [...new Set(cells.flatMap((cell) => (typeof cell === 'object' ? [cell.format] : [])))]
  const codes = formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escaped(code)}"/>`).join('')
  const styles = formats.map((_, at) => `<xf numFmtId="${164 + at}" xfId="0" applyNumberFormat="1"/>`).join('')
  const names = sheets.map(({ name, state }, at) => {
    const shown = state === undefined ? '' : ` state="${state}"`
    return `<sheet name="${escaped(name)}" sheetId="${at + 1}"${shown} r:id="rId${at + 1}"/>`
  })
  const links = sheets.map(
    (_, at) => `<Relationship Id="rId${at + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  )
  const styleLink = `<Relationship Id="rId${sheets.length + 1}" Type="${relations}/styles" Target="styles.xml"/>`
  const packaged = 'http://schemas.openxmlformats.org/package/2006/relationships'
  return zipOf([
    part(
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${names.join('')}</sheets></workbook>`,
    ),
    part(
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${packaged}">${links.join('')}${styleLink}</Relationships>`,
    ),
    part(
      'xl/styles.xml',
      `<styleSheet xmlns="${main}"><numFmts count="${formats.length}">${codes}</numFmts><cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs><cellXfs count="${formats.length + 1}"><xf numFmtId="0" xfId="0"/>${styles}</cellXfs></styleSheet>`,
    ),
    ...sheets.map(({ rows }, at) => {
      const lines = rows.map((row, line) => {
        const written = row.map((cell, column) =>
          cellXml(cell, `${String.fromCharCode(65 + column)}${line + 1}`, formats),
        )
        return `<row r="${line + 1}">${written.join('')}</row>`
      })
      return part(
        `xl/worksheets/sheet${at + 1}.xml`,
        `<worksheet xmlns="${main}"><sheetData>${lines.join('')}</sheetData></worksheet>`,
      )
    }),
  ])
}
