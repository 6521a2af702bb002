import type { Field } from '@kaimai/contract/common/field.ts'
import { common } from '@kaimai/contract/common/error-text.ts'
import { OptionalLine } from '@kaimai/contract/common/fields.ts'
import type { Language, Texts } from '@kaimai/contract/common/language.ts'
import type { AnyResource } from '@kaimai/contract/common/resource.ts'
import {
  ChoiceCellOrNone,
  PriceCellOrNone,
  TimeCellOrNone,
  WholeCellOrNone,
} from '@kaimai/contract/common/sheet-cells.ts'
import { z } from 'zod'
import type { SheetColumn } from '../sheet/sheet-column.ts'
import { type CellKind, type CellValue, textOfValue } from '../sheet/cell-value.ts'

/** A row of a sheet as it was read, and what is stored of a record; both by the names of the fields. */
export type Cells = Readonly<Record<string, unknown>>
export type Body = Readonly<Record<string, unknown>>

/** How a kind of field stands in a sheet; one that has no row stands in none. */
const kinds: Readonly<Partial<Record<Field['kind'], { readonly kind: CellKind; readonly cell: z.ZodType }>>> = {
  text: { kind: 'text', cell: OptionalLine(4000) },
  choice: { kind: 'text', cell: z.string() },
  flag: { kind: 'text', cell: z.string() },
  count: { kind: 'whole', cell: WholeCellOrNone },
  percent: { kind: 'whole', cell: WholeCellOrNone },
  money: { kind: 'money', cell: PriceCellOrNone },
  instant: { kind: 'time', cell: TimeCellOrNone },
}
const yesNo: Readonly<Record<'yes' | 'no', Texts>> = {
  yes: { 'zh-TW': '是', en: 'Yes' },
  no: { 'zh-TW': '否', en: 'No' },
}

/** How the fields of a resource are written into the cells of a sheet and read from them. */
export const createResourceCells = (resource: AnyResource) => {
  const { fields, main } = resource
  const titles: Readonly<Record<string, Texts | undefined>> = resource.titles ?? {}
  const shown = Object.entries(fields).filter(([, { kind }]) => kinds[kind] !== undefined)

  const choiceOf = (field: Field): Readonly<Record<string, Texts>> => field.choices ?? yesNo
  const valueOf = (field: Field, value: unknown, language: Language): CellValue => {
    if (value === null || value === undefined) return null
    if (field.kind === 'choice') return choiceOf(field)[String(value)]?.[language] ?? String(value)
    if (field.kind === 'flag') return yesNo[value === true ? 'yes' : 'no'][language]
    if (field.kind === 'instant') return new Date(String(value))
    return typeof value === 'number' ? value : String(value)
  }
  const columnsIn = (language: Language): (SheetColumn & { readonly value: (body: Body) => CellValue })[] =>
    shown.map(([key, field]) => ({
      key,
      title: titles[key] ?? { 'zh-TW': key, en: key },
      kind: kinds[field.kind]?.kind ?? 'text',
      required: key === main,
      value: (body) => valueOf(field, body[key], language),
    }))

  const cellOf = (field: Field): z.ZodType => {
    if (field.kind === 'choice' || field.kind === 'flag') return ChoiceCellOrNone(choiceOf(field), common.wrongChoice)
    return kinds[field.kind]?.cell ?? z.string()
  }
  const schema = z.object(
    Object.fromEntries(shown.map(([key, field]) => [key, cellOf(field).optional()])),
  ) as unknown as z.ZodType<Cells, unknown>

  /** What the cells of a row store, as an export writes it. */
  const storedCells = (row: Cells, language: Language): Record<string, string> =>
    Object.fromEntries(
      shown.flatMap(([key, field]) => {
        const cell = row[key]
        if (cell === undefined) return []
        const value =
          field.kind === 'flag' ? cell === 'yes' : field.kind === 'text' ? field.body.safeParse(cell).data : cell
        return [[key, textOfValue(valueOf(field, value, language), kinds[field.kind]?.kind ?? 'text')]]
      }),
    )

  /**
   * What a row says over what is there; a column that the file doesn't have leaves it, so does an empty one that must be. Of
   * a new record it is what a form begins with, but for a choice: nobody made it.
   */
  const bodyOf = (cells: Cells, was: Body | undefined): Body =>
    Object.fromEntries(
      Object.entries(fields).map(([key, field]) => {
        const cell = field.kind === 'flag' && typeof cells[key] === 'string' ? cells[key] === 'yes' : cells[key]
        const isNothing = cell === undefined || (cell === null && !field.optional)
        return [key, isNothing ? (was?.[key] ?? (field.kind === 'choice' ? undefined : field.initial)) : cell]
      }),
    )

  return { columnsIn, schema, storedCells, bodyOf }
}
