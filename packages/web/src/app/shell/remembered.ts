import { useState } from 'react'
import { consoleKeyPrefix } from '../../lib/session/stored-auth.ts'

/** A choice of how the console looks, kept in this browser until logout. */
export const useRemembered = (name: string, initial: string): [string, (value: string) => void] => {
  const key = `${consoleKeyPrefix}${name}`
  const [value, setValue] = useState(() => localStorage.getItem(key) ?? initial)
  return [
    value,
    (next) => {
      localStorage.setItem(key, next)
      setValue(next)
    },
  ]
}
