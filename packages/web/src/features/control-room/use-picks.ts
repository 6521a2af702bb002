import { useEffect, useEffectEvent, useState } from 'react'
import type { ChatItem } from './use-chat-items.ts'

/** Comments of the log: what the script says has no number, and is decided one by one. */
export const isPickable = ({ row }: ChatItem): boolean => row.kind === 'comment' && row.seq !== undefined

/** All from one key to another, whichever comes first, and those before; without `from` the one alone. */
export const pickedRange = (
  keys: readonly string[],
  picked: ReadonlySet<string>,
  from: string | undefined,
  to: string,
): ReadonlySet<string> => {
  const [a, b] = [keys.indexOf(from ?? to), keys.indexOf(to)]
  if (b === -1) return picked
  const [first, last] = a === -1 ? [b, b] : [Math.min(a, b), Math.max(a, b)]
  return new Set([...picked, ...keys.slice(first, last + 1)])
}

export interface Picks {
  /** Several are chosen at once. */
  readonly isOn: boolean
  readonly has: (key: string) => boolean
  /** The one chosen last. */
  readonly last: string | undefined
  readonly start: () => void
  readonly toggle: (key: string) => void
  /** From the one chosen last, or `from`, up to this. */
  readonly rangeTo: (items: readonly ChatItem[], key: string, from: string | undefined) => void
  readonly clear: () => void
}

interface Picked {
  readonly keys: ReadonlySet<string>
  readonly last: string | undefined
}
const nothing: ReadonlySet<string> = new Set()

/** Several comments chosen at once. */
export const usePicks = (): Picks => {
  const [picks, setPicks] = useState<Picked>()
  const keys = picks?.keys ?? nothing
  return {
    isOn: picks !== undefined,
    has: (key) => keys.has(key),
    last: picks?.last,
    start: () => setPicks((before) => ({ keys: before?.keys ?? nothing, last: undefined })),
    // A row that was not drawn again since others were chosen adds to those all the same.
    toggle: (key) =>
      setPicks((before) => {
        const next = new Set(before?.keys)
        if (!next.delete(key)) next.add(key)
        return { keys: next, last: key }
      }),
    rangeTo: (items, key, from) => {
      const all = items.filter(isPickable).map((item) => item.key)
      setPicks((before) => ({ keys: pickedRange(all, before?.keys ?? nothing, before?.last ?? from, key), last: key }))
    },
    clear: () => setPicks(undefined),
  }
}

/** Shift with an arrow key, where no field or dialog wants it: before the keys that know no shift. */
export const useShiftArrows = (run: (step: -1 | 1) => void): void => {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!event.shiftKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    const { target } = event
    if (target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return
    if (document.querySelector('[role="dialog"], [role="menu"]') !== null) return
    event.preventDefault()
    run(event.key === 'ArrowUp' ? -1 : 1)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen, true)
    return () => removeEventListener('keydown', listen, true)
  }, [])
}
