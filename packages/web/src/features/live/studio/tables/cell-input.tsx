import { type KeyboardEvent, useState } from 'react'
import css from './tables.module.css'

/** Moves to the same column of the row below or above. */
const goVertically = (event: KeyboardEvent<HTMLElement>, step: 1 | -1): void => {
  const cell = event.currentTarget.closest('[data-row]')
  const column = event.currentTarget.dataset['column']
  const row = Number(cell?.getAttribute('data-row'))
  const next = event.currentTarget
    .closest('[data-rows]')
    ?.querySelector<HTMLElement>(`[data-row="${row + step}"] [data-column="${column}"]`)
  if (!next) return
  event.preventDefault()
  next.focus()
}

interface CellInputProps<T> {
  readonly label: string
  readonly column: string
  readonly value: T
  readonly show: (value: T) => string
  /** Undefined: what was typed is none. */
  readonly read: (text: string) => T | undefined
  readonly onGive: (value: T) => void
  readonly align?: 'right'
  readonly placeholder?: string | undefined
  readonly max?: number
  readonly invalid?: boolean | undefined
  readonly disabled: boolean
  readonly list?: string
}

/** A cell that is typed into: given on when it is left, by Enter to the row below. */
export const CellInput = <T,>(props: CellInputProps<T>) => {
  const { label, column, value, show, read, onGive, align, placeholder, max, invalid, disabled, list } = props
  const [typed, setTyped] = useState<string>()
  const isWrong = typed !== undefined && read(typed) === undefined
  const commit = () => {
    if (typed === undefined) return
    const next = read(typed)
    setTyped(undefined)
    if (next !== undefined && typed !== show(value)) onGive(next)
  }
  return (
    <input
      className={css.cell}
      data-column={column}
      data-align={align}
      aria-label={label}
      aria-invalid={isWrong || invalid || undefined}
      value={typed ?? show(value)}
      placeholder={placeholder}
      maxLength={max}
      disabled={disabled}
      list={list}
      autoComplete="off"
      onChange={(event) => setTyped(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          commit()
          goVertically(event, event.shiftKey ? -1 : 1)
        } else if (event.key === 'ArrowDown') goVertically(event, 1)
        else if (event.key === 'ArrowUp') goVertically(event, -1)
        else if (event.key === 'Escape' && typed !== undefined) {
          event.stopPropagation()
          setTyped(undefined)
        }
      }}
    />
  )
}
