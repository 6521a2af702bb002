import { Tooltip } from '@mantine/core'
import { useClickOutside } from '@mantine/hooks'
import { IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import css from './help-tip.module.css'
import { icon14 } from './icon-props.ts'
import { useLabels } from './labels.tsx'

/** An (i) that says more on hover, on focus and when it is tapped, and to screen readers. */
export const HelpTip = ({ text }: { text: string }) => {
  const labels = useLabels()
  const [shown, setShown] = useState(false)
  const button = useClickOutside<HTMLButtonElement>(() => setShown(false))
  // By the tooltip's own events a tap shows nothing: with the finger, what stood for the mouse leaves too.
  return (
    <Tooltip label={text} multiline maw={320} opened={shown}>
      <button
        ref={button}
        type="button"
        className={css.tip}
        aria-label={labels.pair(labels.help, text)}
        onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setShown(true)}
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setShown(false)}
        onFocus={() => setShown(true)}
        onBlur={() => setShown(false)}
        onClick={() => setShown(true)}
        onKeyDown={({ key }) => key === 'Escape' && setShown(false)}
      >
        <IconInfoCircle {...icon14} />
      </button>
    </Tooltip>
  )
}
