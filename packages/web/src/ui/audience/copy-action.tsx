import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { icon20 } from '../icon-props.ts'
import { Action, type ActionProps } from './action.tsx'

const shownMs = 2500

/** Apps' browsers and plain http have no clipboard to ask: the old way works in both. */
const copyOldWay = (text: string): boolean => {
  const field = document.createElement('textarea')
  field.value = text
  field.style.position = 'fixed'
  field.style.opacity = '0'
  document.body.append(field)
  field.select()
  const copied = document.execCommand('copy')
  field.remove()
  return copied
}

const copy = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyOldWay(text)
  }
}

/** Copies a text and says so. */
export const CopyAction = ({
  text,
  label,
  done,
  ...look
}: { text: string; label: string; done: string } & Pick<ActionProps, 'kind' | 'big' | 'className'>) => {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), shownMs)
    return () => clearTimeout(timer)
  }, [copied])
  const Icon = copied ? IconCheck : IconCopy
  return (
    <Action {...look} icon={<Icon {...icon20} />} onClick={() => void copy(text).then(setCopied)}>
      <span aria-live="polite">{copied ? done : label}</span>
    </Action>
  )
}
