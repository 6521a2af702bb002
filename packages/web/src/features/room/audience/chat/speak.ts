import { createContext, useContext, useEffect } from 'react'

/** Says something to this viewer alone who can't see it, at once. */
type Speak = (text: string) => void

const SpeakContext = createContext<Speak>(() => {})
export const SpeakProvider = SpeakContext

/** Speaks a private line of the chat when it comes, and when its words change; no words: nothing. */
export const useSpoken = (text: string): void => {
  const speak = useContext(SpeakContext)
  useEffect(() => {
    if (text !== '') speak(text)
  }, [speak, text])
}
