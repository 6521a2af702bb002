import { clsx } from 'clsx'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { useStudio } from '../editor-context.ts'
import { type PlainClip, type PlainField, plainFields } from '../model/plain-fields.ts'
import { Times, useError, usePatch } from './clip-parts.tsx'
import { NumberField, TextField } from './fields.tsx'
import css from './inspector.module.css'

/** Lines one below the other, the options of a poll two and two; numbers beside each other or beside a single time. */
export const PlainClipFields = ({ clip }: { clip: PlainClip }) => {
  const fields = plainFields(clip)
  const options = fields.filter(({ column }) => column.startsWith('option'))
  const lines = fields.filter((field) => field.kind === 'line' && !options.includes(field))
  const numbers = fields.filter(({ kind }) => kind === 'whole')
  const shown = (all: readonly PlainField[]) =>
    all.map((field) => <PlainFieldOf key={field.column} clip={clip} field={field} />)
  return (
    <>
      {shown(lines)}
      {options.length > 0 && <div className={clsx('stack-s', css.pair)}>{shown(options)}</div>}
      {numbers.length === 1 ? (
        <div className={clsx('stack-s', css.pair)}>
          <Times clip={clip} />
          {shown(numbers)}
        </div>
      ) : (
        <>
          <Times clip={clip} />
          {numbers.length > 0 && <div className={clsx('stack-s', css.pair)}>{shown(numbers)}</div>}
        </>
      )}
    </>
  )
}

const PlainFieldOf = ({ clip, field }: { clip: PlainClip; field: PlainField }) => {
  const t = useText('live')
  const { readOnly } = useStudio()
  const patch = usePatch(clip)
  const error = useError(clip)
  const shared = { label: t(`studio.field.${field.column}`), disabled: readOnly }
  if (field.kind === 'line')
    return (
      <TextField
        {...shared}
        value={field.value}
        max={field.max}
        {...(field.placeholder === undefined ? {} : { placeholder: field.placeholder })}
        error={field.problem && error(field.problem)}
        onChange={(text) => patch(field.changed(text))}
      />
    )
  return (
    <NumberField
      {...shared}
      value={field.value}
      min={field.min}
      max={field.max}
      onChange={(value) =>
        value !== null && patch(field.changed(value), clip.track === 'audience' ? 'curve' : 'change')
      }
    />
  )
}
