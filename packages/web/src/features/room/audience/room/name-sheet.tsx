import { type FormEvent, useId, useState } from 'react'
import { isFailedCall } from '../../../../lib/http/failed-call.ts'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { withTexts } from '../../../../lib/i18n/with-texts.tsx'
import { Action } from '../parts/action.tsx'
import { Sheet } from '../parts/sheet.tsx'
import css from './name-sheet.module.css'
import { lateTexts } from './lazy-texts.ts'

/** What the server takes. */
const nameMax = 40

/** Asks an anonymous viewer once, before the first message, what to be called. */
const NameSheet = ({
  guestName,
  remembered,
  onName,
  onSkip,
  onClose,
}: {
  /** What the viewer is called otherwise. */
  readonly guestName: string
  /** Given in another room of this device. */
  readonly remembered: string
  readonly onName: (name: string) => Promise<void>
  readonly onSkip: () => void
  readonly onClose: () => void
}) => {
  const t = useText('room')
  const [name, setName] = useState(remembered)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const id = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const typed = name.trim()
    if (typed === '') return onSkip()
    setBusy(true)
    onName(typed).catch((error: unknown) => {
      setBusy(false)
      setProblem(isFailedCall(error) ? (error.fields?.['name'] ?? error.message) : t('failed'))
    })
  }
  return (
    <Sheet title={t('name.title')} onClose={onClose}>
      <form className={css.form} onSubmit={submit}>
        <label className="text-m" htmlFor={id}>
          {t('name.label')}
        </label>
        <input
          id={id}
          data-first
          value={name}
          maxLength={nameMax}
          autoComplete="nickname"
          enterKeyHint="send"
          placeholder={guestName}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={`${id}-help`}
          onChange={(event) => setName(event.target.value)}
        />
        <p id={`${id}-help`} className={problem === undefined ? undefined : css.bad}>
          {problem ?? t('name.help')}
        </p>
        <Action type="submit" big busy={busy}>
          {name.trim() !== ''
            ? t('name.send')
            : guestName === ''
              ? t('name.skipNow')
              : t('name.skip', { name: guestName })}
        </Action>
      </form>
    </Sheet>
  )
}

/** The sheet with its own texts. */
export const loadNameSheet = () => withTexts(lateTexts, NameSheet)
