import { Popover } from '@mantine/core'
import { DatePicker, DatesProvider } from '@mantine/dates'
import 'dayjs/locale/zh-tw'
import { IconCalendar, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from './button.tsx'
import css from './day-filter.module.css'
import { icon14 } from './icon-props.ts'
import { useLabels } from './labels.tsx'
import filterCss from './toolbar.module.css'

export interface DayFilterProps {
  readonly label: string
  /** YYYY-MM-DD; empty: the filter is off. */
  readonly value: string
  /** As the caller writes the day that is chosen. */
  readonly shown: string
  readonly onChange: (day: string) => void
  readonly latest?: string
  /** Days at one click. */
  readonly quick?: readonly { readonly label: string; readonly day: string }[]
}

/** A day that a list is narrowed to; says what it is set to and takes itself off again. */
export const DayFilter = ({ label, value, shown, onChange, latest, quick = [] }: DayFilterProps) => {
  const labels = useLabels()
  const [open, setOpen] = useState(false)
  const choose = (day: string) => {
    onChange(day)
    setOpen(false)
  }
  return (
    <span className={filterCss.filter} data-on={value !== ''}>
      <Popover opened={open} onChange={setOpen} position="bottom-start" offset={4} trapFocus returnFocus withinPortal>
        <Popover.Target>
          <button type="button" aria-haspopup="dialog" aria-expanded={open} onClick={() => setOpen(!open)}>
            {value === '' ? label : labels.pair(label, shown)}
            {value === '' && <IconCalendar {...icon14} />}
          </button>
        </Popover.Target>
        <Popover.Dropdown aria-label={label}>
          {quick.length > 0 && (
            <div className={css.quick}>
              {quick.map(({ label: name, day }) => (
                <Button key={day} size="s" kind={day === value ? 'secondary' : 'plain'} onClick={() => choose(day)}>
                  {name}
                </Button>
              ))}
            </div>
          )}
          <DatesProvider settings={{ locale: labels.calendarLocale, firstDayOfWeek: 0, consistentWeeks: true }}>
            <DatePicker
              value={value === '' ? null : value}
              {...(value === '' ? {} : { defaultDate: value })}
              {...(latest === undefined ? {} : { maxDate: latest })}
              onChange={(day) => choose(day?.slice(0, 10) ?? '')}
              monthLabelFormat={(day: string) => labels.month(day)}
              getDayAriaLabel={(day: string) => labels.wallTime(day)}
              ariaLabels={{ previousMonth: labels.previousMonth, nextMonth: labels.nextMonth }}
            />
          </DatesProvider>
        </Popover.Dropdown>
      </Popover>
      {value !== '' && (
        <button type="button" aria-label={`${labels.clear} ${label}`} onClick={() => onChange('')}>
          <IconX {...icon14} />
        </button>
      )}
    </span>
  )
}
