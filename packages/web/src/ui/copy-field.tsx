import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
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

/** A link or key to hand on. */
export const CopyField = ({ value, label }: { value: string; label: string }) => {
  const labels = useLabels()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), shownMs)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <div className={css.copy} role="group" aria-label={label}>
      <code title={value}>{value}</code>
      <Button
        kind="plain"
        size="s"
        icon={copied ? <IconCheck size={16} stroke={2} /> : <IconCopy {...icon16} />}
        onClick={() => void copyText(value).then(() => setCopied(true))}
      >
        <span aria-live="polite">{copied ? labels.copied : labels.copy}</span>
      </Button>
    </div>
  )
}
