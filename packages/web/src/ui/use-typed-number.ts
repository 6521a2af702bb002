import { type FocusEvent, useLayoutEffect, useRef, useState } from 'react'
import { useLabels } from './labels.tsx'

interface TypedNumberOptions {
  /** Undefined: nothing stands there. NaN: something that is no number, or could be two. */
  readonly value: number | undefined
  readonly onChange: (value: number | undefined) => void
  readonly onBlur?: (() => void) | undefined
  /** So many digits may stand behind the point; 0 without it. */
  readonly decimals?: number | undefined
  /** Stand around the number while it is not being typed (`NT$`, `%`). */
  readonly prefix?: string | undefined
  readonly unit?: string | undefined
}

const bareOf = (text: string, prefix: string, unit: string): string => {
  const typed = text.normalize('NFKC').trim()
  const [before, after] = [prefix, unit].map((each) => each.normalize('NFKC').trim().toLowerCase()) as [string, string]
  const start = typed.toLowerCase().startsWith(before) ? before.length : 0
  const end = typed.toLowerCase().endsWith(after) ? typed.length - after.length : typed.length
  return typed.slice(start, end).trim()
}

/**
 * A number that is kept as it is typed until its field is left: what was typed is read as a whole, never a key at a time, so
 * that no comma gets lost on the way. What can't be read stays, with why, and gives NaN for it.
 */
export const useTypedNumber = (options: TypedNumberOptions) => {
  const { value, onChange, onBlur, decimals = 0, prefix = '', unit = '' } = options
  const labels = useLabels()
  const [typed, setTyped] = useState<{ readonly text: string; readonly gave: number | undefined }>()
  const [isFocused, setFocused] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  const read = (text: string) => {
    const bare = bareOf(text, prefix, unit)
    return bare === '' ? { value: undefined } : labels.readNumber(bare, decimals)
  }
  const show = (): string => {
    if (value === undefined || Number.isNaN(value)) return ''
    if (isFocused) return String(value)
    const digits = value.toLocaleString('en-US', { maximumFractionDigits: decimals })
    return `${prefix}${digits}${unit === '' ? '' : ` ${unit}`}`
  }
  // Without its signs it is another text, and the browser drops what Tab had selected: a key would add to the number.
  useLayoutEffect(() => {
    if (isFocused) input.current?.select()
  }, [isFocused])
  // Set from elsewhere (changes discarded): what is typed gives way.
  const text = typed !== undefined && Object.is(typed.gave, value) ? typed.text : show()
  const found = typed?.text === text ? read(text) : undefined
  const problem = found !== undefined && 'problem' in found ? found.problem : undefined

  return {
    text,
    isFocused,
    /** Why what stands there is no number; undefined where it is one. */
    problem,
    change: (next: string): void => {
      const now = read(next)
      const gave = 'problem' in now ? Number.NaN : now.value
      setTyped({ text: next, gave })
      onChange(gave)
    },
    focus: ({ currentTarget }: FocusEvent<HTMLInputElement>): void => {
      input.current = currentTarget
      setFocused(true)
    },
    blur: (): void => {
      setFocused(false)
      if (problem === undefined) setTyped(undefined)
      onBlur?.()
    },
  }
}
