import { useCallback, useState, useSyncExternalStore } from 'react'
import { createDeviceMemory } from '../../../../lib/audience/device-memory.ts'

const tabMemory = createDeviceMemory(() => sessionStorage)
const never = () => () => {}
const nothing = () => ''

const storedDraft = (key: string | undefined): string => {
  const text = key === undefined ? '' : tabMemory.read(`draft.${key}`)
  return typeof text === 'string' ? text : ''
}

/** Puts back what could not be sent: there when the room's composer is drawn anew. */
export const keepDraft = (key: string, text: string): void => tabMemory.write(`draft.${key}`, text)

/** What is being written in a room: it outlasts a reload, as long as the tab is open. `key` undefined: nothing is kept. */
export const useDraft = (key: string | undefined): readonly [text: string, change: (text: string) => void] => {
  const [typed, setTyped] = useState<string>()
  const before = useSyncExternalStore(never, () => storedDraft(key), nothing)
  const change = useCallback(
    (next: string) => {
      setTyped(next)
      if (key === undefined) return
      if (next === '') tabMemory.forget(`draft.${key}`)
      else keepDraft(key, next)
    },
    [key],
  )
  return [typed ?? before, change]
}
