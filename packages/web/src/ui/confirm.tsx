import { useState, useSyncExternalStore } from 'react'
import { Button } from './button.tsx'
import css from './confirm.module.css'
import { useLabels } from './labels.tsx'
import { Modal } from './modal.tsx'

export interface Question {
  readonly title: string
  readonly text?: string
  /** The answer that acts, named after what happens (「刪除商品」); OK by default. */
  readonly ok?: string
  readonly cancel?: string
  readonly danger?: boolean
  /** Done before the dialog closes; the button shows that it goes on. The dialog stays open when it fails. */
  readonly run?: () => Promise<unknown>
}

interface Asked extends Question {
  readonly answer: (agreed: boolean) => void
}

let asked: Asked | undefined
const listeners = new Set<() => void>()
const show = (next: Asked | undefined) => {
  asked = next
  for (const listener of listeners) listener()
}

/** Asks and answers whether the user agreed. A question asked while another stands answers that one with no. */
export const askToConfirm = (question: Question): Promise<boolean> =>
  new Promise((resolve) => {
    asked?.answer(false)
    show({ ...question, answer: resolve })
  })

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Where questions appear: once, near the root. */
export const ConfirmHost = () => {
  const question = useSyncExternalStore(
    subscribe,
    () => asked,
    () => undefined,
  )
  const labels = useLabels()
  const [busy, setBusy] = useState(false)
  const end = (agreed: boolean) => {
    question?.answer(agreed)
    show(undefined)
  }
  const agree = async () => {
    setBusy(true)
    try {
      await question?.run?.()
      end(true)
    } catch {
      // The caller of `run` shows what went wrong; the dialog stays open for another try.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      onTop
      open={question !== undefined}
      onClose={busy ? undefined : () => end(false)}
      title={question?.title ?? ''}
      closeIcon={false}
      width={400}
      footer={
        <>
          <Button onClick={() => end(false)} disabled={busy}>
            {question?.cancel ?? labels.cancel}
          </Button>
          <Button kind={question?.danger ? 'dangerSubmit' : 'primary'} busy={busy} onClick={() => void agree()}>
            {question?.ok ?? labels.ok}
          </Button>
        </>
      }
    >
      <p className={css.text}>{question?.text}</p>
    </Modal>
  )
}
