import { useEffect, useRef } from 'react'
import { createStore } from '../store/store.ts'

export interface Shortcut {
  /** `n`, `/`, `?`, or with the platform's key: `mod+k`. */
  readonly keys: string
  /** What it does, for the list under `?`. */
  readonly label: string
  /** None: the key is heard elsewhere and only listed. */
  readonly run?: (() => void) | undefined
}

const active = createStore<readonly Shortcut[]>([])

/** The shortcuts that work now, the newest last. */
export const activeShortcuts = { get: active.get, subscribe: active.subscribe }

/** Whether keys belong to what is typed into. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** The name of a key press as `keys` writes it. */
export const keysOf = (event: Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey'>): string =>
  `${event.metaKey || event.ctrlKey ? 'mod+' : ''}${event.key.toLowerCase()}`

/** Starts listening, once; the answer stops it. Keys without mod are left alone while someone types or in a dialog. */
export const listenForShortcuts = (): (() => void) => {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.isComposing || event.defaultPrevented) return
    const keys = keysOf(event)
    const busy = isTyping(event.target) || document.querySelector('[role="dialog"]') !== null
    if (busy && !keys.startsWith('mod+')) return
    const shortcut = active.get().findLast((each) => each.keys === keys && each.run !== undefined)
    if (!shortcut?.run) return
    event.preventDefault()
    shortcut.run()
  }
  addEventListener('keydown', onKeyDown)
  return () => removeEventListener('keydown', onKeyDown)
}

/** A key that works while the component stands; it is listed under `?`. */
export const useShortcut = ({ keys, label, run }: Shortcut): void => {
  const latest = useRef(run)
  const isHeard = run !== undefined
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    const shortcut: Shortcut = { keys, label, run: isHeard ? () => latest.current?.() : undefined }
    active.set([...active.get(), shortcut])
    return () => active.set(active.get().filter((each) => each !== shortcut))
  }, [keys, label, isHeard])
}
