import { type SubmitEvent, useId, useState } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { LabelledCheckbox, LabelledInput } from '../../ui/field.tsx'
import { useLabels } from '../../ui/labels.tsx'
import { Modal } from '../../ui/modal.tsx'
import css from './edit-dialogs.module.css'
import { replaceInLines } from './timed-edit.ts'
import type { Line } from './timed-list.ts'

interface ReplaceDialogProps {
  readonly lines: readonly Line[]
  readonly chosen: ReadonlySet<string>
  readonly onReplace: (lines: readonly Line[], count: number) => void
  readonly onClose: () => void
}

/** Finds words in the comments and puts others in their place. */
export const ReplaceDialog = ({ lines, chosen, onReplace, onClose }: ReplaceDialogProps) => {
  const t = useText('comment-mod')
  const labels = useLabels()
  const formId = useId()
  const [find, setFind] = useState('')
  const [by, setBy] = useState('')
  const [matchCase, setMatchCase] = useState(false)
  const [onlyChosen, setOnlyChosen] = useState(chosen.size > 0)
  const result = replaceInLines(lines, { find, by, matchCase, within: onlyChosen ? chosen : undefined })
  const examples = result.lines.filter((line, index) => line !== lines[index]).slice(0, 3)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (result.count > 0) onReplace(result.lines, result.count)
  }
  return (
    <Modal
      open
      onClose={onClose}
      title={t('replace.title')}
      width={480}
      footer={
        <>
          <Button onClick={onClose}>{labels.cancel}</Button>
          <Button type="submit" form={formId} kind="primary" disabled={result.count === 0}>
            {result.count === 0 ? t('replace.none') : t('replace.ok', { count: result.count })}
          </Button>
        </>
      }
    >
      <form id={formId} className="stack" onSubmit={submit}>
        <LabelledInput label={t('replace.find')} value={find} onChange={setFind} max={100} autoFocus />
        <LabelledInput label={t('replace.by')} value={by} onChange={setBy} max={100} />
        <div className={css.checks}>
          <LabelledCheckbox label={t('replace.case')} value={matchCase} onChange={setMatchCase} />
          {chosen.size > 0 && (
            <LabelledCheckbox
              label={t('replace.chosen', { count: chosen.size })}
              value={onlyChosen}
              onChange={setOnlyChosen}
            />
          )}
        </div>
        <p className="caption" role="status">
          {find === '' ? t('replace.hint') : t('replace.found', { count: result.count })}
        </p>
        {examples.length > 0 && (
          <ul className={css.examples}>
            {examples.map(({ key, commentText }) => (
              <li className="clip" key={key}>
                {commentText}
              </li>
            ))}
          </ul>
        )}
      </form>
    </Modal>
  )
}
