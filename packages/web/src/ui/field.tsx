import { Checkbox, MultiSelect, PasswordInput, Select, Switch, Textarea, TextInput } from '@mantine/core'
import { type ChangeEvent, type HTMLInputAutoCompleteAttribute, type ReactNode, type Ref, useState } from 'react'
import css from './field.module.css'
import { type FieldBase, FieldFrame } from './field-frame.tsx'
import { useLabels } from './labels.tsx'
import { useTypedNumber } from './use-typed-number.ts'

interface Control<T> extends FieldBase {
  readonly value: T
  readonly onChange: (value: T) => void
  /** Called on leaving the field: where a form validates it. */
  readonly onBlur?: (() => void) | undefined
  readonly placeholder?: string
}

export interface LabelledInputProps extends Control<string> {
  readonly type?: 'text' | 'email' | 'tel' | 'url' | 'search'
  readonly inputMode?: 'text' | 'numeric' | 'decimal' | 'email' | 'tel' | 'url'
  readonly autoComplete?: HTMLInputAutoCompleteAttribute
  /** Stands inside, at the left (`kaimai.tw/f/`). */
  readonly prefix?: string
  readonly icon?: ReactNode
  readonly suffix?: ReactNode
  readonly autoFocus?: boolean
  readonly ref?: Ref<HTMLInputElement>
}

export const LabelledInput = (props: LabelledInputProps) => {
  const { value, onChange, onBlur, prefix, icon, suffix, placeholder, type = 'text', ref } = props
  const [prefixWidth, setPrefixWidth] = useState(0)
  const measured = (element: HTMLSpanElement | null) => {
    if (element) setPrefixWidth(element.offsetWidth)
  }
  const left =
    prefix === undefined ? (
      icon
    ) : (
      <span className={css.prefix} ref={measured}>
        {prefix}
      </span>
    )
  return (
    <FieldFrame {...props} length={value.length}>
      {(control) => (
        <TextInput
          {...control}
          {...(ref ? { ref } : {})}
          required={false}
          aria-required={control.required}
          type={type}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          onBlur={onBlur}
          placeholder={placeholder}
          inputMode={props.inputMode}
          autoComplete={props.autoComplete ?? 'off'}
          data-autofocus={props.autoFocus || undefined}
          autoFocus={props.autoFocus}
          error={control['aria-invalid']}
          leftSection={left}
          {...(prefix === undefined ? {} : { leftSectionWidth: 'auto', styles: prefixed(prefix, prefixWidth) })}
          rightSection={suffix}
        />
      )}
    </FieldFrame>
  )
}

/** Room for the prefix as wide as it is drawn; before that about 8 px a character, and its own padding. */
const prefixed = (prefix: string, width: number) => ({
  input: { paddingLeft: `${(width || prefix.length * 7.6 + 22) + 12}px` },
})

export interface LabelledPasswordProps extends Control<string> {
  readonly autoComplete: 'current-password' | 'new-password'
}

export const LabelledPassword = (props: LabelledPasswordProps) => {
  const labels = useLabels()
  return (
    <FieldFrame {...props} {...(props.max === undefined ? {} : { length: props.value.length })}>
      {(control) => (
        <PasswordInput
          {...control}
          required={false}
          aria-required={control.required}
          value={props.value}
          onChange={(event) => props.onChange(event.currentTarget.value)}
          onBlur={props.onBlur}
          placeholder={props.placeholder}
          autoComplete={props.autoComplete}
          error={control['aria-invalid']}
          visibilityToggleButtonProps={{
            tabIndex: 0,
            'aria-label': `${labels.showPassword} / ${labels.hidePassword}`,
          }}
        />
      )}
    </FieldFrame>
  )
}

export const LabelledTextarea = (props: Control<string> & { readonly rows?: number; readonly maxRows?: number }) => (
  <FieldFrame {...props} length={props.value.length}>
    {(control) => (
      <Textarea
        {...control}
        required={false}
        aria-required={control.required}
        value={props.value}
        onChange={(event) => props.onChange(event.currentTarget.value)}
        onBlur={props.onBlur}
        placeholder={props.placeholder}
        autosize
        minRows={props.rows ?? 3}
        maxRows={props.maxRows ?? 12}
        error={control['aria-invalid']}
      />
    )}
  </FieldFrame>
)

export interface LabelledNumberProps extends Control<number | undefined> {
  /** So many digits may stand behind the point; 0 without it. */
  readonly decimals?: number
  readonly unit?: string
  readonly prefix?: string
}

/** A number as people write it, full-width or with thousands signs. What it can't read gives NaN and says why. */
export const LabelledNumber = (props: LabelledNumberProps) => {
  const { text, problem, isFocused, change, focus, blur } = useTypedNumber(props)
  // A number that is still being typed isn't wrong yet, unless its form was sent.
  const error = problem !== undefined && (!isFocused || props.error !== undefined) ? problem : props.error
  return (
    <FieldFrame {...props} error={error}>
      {(control) => (
        <TextInput
          {...control}
          required={false}
          aria-required={control.required}
          value={text}
          onChange={(event) => change(event.currentTarget.value)}
          onFocus={focus}
          onBlur={blur}
          placeholder={props.placeholder}
          inputMode={props.decimals ? 'decimal' : 'numeric'}
          autoComplete="off"
          error={control['aria-invalid']}
        />
      )}
    </FieldFrame>
  )
}

export interface Choice<T extends string = string> {
  readonly value: T
  readonly label: string
  readonly disabled?: boolean
}

export interface LabelledSelectProps<T extends string> extends Control<T | ''> {
  readonly choices: readonly Choice<T>[]
  readonly searchable?: boolean
  readonly clearable?: boolean
}

export const LabelledSelect = <T extends string>(props: LabelledSelectProps<T>) => {
  const labels = useLabels()
  return (
    <FieldFrame {...props}>
      {(control) => (
        <Select
          {...control}
          required={false}
          aria-required={control.required}
          data={[...props.choices]}
          value={props.value === '' ? null : props.value}
          onChange={(value) => props.onChange(props.choices.find((choice) => choice.value === value)?.value ?? '')}
          onBlur={props.onBlur}
          placeholder={props.placeholder}
          searchable={props.searchable ?? false}
          clearable={props.clearable ?? false}
          clearButtonProps={{ 'aria-label': labels.clear }}
          nothingFoundMessage={labels.nothingFound}
          allowDeselect={false}
          checkIconPosition="right"
          comboboxProps={{ offset: 4 }}
          error={control['aria-invalid']}
        />
      )}
    </FieldFrame>
  )
}

export const LabelledMultiSelect = <T extends string>(
  props: Omit<Control<readonly T[]>, 'max'> & { readonly choices: readonly Choice<T>[]; readonly max?: number },
) => {
  const labels = useLabels()
  return (
    <FieldFrame {...props}>
      {(control) => (
        <MultiSelect
          {...control}
          required={false}
          aria-required={control.required}
          data={[...props.choices]}
          value={[...props.value]}
          onChange={(values) =>
            props.onChange(props.choices.map(({ value }) => value).filter((value) => values.includes(value)))
          }
          onBlur={props.onBlur}
          placeholder={props.value.length === 0 ? props.placeholder : undefined}
          searchable
          {...(props.max === undefined ? {} : { maxValues: props.max })}
          clearButtonProps={{ 'aria-label': labels.clear }}
          nothingFoundMessage={labels.nothingFound}
          comboboxProps={{ offset: 4 }}
          error={control['aria-invalid']}
        />
      )}
    </FieldFrame>
  )
}

interface OnOffProps extends Pick<FieldBase, 'label' | 'description' | 'error' | 'disabled' | 'name'> {
  readonly value: boolean
  readonly onChange: (value: boolean) => void
}

const onOff = ({ label, value, onChange, description, error, disabled }: OnOffProps) => ({
  label,
  checked: value,
  onChange: (event: ChangeEvent<HTMLInputElement>) => onChange(event.currentTarget.checked),
  disabled: disabled ?? false,
  description,
  error,
})

export const LabelledSwitch = (props: OnOffProps) => (
  <div data-field={props.name}>
    <Switch {...onOff(props)} classNames={{ body: css.choice ?? '', label: css.choiceLabel ?? '' }} />
  </div>
)

export const LabelledCheckbox = (props: OnOffProps) => (
  <div data-field={props.name}>
    <Checkbox {...onOff(props)} classNames={{ body: css.choice ?? '', label: css.choiceLabel ?? '' }} />
  </div>
)
