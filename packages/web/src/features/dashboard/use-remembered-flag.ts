import { useState } from 'react'
import { consoleKeyPrefix } from '../../lib/session/stored-auth.ts'

/** A yes that this browser remembers until one logs out. */
export const useRememberedFlag = (name: string): readonly [boolean, () => void] => {
  const key = `${consoleKeyPrefix}${name}`
  const [flag, setFlag] = useState(() => localStorage.getItem(key) === 'yes')
  const remember = () => {
    setFlag(true)
    localStorage.setItem(key, 'yes')
  }
  return [flag, remember]
}
