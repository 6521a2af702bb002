import { showTimecode } from '@kaimai/contract/comment-mod/timecode.rules.ts'
import { type SubmitEvent, useId, useState } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { LabelledInput } from '../../ui/field.tsx'
import { useLabels } from '../../ui/labels.tsx'
import { Modal } from '../../ui/modal.tsx'
import css from './edit-dialogs.module.css'
import { possibleShift } from './timed-edit.ts'
import type { Line } from './timed-list.ts'

interface ShiftDialogProps {
  readonly lines: readonly Line[]
  readonly chosen: ReadonlySet<string>
  readonly onShift: (seconds: number) => void
  readonly onClose: () => void
}

const read = (text: string): number | undefined => {
  const match = /^([+-]?)(\d{1,5}(?:\.\d)?)$/.exec(text.normalize('NFKC').replaceAll('−', '-').replaceAll(/\s/g, ''))
  return match ? Number(match[2]) * (match[1] === '-' ? -1 : 1) : undefined
}

/** Moves the chosen comments by so many seconds, with a look at what comes of it. */
export const ShiftDialog = ({ lines, chosen, onShift, onClose }: ShiftDialogProps) => {
  const t = useText('comment-mod')
  const labels = useLabels()
  const formId = useId()
  const [typed, setTyped] = useState('+5')
  const by = read(typed)
  const shift = by === undefined ? 0 : possibleShift(lines, chosen, by)
  const times = lines.filter(({ key }) => chosen.has(key)).map(({ commentTime }) => commentTime)
  const [first, last] = [Math.min(...times), Math.max(...times)]
  const range = (plus: number) => `${showTimecode(first + plus)} – ${showTimecode(last + plus)}`
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (shift !== 0) onShift(shift)
  }
  return (
    <Modal
      open
      onClose={onClose}
      title={t('shift.title', { count: chosen.size })}
      width={440}
      footer={
        <>
          <Button onClick={onClose}>{labels.cancel}</Button>
          <Button type="submit" form={formId} kind="primary" disabled={shift === 0}>
            {t('shift.ok')}
          </Button>
        </>
      }
    >
      <form id={formId} className="stack" onSubmit={submit}>
        <LabelledInput
          label={t('shift.seconds')}
          description={t('shift.hint')}
          value={typed}
          onChange={setTyped}
          error={by === undefined ? t('shift.wrong') : undefined}
          autoFocus
        />
        <div role="status">
          <dl className={css.outcome}>
            <dt>{t('shift.now')}</dt>
            <dd>{range(0)}</dd>
            <dt>{t('shift.then')}</dt>
            <dd>{range(shift)}</dd>
          </dl>
        </div>
        {by !== undefined && shift !== by && (
          <p className={css.warn}>{t('shift.limited', { seconds: String(shift) })}</p>
        )}
      </form>
    </Modal>
  )
}
