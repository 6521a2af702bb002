import { readWhole } from '@kaimai/contract/common/typed-number.ts'
import type { ReactNode } from 'react'
import { useFormat } from '../../../../lib/i18n/use-text.tsx'
import { type PlainField, plainFields, type PlainClip } from '../model/plain-fields.ts'
import type { Problem } from '../model/problems.ts'
import { CellInput } from './cell-input.tsx'

const same = (text: string): string => text
export const wholeBetween = (min: number, max: number) => (text: string) => {
  const value = readWhole(text)
  return value !== undefined && value >= min && value <= max ? value : undefined
}

interface PlainCellProps {
  readonly field: PlainField
  readonly label: string
  readonly disabled: boolean
  readonly found: readonly Problem[]
  readonly onChange: (change: ReturnType<PlainField['changed']>) => void
}

const PlainCell = ({ field, label, disabled, found, onChange }: PlainCellProps) => {
  const f = useFormat()
  const shared = { column: field.column, label, disabled }
  if (field.kind === 'whole')
    return (
      <CellInput
        {...shared}
        value={field.value}
        show={(value) => f.number(value)}
        read={wholeBetween(field.min, field.max)}
        align="right"
        onGive={(value) => onChange(field.changed(value))}
      />
    )
  return (
    <CellInput
      {...shared}
      value={field.value}
      show={same}
      read={same}
      max={field.max}
      placeholder={field.placeholder}
      invalid={found.some(({ kind }) => kind === field.problem)}
      onGive={(text) => onChange(field.changed(text))}
    />
  )
}

/** The cells of a row, but for its times. */
export const plainCells = (
  row: PlainClip,
  parts: Omit<PlainCellProps, 'field' | 'label'> & { readonly labelOf: (column: PlainField['column']) => string },
): readonly ReactNode[] => {
  const { labelOf, ...shared } = parts
  return plainFields(row).map((field) => (
    <PlainCell key={field.column} field={field} label={labelOf(field.column)} {...shared} />
  ))
}
