import type { ProfileBody } from '@kaimai/contract/customer/profile.schema.ts'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { isCallError } from '../../../lib/http/call-error.ts'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { Action } from '../../../ui/audience/action.tsx'
import css from './detail-form.module.css'

/** By the server's field paths (`personal.phone`). */
type ErrorOf = (path: string) => string | undefined

export interface DetailFormProps {
  /** Rejects with a CallError. */
  readonly onSave: (body: ProfileBody) => Promise<void>
  readonly onClose: () => void
}

/** A part of the saved data while it is changed: checked by the server, whose words stand at the fields. */
export const DetailForm = ({
  bodyOf,
  onSave,
  onClose,
  children,
}: DetailFormProps & {
  readonly bodyOf: () => ProfileBody
  readonly children: (errorOf: ErrorOf) => ReactNode
}) => {
  const t = useText('customer')
  const form = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [problem, setProblem] = useState<string>()

  useEffect(() => {
    // The button that opened it is gone.
    form.current?.querySelector<HTMLElement>('input, select')?.focus({ preventScroll: true })
  }, [])

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    try {
      await onSave(bodyOf())
      onClose()
    } catch (error) {
      const found = isCallError(error) ? error.fields : undefined
      setBusy(false)
      setErrors(found ?? {})
      if (!found) setProblem(isCallError(error) ? error.message : t('sheet.failed'))
      requestAnimationFrame(() => {
        const invalid = form.current?.querySelector<HTMLElement>('[aria-invalid]')
        invalid?.focus()
        // No field of this form shows it.
        if (found && !invalid) setProblem(Object.values(found).join(' '))
      })
    }
  }

  return (
    <form ref={form} className={css.form} noValidate onSubmit={(event) => void submit(event)}>
      {children((path) => errors[path])}
      {problem !== undefined && (
        <p className={css.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={css.acts}>
        <Action kind="quiet" onClick={onClose}>
          {t('details.cancel')}
        </Action>
        <Action type="submit" busy={busy}>
          {t('details.save')}
        </Action>
      </div>
    </form>
  )
}
