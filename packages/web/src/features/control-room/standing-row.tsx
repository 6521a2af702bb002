import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { useLabels } from '../../ui/labels.tsx'
import { Modal } from '../../ui/modal.tsx'
import css from './programme.module.css'

/** What stands before viewers now, or that nothing does, and for who runs the show the ways to end it and to make another. */
export const StandingRow = ({
  icon,
  text,
  title,
  none,
  end,
  make,
}: {
  icon: ReactNode
  /** Undefined: nothing stands. */
  text: ReactNode | undefined
  /** All of a text that is cut. */
  title?: string | undefined
  none: string
  end?: { readonly label: string; readonly busy?: boolean; readonly onEnd: () => void } | undefined
  make?: { readonly label: string; readonly title: string; readonly onMake: () => void } | undefined
}) => (
  <div className={css.standing} data-on={text !== undefined}>
    {icon}
    {text === undefined ? (
      <span className="caption grow">{none}</span>
    ) : (
      <p className="clip grow" title={title}>
        {text}
      </p>
    )}
    {end && (
      <button type="button" disabled={end.busy} onClick={end.onEnd}>
        {end.label}
      </button>
    )}
    {make && (
      <button type="button" aria-label={make.title} title={make.title} onClick={make.onMake}>
        <IconPlus {...icon16} />
        {text === undefined && make.label}
      </button>
    )}
  </div>
)

/** The form in which one of them is written: sent by Enter or its button. */
export const SpotDialog = ({
  title,
  send,
  isReady,
  busy = false,
  onSend,
  onClose,
  children,
}: {
  title: string
  send: string
  isReady: boolean
  busy?: boolean
  onSend: () => void
  onClose: () => void
  children: ReactNode
}) => {
  const labels = useLabels()
  return (
    <Modal
      open
      onClose={onClose}
      title={title}
      width={440}
      footer={
        <>
          <Button onClick={onClose}>{labels.cancel}</Button>
          <Button kind="primary" disabled={!isReady} busy={busy} onClick={onSend}>
            {send}
          </Button>
        </>
      }
    >
      <form
        className="stack-m"
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) onSend()
        }}
      >
        {children}
        <button type="submit" hidden />
      </form>
    </Modal>
  )
}
