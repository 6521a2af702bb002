import type { Field } from '@kaimai/contract/common/field.ts'
import { type Currency, showMoney } from '@kaimai/contract/common/money.ts'
import type { ReactNode } from 'react'
import type { FieldProps } from '../lib/form/use-schema-form.ts'
import type { Format } from '../lib/i18n/format.ts'
import type { Language } from '@kaimai/contract/common/language.ts'
import { instantOf, wallTimeOf } from '../lib/i18n/wall-time.ts'
import { LabelledDateTime } from '../ui/date-time-field.tsx'
import { LabelledInput, LabelledNumber, LabelledSelect, LabelledSwitch } from '../ui/field.tsx'
import { Figure, TimeText } from '../ui/figure.tsx'

/** What inputs and cells need besides their value. */
export interface FieldContext {
  readonly language: Language
  readonly format: Format
  readonly timeZone: string
  readonly currency: Currency
  /** Words of flags. */
  readonly yes: string
  readonly no: string
}

export interface InputOptions {
  readonly label: string
  readonly description?: ReactNode
  readonly autoFocus?: boolean
}

/** The control of a field in a form, by its kind. `ref` and `list` have none: their form brings its own. */
export const fieldInput = (
  field: Field,
  props: FieldProps<unknown>,
  options: InputOptions,
  { language, currency, timeZone }: FieldContext,
): ReactNode => {
  const { value, onChange, ...rest } = props
  const base = { ...rest, ...options, required: !field.optional, optional: field.optional }
  const number = (scale: number) => ({
    value: typeof value === 'number' ? value / scale : undefined,
    onChange: (typed: number | undefined) =>
      onChange(typed === undefined ? (field.optional ? null : Number.NaN) : Math.round(typed * scale)),
  })
  switch (field.kind) {
    case 'text':
      return <LabelledInput {...base} value={String(value ?? '')} onChange={onChange} max={field.max} />
    case 'choice':
      return (
        <LabelledSelect
          {...base}
          value={String(value)}
          onChange={onChange}
          choices={Object.entries(field.choices ?? {}).map(([name, words]) => ({
            value: name,
            label: words[language],
          }))}
        />
      )
    case 'flag':
      return <LabelledSwitch {...base} value={value === true} onChange={onChange} />
    case 'count':
      return <LabelledNumber {...base} {...number(1)} />
    case 'percent':
      return <LabelledNumber {...base} {...number(1)} unit="%" />
    case 'money':
      return (
        <LabelledNumber
          {...base}
          {...number(100)}
          decimals={currency === 'TWD' ? 0 : 2}
          prefix={`${prefixes[currency]} `}
        />
      )
    case 'instant':
      return (
        <LabelledDateTime
          {...base}
          value={typeof value === 'string' && value !== '' ? wallTimeOf(value, timeZone) : ''}
          onChange={(wall) =>
            onChange(wall === '' ? (field.optional ? null : '') : new Date(instantOf(wall, timeZone)).toISOString())
          }
          clearable={field.optional}
        />
      )
    case 'ref':
    case 'list':
      return null
  }
}

const prefixes = { TWD: 'NT$', USD: 'US$' } as const

/** A value as a list's cell shows it. */
export const fieldCell = (field: Field, value: unknown, context: FieldContext): ReactNode => {
  const { format, language, currency } = context
  if (value === null || value === undefined || value === '') return <Figure value={undefined} />
  switch (field.kind) {
    case 'choice':
      return field.choices?.[String(value)]?.[language] ?? String(value)
    case 'flag':
      return value === true ? context.yes : context.no
    case 'count':
      return <Figure value={format.number(Number(value))} />
    case 'percent':
      return <Figure value={`${Number(value)}%`} />
    case 'money':
      return <Figure value={showMoney({ amount: Number(value), currency })} />
    case 'instant':
      return <TimeText iso={String(value)}>{format.near(String(value))}</TimeText>
    case 'list':
      return <Figure value={format.number(Array.isArray(value) ? value.length : 0)} />
    case 'text':
    case 'ref':
      return <span className="clip">{String(value)}</span>
  }
}

/** A value in words, for the question between mine and theirs. */
export const fieldWords = (
  field: Field,
  value: unknown,
  { format, language, currency }: FieldContext,
): string | undefined => {
  if (value === null || value === '') return undefined
  if (field.kind === 'choice') return field.choices?.[String(value)]?.[language]
  if (field.kind === 'money') return showMoney({ amount: Number(value), currency })
  if (field.kind === 'percent') return `${Number(value)}%`
  return field.kind === 'instant' ? format.dateTime(String(value)) : undefined
}
