import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { LabelledTextarea } from './field.tsx'

export type SavingState = 'idle' | 'typing' | 'saving' | 'saved' | 'failed'

export interface AutosavedTextProps {
  readonly label: string
  readonly value: string
  readonly save: (text: string) => Promise<unknown>
  /** What stands at the label's right. */
  readonly words: Readonly<Record<Exclude<SavingState, 'idle'>, string>>
  readonly placeholder?: string
  readonly description?: ReactNode
  readonly max?: number
  readonly rows?: number
  readonly disabled?: boolean
}

/** After so long without a key, in ms. */
const settleMs = 700

/** Text that keeps itself: after a pause, on leaving the field, and on closing what it stands in. */
export const AutosavedText = (props: AutosavedTextProps) => {
  const { label, value, save, words, placeholder, description, rows = 3, disabled = false } = props
  const [typed, setTyped] = useState(value)
  const [state, setState] = useState<SavingState>('idle')
  const saved = useRef(value)
  const latest = useRef(value)

  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** One save at a time: two on their way could arrive in the other order. */
  const isSending = useRef(false)

  const keep = async () => {
    clearTimeout(pause.current)
    if (isSending.current) return
    isSending.current = true
    try {
      while (latest.current !== saved.current) {
        const text = latest.current
        setState('saving')
        await save(text)
        saved.current = text
        setState('saved')
      }
    } catch {
      setState('failed')
    } finally {
      isSending.current = false
    }
  }
  const keepNow = useEffectEvent(() => void keep())
  useEffect(() => () => keepNow(), [])

  return (
    <LabelledTextarea
      label={label}
      value={typed}
      onChange={(text) => {
        latest.current = text
        setTyped(text)
        setState(text === saved.current ? 'idle' : 'typing')
        clearTimeout(pause.current)
        pause.current = setTimeout(() => void keep(), settleMs)
      }}
      onBlur={() => void keep()}
      rows={rows}
      disabled={disabled}
      {...(placeholder === undefined ? {} : { placeholder })}
      description={description}
      note={<span aria-live="polite">{state === 'idle' ? '' : words[state]}</span>}
      error={props.max !== undefined && typed.length > props.max ? words.failed : undefined}
    />
  )
}
