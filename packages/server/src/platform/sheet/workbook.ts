import type { XlsxPart } from './open-xlsx.ts'
import { tagsOf } from './xlsx-tags.ts'

/** The sheet of a workbook that is read. */
export interface ReadableSheet {
  /** Its place among all sheets, from 1. */
  readonly place: number
  readonly name: string
  /** Of its part. */
  readonly path: string
}

export const partNamed = (parts: readonly XlsxPart[], path: string): string =>
  parts.find(({ name }) => name.toString() === path)?.content.toString() ?? ''

const pathOf = (target: string): string => (target.startsWith('/') ? target.slice(1) : `xl/${target}`)

/**
 * The first sheet with cells that is not hidden: what a person sees who opens the file. Undefined when nothing says which
 * sheets there are.
 */
export const firstVisibleSheet = (parts: readonly XlsxPart[]): ReadableSheet | undefined => {
  const relations = new Map(
    tagsOf(partNamed(parts, 'xl/_rels/workbook.xml.rels'), 'Relationship')
      .filter((relation) => relation.get('Type')?.endsWith('/worksheet'))
      .map((relation) => [relation.get('Id') ?? '', pathOf(relation.get('Target') ?? '')]),
  )
  const sheets = tagsOf(partNamed(parts, 'xl/workbook.xml'), 'sheet')
    .filter((sheet) => sheet.has('name'))
    .map((sheet, at) => ({
      place: at + 1,
      name: sheet.get('name') ?? '',
      path: relations.get(sheet.get('id') ?? ''),
      isHidden: sheet.has('state') && sheet.get('state') !== 'visible',
    }))
    .flatMap(({ path, ...sheet }) => (path === undefined ? [] : [{ ...sheet, path }]))
  return sheets.find(({ isHidden }) => !isHidden) ?? sheets[0]
}
