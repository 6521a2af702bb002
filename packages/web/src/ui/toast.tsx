import { Notifications, notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { icon16, icon20 } from './icon-props.ts'
import { useLabels } from './labels.tsx'
import css from './toast.module.css'

export interface ToastOptions {
  /** Takes back what was done; offered for 5 seconds. */
  readonly undo?: { readonly label: string; readonly run: () => void }
  /** A toast of the same id is replaced instead of shown twice. */
  readonly id?: string
}

const icons = { good: IconCircleCheck, bad: IconCircleX, warn: IconAlertTriangle, info: IconInfoCircle } as const
type Tone = keyof typeof icons

/** How long toasts stand, in ms: an error longer than a success. */
const standMs = { good: 4000, info: 4000, warn: 8000, bad: 8000 } as const
const undoMs = 5000

const say =
  (tone: Tone) =>
  (message: string, options: ToastOptions = {}): void => {
    const id = options.id ?? `${tone}:${message}`
    const { undo } = options
    const takeBack = () => {
      notifications.hide(id)
      undo?.run()
    }
    const content = {
      id,
      message: '',
      // Of the element around it, which Mantine makes an alert: what went well is said when the reader has time.
      role: tone === 'bad' || tone === 'warn' ? 'alert' : 'status',
      autoClose: undo ? undoMs : standMs[tone],
      renderNotification: () => (
        <Toast tone={tone} message={message} close={() => notifications.hide(id)}>
          {undo && (
            <button type="button" className={css.undo} onClick={takeBack}>
              {undo.label}
            </button>
          )}
        </Toast>
      ),
    }
    notifications.update(content)
    notifications.show(content)
  }

interface ToastProps {
  readonly tone: Tone
  readonly message: string
  readonly close: () => void
  readonly children: ReactNode
}

const Toast = ({ tone, message, close, children }: ToastProps) => {
  const labels = useLabels()
  const Icon = icons[tone]
  return (
    <div className={css.toast} data-tone={tone}>
      <Icon {...icon20} className={css.icon} />
      <span className={css.words}>{message}</span>
      {children}
      <button type="button" className={css.close} aria-label={labels.close} onClick={close}>
        <IconX {...icon16} />
      </button>
    </div>
  )
}

/** One quiet line about what has just happened. */
export const toast = { good: say('good'), bad: say('bad'), warn: say('warn'), info: say('info') }

/** Where toasts appear: once, near the root. */
export const Toasts = () => (
  <Notifications position="bottom-center" limit={4} containerWidth={440} zIndex={500} className={css.place ?? ''} />
)
