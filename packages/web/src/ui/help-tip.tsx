import { Tooltip } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import css from './help-tip.module.css'
import { icon14 } from './icon-props.ts'
import { useLabels } from './labels.tsx'

/** An (i) that says more on hover and focus, and to screen readers. */
export const HelpTip = ({ text }: { text: string }) => {
  const labels = useLabels()
  return (
    <Tooltip label={text} multiline maw={320} events={{ hover: true, focus: true, touch: true }}>
      <button type="button" className={css.tip} aria-label={labels.pair(labels.help, text)}>
        <IconInfoCircle {...icon14} />
      </button>
    </Tooltip>
  )
}
