import { IconChevronDown, IconSearch, IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { DropdownMenu } from './dropdown-menu.tsx'
import { icon14, icon16 } from './icon-props.ts'
import { useLabels } from './labels.tsx'
import css from './toolbar.module.css'

/** Search and filters above a list; `end` holds what concerns the table itself. */
export const Toolbar = ({ children, end }: { children: ReactNode; end?: ReactNode }) => (
  <div className={css.tools}>
    {children}
    {end !== undefined && <div className={css.end}>{end}</div>}
  </div>
)

export interface SearchBoxProps {
  readonly value: string
  /** Called 250 ms after the last key. */
  readonly onChange: (value: string) => void
  readonly label: string
  readonly placeholder?: string
}

const settleMs = 250

export const SearchBox = ({ value, onChange, label, placeholder = label }: SearchBoxProps) => {
  const labels = useLabels()
  const [typed, setTyped] = useState(value)
  const [seen, setSeen] = useState(value)
  if (seen !== value) {
    setSeen(value)
    setTyped(value)
  }
  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(() => onChange(typed), settleMs)
    return () => clearTimeout(timer)
  }, [typed, value, onChange])
  return (
    <search className={css.find}>
      <IconSearch className="icon-muted" {...icon16} />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onChange(typed)
        }}
        data-list-search
      />
      {typed !== '' && (
        <button type="button" className={css.clear} aria-label={labels.clear} onClick={() => setTyped('')}>
          <IconX className="icon-muted" {...icon14} />
        </button>
      )}
    </search>
  )
}

export interface FilterSelectProps<T extends string> {
  readonly label: string
  /** Empty: the filter is off. */
  readonly value: T | ''
  readonly onChange: (value: T | '') => void
  readonly choices: readonly { readonly value: T; readonly label: string }[]
}

/** A filter that says what it is set to and takes itself off again. */
export const FilterSelect = <T extends string>({ label, value, onChange, choices }: FilterSelectProps<T>) => {
  const labels = useLabels()
  const chosen = choices.find((choice) => choice.value === value)
  return (
    <span className={css.filter} data-on={chosen !== undefined}>
      <DropdownMenu
        side="left"
        items={choices.map((choice) => ({
          label: choice.label,
          chosen: choice.value === value,
          run: () => onChange(choice.value),
        }))}
        renderTrigger={(trigger) => (
          <button type="button" {...trigger}>
            {chosen ? labels.pair(label, chosen.label) : label}
            {!chosen && <IconChevronDown {...icon14} />}
          </button>
        )}
      />
      {chosen && (
        <button type="button" aria-label={`${labels.clear} ${label}`} onClick={() => onChange('')}>
          <IconX {...icon14} />
        </button>
      )}
    </span>
  )
}
