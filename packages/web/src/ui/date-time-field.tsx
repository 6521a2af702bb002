import { DatePickerInput, DateTimePicker, DatesProvider } from '@mantine/dates'
import 'dayjs/locale/zh-tw'
import { IconCalendar } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import css from './date-time-field.module.css'
import { type FieldBase, FieldFrame } from './field-frame.tsx'
import { icon16 } from './icon-props.ts'
import { type UiLabels, useLabels } from './labels.tsx'

interface WallTimeProps extends FieldBase {
  /** `YYYY-MM-DD HH:mm` or `YYYY-MM-DD` on the shop's clock; empty: not chosen. Zones are the caller's business. */
  readonly value: string
  readonly onChange: (wall: string) => void
  readonly onBlur?: () => void
  readonly placeholder?: string
  readonly clearable?: boolean
  /** Bounds, inclusive, as `value`. */
  readonly earliest?: string
  readonly latest?: string
}

/** The button's name says what is chosen, too. */
const spoken = ({ label, value, placeholder = '' }: WallTimeProps, labels: UiLabels): string =>
  `${label} ${value === '' ? placeholder : labels.wallTime(value)}`.trim()

const useCalendar = (props: WallTimeProps) => {
  const labels = useLabels()
  return {
    ...(props.placeholder === undefined ? {} : { placeholder: props.placeholder }),
    clearable: props.clearable ?? false,
    clearButtonProps: { 'aria-label': labels.clear },
    ...(props.earliest === undefined ? {} : { minDate: props.earliest }),
    ...(props.latest === undefined ? {} : { maxDate: props.latest }),
    monthLabelFormat: (day: string) => labels.month(day),
    getDayAriaLabel: (day: string) => labels.wallTime(day),
    popoverProps: { attributes: { dropdown: { 'aria-label': props.label } } },
    ariaLabels: { previousMonth: labels.previousMonth, nextMonth: labels.nextMonth },
    leftSection: <IconCalendar {...icon16} />,
    leftSectionPointerEvents: 'none' as const,
    classNames: { day: css.day ?? '', calendarHeaderLevel: css.level ?? '', weekday: css.weekday ?? '' },
    ...(props.onBlur ? { onBlur: props.onBlur } : {}),
  }
}

const Calendar = ({ children }: { children: ReactNode }) => {
  const labels = useLabels()
  return (
    <DatesProvider settings={{ locale: labels.calendarLocale, firstDayOfWeek: 0, consistentWeeks: true }}>
      {children}
    </DatesProvider>
  )
}

/** A day and a time of day. */
export const LabelledDateTime = (props: WallTimeProps) => {
  const labels = useLabels()
  const calendar = useCalendar(props)
  return (
    <FieldFrame {...props}>
      {(control) => (
        <Calendar>
          <DateTimePicker
            {...calendar}
            id={control.id}
            aria-label={spoken(props, labels)}
            disabled={control.disabled}
            aria-describedby={control['aria-describedby']}
            error={control['aria-invalid']}
            value={props.value === '' ? null : props.value}
            valueFormat={(wall) => labels.wallTime(wall)}
            onChange={(wall) => props.onChange(wall?.slice(0, 16) ?? '')}
            timePickerProps={{ 'aria-label': labels.time, withDropdown: true, popoverProps: { withinPortal: false } }}
            submitButtonProps={{ 'aria-label': labels.ok }}
          />
        </Calendar>
      )}
    </FieldFrame>
  )
}

/** A day. */
export const LabelledDate = (props: WallTimeProps) => {
  const labels = useLabels()
  const calendar = useCalendar(props)
  return (
    <FieldFrame {...props}>
      {(control) => (
        <Calendar>
          <DatePickerInput
            {...calendar}
            id={control.id}
            aria-label={spoken(props, labels)}
            disabled={control.disabled}
            aria-describedby={control['aria-describedby']}
            error={control['aria-invalid']}
            value={props.value === '' ? null : props.value}
            valueFormatter={({ date }) => (typeof date === 'string' ? labels.wallTime(date) : '')}
            onChange={(day) => props.onChange(day?.slice(0, 10) ?? '')}
          />
        </Calendar>
      )}
    </FieldFrame>
  )
}
