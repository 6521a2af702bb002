import type { CellKind, SheetHead } from './cell-value.ts'

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageOf = 'http://schemas.openxmlformats.org/package/2006'
const typeOf = (part: string) => `application/vnd.openxmlformats-officedocument.spreadsheetml.${part}+xml`

/** Where a style stands in the list of `styles`. */
export const headerStyle = 1
export const styleOf: Readonly<Record<CellKind, number>> = {
  text: 2,
  whole: 3,
  money: 4,
  percent: 5,
  time: 6,
  date: 7,
}

/**
 * Those that no spreadsheet program knows by number. No format leaves decimals away by itself: of `0.##` Excel keeps the
 * point, and shows 1,250 as "1,250.".
 */
const formats = { money: '#,##0.00', percent: '0.0%', time: 'yyyy-mm-dd hh:mm:ss', date: 'yyyy-mm-dd' } as const
const firstFormatId = 164

const formatCodes = Object.values(formats)
  .map((code, at) => `<numFmt numFmtId="${firstFormatId + at}" formatCode="${code}"/>`)
  .join('')

/**
 * A style by the number of its format. The format of texts is "text" (49): it keeps Excel from running what begins with =
 * once somebody edits the cell, and from eating the zero of a phone number.
 */
const style = (format: number, alignment = ''): string =>
  `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"${
    alignment === '' ? '/>' : ` applyAlignment="1"><alignment ${alignment}/></xf>`
  }`

const header =
  '<xf numFmtId="0" fontId="1" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1" applyAlignment="1"><alignment vertical="center"/></xf>'

const font = '<sz val="11"/><name val="Calibri"/><family val="2"/>'

// Excel takes the first two fills for its own, whatever they are.
const styles = `<styleSheet xmlns="${main}"><numFmts count="${Object.keys(formats).length}">${formatCodes}</numFmts><fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFEEF0F4"/><bgColor indexed="64"/></patternFill></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="8">${[
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
  header,
  style(49, 'vertical="top"'),
  style(3),
  style(firstFormatId),
  style(firstFormatId + 1),
  style(firstFormatId + 2, 'horizontal="left"'),
  style(firstFormatId + 3, 'horizontal="left"'),
].join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

const types = `<Types xmlns="${packageOf}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${typeOf('sheet.main')}"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${typeOf('worksheet')}"/><Override PartName="/xl/styles.xml" ContentType="${typeOf('styles')}"/></Types>`

const relation = (id: number, type: string, target: string) =>
  `<Relationship Id="rId${id}" Type="${relations}/${type}" Target="${target}"/>`
const related = (...each: readonly string[]) =>
  `<Relationships xmlns="${packageOf}/relationships">${each.join('')}</Relationships>`

const workbook = (name: string) =>
  `<workbook xmlns="${main}" xmlns:r="${relations}"><bookViews><workbookView/></bookViews><sheets><sheet name="${name}" sheetId="1" r:id="rId1"/></sheets></workbook>`

/** The parts of a workbook beside its sheet, in their order; the name as it stands in XML. */
export const partsAround = (name: string): readonly (readonly [path: string, xml: string])[] =>
  [
    ['[Content_Types].xml', types],
    ['_rels/.rels', related(relation(1, 'officeDocument', 'xl/workbook.xml'))],
    ['xl/workbook.xml', workbook(name)],
    [
      'xl/_rels/workbook.xml.rels',
      related(relation(1, 'worksheet', 'worksheets/sheet1.xml'), relation(2, 'styles', 'styles.xml')),
    ],
    ['xl/styles.xml', styles],
  ].map(([path = '', xml = '']) => [path, declaration + xml] as const)

export const sheetPath = 'xl/worksheets/sheet1.xml'

/** The sheet up to its first row: the row of titles stays when the others are scrolled. */
export const sheetBegin = (columns: SheetHead['columns']): string => {
  const widths = columns.map(
    ({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  )
  return `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView tabSelected="1" workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${
    widths.length === 0 ? '' : `<cols>${widths.join('')}</cols>`
  }<sheetData>`
}
export const sheetEnd = '</sheetData></worksheet>'
