import { useRef, useState } from 'react'
import { deviceMemory } from '../../../lib/audience/device-memory.ts'
import { isCallError, isKnownError } from '../../../lib/http/call-error.ts'
import { newIdempotencyKey } from '../../../lib/http/http.ts'
import { sendMessage } from './order-call.ts'

/** What of the words stays when some were sent: what was written on meanwhile is another message. */
export const wordsLeft = (words: string, sent: string): string => {
  const [typed, gone] = [words.trim(), sent.trim()]
  if (typed === gone) return ''
  return typed.startsWith(gone) ? typed.slice(gone.length).trimStart() : words
}

/** A message about an order while it is written and sent: what failed stays, and is not sent twice. */
export const useMessage = (orderId: string, orderKey: string, onSent: () => Promise<unknown>) => {
  const name = `message.${orderId}`
  const [text, setText] = useState(() => {
    const stored = deviceMemory.read(name)
    return typeof stored === 'string' ? stored : ''
  })
  const [isSending, setSending] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const key = useRef<string>(undefined)
  const newest = useRef(text)

  const write = (words: string): void => {
    newest.current = words
    setText(words)
    setTrouble(undefined)
    // Other words are another message.
    key.current = undefined
    if (words === '') deviceMemory.forget(name)
    else deviceMemory.write(name, words)
  }

  const send = async (): Promise<void> => {
    if (isSending || text.trim() === '') return
    setSending(true)
    setTrouble(undefined)
    key.current ??= newIdempotencyKey()
    try {
      await sendMessage(orderKey, text.trim(), key.current)
      await onSent()
      write(wordsLeft(newest.current, text))
    } catch (error) {
      if (!isCallError(error)) throw error
      if (isKnownError(error)) key.current = undefined
      setTrouble(error.message)
    } finally {
      setSending(false)
    }
  }

  return { text, write, send: () => void send(), isSending, trouble }
}
