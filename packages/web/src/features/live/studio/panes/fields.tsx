import { readTimecode } from '@kaimai/contract/comment-mod/timecode.rules.ts'
import { readTypedNumber } from '@kaimai/contract/common/typed-number.ts'
import { type ReactNode, useId, useState } from 'react'
import { SwitchInput } from '../../../../ui/switch-input.tsx'
import { showTenths } from '../model/view.ts'
import css from './inspector.module.css'

interface FieldProps {
  readonly label: string
  readonly error?: string | undefined
  /** What it says is being dragged. */
  readonly moved?: boolean
  readonly disabled?: boolean
}

const Frame = (
  props: FieldProps & { id: string; end?: ReactNode; start?: ReactNode; children: ReactNode; tall?: boolean },
) => (
  <div className={css.field}>
    <label htmlFor={props.id}>{props.label}</label>
    <div
      className={css.input}
      data-invalid={props.error !== undefined || undefined}
      data-moved={props.moved || undefined}
      data-tall={props.tall || undefined}
    >
      {props.start}
      {props.children}
      {props.end}
    </div>
    {props.error !== undefined && (
      <p id={`${props.id}-fault`} role="alert">
        {props.error}
      </p>
    )}
  </div>
)

const described = (id: string, error: string | undefined) =>
  error === undefined ? {} : { 'aria-invalid': true as const, 'aria-describedby': `${id}-fault` }

/** Text that is kept as it is typed, and given on when it is left or Enter is pressed. */
const useTyped = <T,>(
  value: T,
  show: (value: T) => string,
  read: (text: string) => T | undefined,
  give: (value: T) => void,
) => {
  const [typed, setTyped] = useState<string>()
  const shown = typed ?? show(value)
  return {
    shown,
    isWrong: typed !== undefined && read(typed) === undefined,
    onChange: (text: string) => setTyped(text),
    commit: () => {
      if (typed === undefined) return
      const next = read(typed)
      setTyped(undefined)
      if (next !== undefined && typed !== show(value)) give(next)
    },
    giveUp: () => setTyped(undefined),
  }
}

interface TimeFieldProps extends FieldProps {
  /** Null: no time, which `placeholder` says. */
  readonly valueMs: number | null
  readonly onChange: (ms: number | null) => void
  readonly placeholder?: string
  readonly icon?: ReactNode
}

/** A time of the programme as mm:ss.s; shorter forms are understood. Arrows change it by a tenth, with shift a second. */
export const TimeField = ({ valueMs, onChange, placeholder, icon, ...field }: TimeFieldProps) => {
  const id = useId()
  const show = (ms: number | null) => (ms === null ? '' : showTenths(ms))
  const read = (text: string) => {
    if (text.trim() === '' && placeholder !== undefined) return null
    const seconds = readTimecode(text)
    return seconds === undefined ? undefined : Math.round(seconds * 1000)
  }
  const typed = useTyped(valueMs, show, read, onChange)
  return (
    <Frame {...field} id={id} end={icon}>
      <input
        id={id}
        inputMode="decimal"
        value={typed.shown}
        placeholder={placeholder}
        disabled={field.disabled}
        autoComplete="off"
        {...described(id, field.error)}
        aria-invalid={typed.isWrong || field.error !== undefined || undefined}
        onChange={(event) => typed.onChange(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={typed.commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') typed.commit()
          else if (event.key === 'Escape') typed.giveUp()
          else if ((event.key === 'ArrowUp' || event.key === 'ArrowDown') && valueMs !== null) {
            event.preventDefault()
            typed.giveUp()
            onChange(Math.max(0, valueMs + (event.key === 'ArrowUp' ? 1 : -1) * (event.shiftKey ? 1000 : 100)))
          }
        }}
      />
    </Frame>
  )
}

interface TextFieldProps extends FieldProps {
  readonly value: string
  readonly onChange: (text: string) => void
  readonly max: number
  readonly rows?: number
  readonly placeholder?: string
  readonly start?: ReactNode
  readonly focused?: boolean
}

export const TextField = ({ value, onChange, max, rows, placeholder, start, focused, ...field }: TextFieldProps) => {
  const id = useId()
  const left = max - [...value].length
  const shared = {
    id,
    value,
    placeholder,
    disabled: field.disabled,
    maxLength: max,
    // Where somebody just made a thing its words come next.
    // oxlint-disable-next-line jsx-a11y/no-autofocus
    autoFocus: focused,
    autoComplete: 'off',
    ...described(id, field.error),
  }
  return (
    <Frame
      {...field}
      id={id}
      start={start}
      tall={rows !== undefined}
      end={
        left <= 20 && rows === undefined ? (
          <small className="caption">{`${[...value].length}/${max}`}</small>
        ) : undefined
      }
    >
      {rows === undefined ? (
        <input {...shared} onChange={(event) => onChange(event.currentTarget.value)} />
      ) : (
        <textarea
          {...shared}
          rows={rows}
          onChange={(event) => onChange(event.currentTarget.value.replaceAll('\n', ' '))}
        />
      )}
    </Frame>
  )
}

interface NumberFieldProps extends FieldProps {
  readonly value: number | null
  readonly onChange: (value: number | null) => void
  readonly min: number
  readonly max: number
  /** Hundredths are kept, shown as units: money. */
  readonly minor?: boolean
  readonly unit?: string
  readonly placeholder?: string
}

export const NumberField = ({ value, onChange, min, max, minor, unit, placeholder, ...field }: NumberFieldProps) => {
  const id = useId()
  const factor = minor ? 100 : 1
  const show = (now: number | null) =>
    now === null ? '' : (now / factor).toLocaleString('en-US', { maximumFractionDigits: 2 })
  const read = (text: string): number | null | undefined => {
    if (text.trim() === '') return placeholder === undefined ? undefined : null
    const typed = readTypedNumber(text)
    if (typed === undefined || !('plain' in typed) || !/^\d+(\.\d{1,2})?$/.test(typed.plain)) return undefined
    const read = Math.round(Number(typed.plain) * factor)
    return read < min || read > max || (!minor && !Number.isInteger(Number(typed.plain))) ? undefined : read
  }
  const typed = useTyped(value, show, read, onChange)
  return (
    <Frame {...field} id={id} start={unit === undefined ? undefined : <small className="caption">{unit}</small>}>
      <input
        id={id}
        inputMode={minor ? 'decimal' : 'numeric'}
        data-number
        value={typed.shown}
        placeholder={placeholder}
        disabled={field.disabled}
        autoComplete="off"
        {...described(id, field.error)}
        aria-invalid={typed.isWrong || field.error !== undefined || undefined}
        onChange={(event) => typed.onChange(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={typed.commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') typed.commit()
          else if (event.key === 'Escape') typed.giveUp()
        }}
      />
    </Frame>
  )
}

export const SwitchField = (props: {
  label: string
  value: boolean
  onChange: (value: boolean) => void
  disabled?: boolean
}) => (
  <label className={css.switch}>
    <span>{props.label}</span>
    <SwitchInput checked={props.value} disabled={props.disabled} onChange={props.onChange} />
  </label>
)

interface ChoiceFieldProps extends FieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly choices: readonly { readonly value: string; readonly label: string }[]
}

export const ChoiceField = ({ value, onChange, choices, ...field }: ChoiceFieldProps) => {
  const id = useId()
  return (
    <Frame {...field} id={id}>
      <select
        id={id}
        value={value}
        disabled={field.disabled}
        {...described(id, field.error)}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </Frame>
  )
}

/** A name that may be anybody's: typed, or one of the virtual users. */
export const NameField = (
  props: FieldProps & { value: string; onChange: (name: string) => void; names: readonly string[]; start?: ReactNode },
) => {
  const id = useId()
  return (
    <Frame {...props} id={id} start={props.start}>
      <input
        id={id}
        list={`${id}-names`}
        value={props.value}
        maxLength={40}
        disabled={props.disabled}
        autoComplete="off"
        {...described(id, props.error)}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
      <datalist id={`${id}-names`}>
        {props.names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </Frame>
  )
}
