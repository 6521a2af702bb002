import { IconLinkOff, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Button, IconButton } from '../button.tsx'
import { icon16 } from '../icon-props.ts'
import { useLabels } from '../labels.tsx'
import { typedLink } from './pasted-html.ts'
import css from './rich-text.module.css'
import type { RichTextFormat, RichTextWords } from './rich-text-words.ts'

interface LinkBarProps {
  readonly words: RichTextWords
  readonly format: Pick<RichTextFormat, 'isLink'>
  /** Where the link leads that is edited; empty: a new one. */
  readonly href: string
  readonly onApply: (href: string) => void
  readonly onRemove: () => void
  readonly onClose: () => void
}

/** The address of a link, below the buttons: no window above a window. */
export const LinkBar = ({ words, format, href, onApply, onRemove, onClose }: LinkBarProps) => {
  const labels = useLabels()
  const id = useId()
  const [typed, setTyped] = useState(href)
  const [isWrong, setWrong] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.select(), [])
  const apply = () => {
    const link = typedLink(typed, format.isLink)
    if (link === undefined) return setWrong(true)
    onApply(link)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      apply()
    }
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      onClose()
    }
  }
  return (
    <div className={css.link} role="group" aria-label={words.link}>
      <input
        ref={input}
        type="text"
        inputMode="url"
        autoComplete="off"
        aria-label={words.linkAddress}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-wrong` : undefined}
        // A drawer around the editor would take Escape for itself.
        data-mantine-stop-propagation="true"
        value={typed}
        placeholder={words.linkExample}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setWrong(false)
        }}
        onKeyDown={onKeyDown}
      />
      <Button size="s" onClick={apply}>
        {words.linkApply}
      </Button>
      {href !== '' && <IconButton label={words.linkRemove} icon={<IconLinkOff {...icon16} />} onClick={onRemove} />}
      <IconButton label={labels.close} icon={<IconX {...icon16} />} onClick={onClose} />
      {isWrong && (
        <p id={`${id}-wrong`} role="alert">
          {words.linkWrong}
        </p>
      )}
    </div>
  )
}
