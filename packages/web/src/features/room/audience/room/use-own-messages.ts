import { useCallback, useEffect, useRef, useState } from 'react'
import { browserClock } from '../../../../lib/clock/clock.ts'

/** What is there when the room is entered is history: only what comes later is spoken. */
const historyMs = 2_000

/** The newest message to this viewer alone. `isIn`: the viewer is in, and earlier messages have been shown. */
export const useOwnMessages = (isIn: boolean): readonly [words: string, speak: (text: string) => void] => {
  const [words, setWords] = useState('')
  const speaks = useRef(false)
  useEffect(() => {
    if (!isIn) return undefined
    return browserClock.after(historyMs, () => {
      speaks.current = true
    })
  }, [isIn])
  const speak = useCallback((text: string) => {
    if (speaks.current) setWords(text)
  }, [])
  return [words, speak]
}
