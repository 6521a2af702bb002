import { IconCheck, IconCopy } from '@tabler/icons-react'
import { type ReactElement, useEffect, useState } from 'react'
import { Button } from './button.tsx'
import css from './copy-field.module.css'
import { icon16 } from './icon-props.ts'
import { useLabels } from './labels.tsx'

/** Copies by the clipboard, or by a hidden selection where a page over plain http may not. */
export const copyText = async (text: string): Promise<void> => {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(text)
    return
  }
  const area = document.createElement('textarea')
  area.value = text
  area.style.position = 'fixed'
  area.style.opacity = '0'
  document.body.append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
}

const shownMs = 2000

interface CopyButtonProps {
  /** What is copied. */
  readonly value: string
  /** What the button says, and what it says for two seconds once it has copied. */
  readonly label: string
  readonly done: string
  readonly icon?: ReactElement
  /** Of what, for screen readers. */
  readonly of?: string
}

export const CopyButton = ({ value, label, done, icon = <IconCopy {...icon16} />, of }: CopyButtonProps) => {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), shownMs)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <Button
      kind="plain"
      size="s"
      icon={copied ? <IconCheck size={16} stroke={2} /> : icon}
      onClick={() => void copyText(value).then(() => setCopied(true))}
    >
      <span aria-live="polite">{copied ? done : label}</span>
      {of !== undefined && <span className="sr-only">{of}</span>}
    </Button>
  )
}

/** A link or key to hand on. */
export const CopyField = ({ value, label }: { value: string; label: string }) => {
  const labels = useLabels()
  return (
    <div className={css.copy} role="group" aria-label={label}>
      <code title={value}>{value}</code>
      <CopyButton value={value} label={labels.copy} done={labels.copied} />
    </div>
  )
}
