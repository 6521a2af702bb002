import { type SubmitEvent, useId, useMemo, useState } from 'react'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { Button } from '../../../../ui/button.tsx'
import { LabelledCheckbox, LabelledInput } from '../../../../ui/field.tsx'
import { useLabels } from '../../../../ui/labels.tsx'
import { Modal } from '../../../../ui/modal.tsx'
import { toast } from '../../../../ui/toast.tsx'
import { useDoc, useStore, useStudio } from '../editor-context.ts'
import { replaceWords } from '../model/edit.ts'
import css from './files.module.css'

/** Finds words in the comments and puts others in their place. */
export const ReplaceDialog = ({ onClose }: { onClose: () => void }) => {
  const t = useText('live')
  const labels = useLabels()
  const { editor } = useStudio()
  const doc = useDoc()
  const selection = useStore(editor.selection)
  const formId = useId()
  const chosen = useMemo(() => doc.comment.filter(({ key }) => selection.has(key)).length, [doc, selection])
  const [find, setFind] = useState('')
  const [by, setBy] = useState('')
  const [matchCase, setMatchCase] = useState(false)
  const [onlyChosen, setOnlyChosen] = useState(chosen > 1)
  const result = useMemo(
    () => replaceWords(doc, { find, by, matchCase, keys: onlyChosen ? selection : undefined }),
    [doc, find, by, matchCase, onlyChosen, selection],
  )
  const examples =
    result.count === 0 ? [] : result.doc.comment.filter((clip, at) => clip !== doc.comment[at]).slice(0, 3)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (result.count === 0) return
    editor.edit(result.doc, 'replace')
    toast.good(t('studio.replace.done', { count: result.count }))
    onClose()
  }
  return (
    <Modal
      open
      onClose={onClose}
      title={t('studio.replace.title')}
      width={480}
      footer={
        <>
          <Button onClick={onClose}>{labels.cancel}</Button>
          <Button type="submit" form={formId} kind="primary" disabled={result.count === 0}>
            {t('studio.replace.ok', { count: result.count })}
          </Button>
        </>
      }
    >
      <form id={formId} className="stack" onSubmit={submit}>
        <LabelledInput
          label={t('studio.replace.find')}
          name="find"
          value={find}
          onChange={setFind}
          max={100}
          autoFocus
        />
        <LabelledInput label={t('studio.replace.by')} name="by" value={by} onChange={setBy} max={100} />
        <LabelledCheckbox label={t('studio.replace.case')} name="case" value={matchCase} onChange={setMatchCase} />
        {chosen > 1 && (
          <LabelledCheckbox
            label={t('studio.replace.chosen', { count: chosen })}
            name="chosen"
            value={onlyChosen}
            onChange={setOnlyChosen}
          />
        )}
        <p className={css.lead} role="status">
          {find === '' ? t('studio.replace.hint') : t('studio.replace.found', { count: result.count })}
        </p>
        {examples.length > 0 && (
          <ul className={css.examples}>
            {examples.map(({ key, commentText }) => (
              <li key={key}>{commentText}</li>
            ))}
          </ul>
        )}
      </form>
    </Modal>
  )
}
