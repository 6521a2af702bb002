import { IconInfoCircle, IconLock } from '@tabler/icons-react'
import type { ReactNode, SubmitEvent } from 'react'
import { problemOf } from '../../lib/form/field-error.ts'
import { useMergeDialog } from '../../lib/form/use-merge-dialog.ts'
import type { SchemaForm } from '../../lib/form/use-schema-form.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { useMay } from '../../lib/session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { useLabels } from '../../ui/labels.tsx'
import { MergeDialog } from '../../ui/merge-dialog.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { toast } from '../../ui/toast.tsx'
import { useFirmMergeWords } from './firm-merge-words.ts'
import css from './brand-setting.module.css'

interface Saving<V extends object> extends Pick<SchemaForm<V>, 'question' | 'answer' | 'leaveQuestion' | 'news'> {
  readonly values: V
  readonly dirty: boolean
  readonly saving: boolean
  readonly errors: Readonly<Record<string, string>>
  readonly failure: string | undefined
  submit(event?: SubmitEvent): Promise<void>
  reset(values?: V): void
  set(patch: Partial<V>): void
}

interface SectionFrameProps<V extends object> {
  readonly form: Saving<V>
  readonly children: ReactNode
  /** Something about the whole section that is to be known first. */
  readonly note?: string | undefined
  /** Acts at once, above the fields that are saved together. */
  readonly above?: ReactNode
  /** What shoppers will see. */
  readonly preview?: ReactNode
}

/** The fields of a section with its save bar; a member who may only read sees a note. */
export const SectionFrame = <V extends object>({ form, children, note, above, preview }: SectionFrameProps<V>) => {
  const t = useText('firm')
  const labels = useLabels()
  const mayWrite = useMay('setting', true)
  const merging = useMergeDialog(form, useFirmMergeWords())
  const problem = problemOf(form, (count) => t('bar.faults', { count }))
  const discard = () => {
    const typed = form.values
    form.reset()
    toast.info(t('bar.discarded'), { undo: { label: labels.undo, run: () => form.set(typed) } })
  }
  return (
    <div className={css.split} data-preview={preview !== undefined}>
      <form className={css.form} onSubmit={(event) => void form.submit(event)} noValidate>
        {!mayWrite && (
          <p className={css.locked}>
            <IconLock {...icon16} />
            {t('readOnly')}
          </p>
        )}
        {note !== undefined && (
          <p className={css.locked} role="note">
            <IconInfoCircle {...icon16} />
            {note}
          </p>
        )}
        {above}
        <fieldset className={css.fields} disabled={!mayWrite} inert={form.saving}>
          {children}
        </fieldset>
        <SaveBar
          open={mayWrite && (form.dirty || problem !== undefined)}
          state={problem ?? t('bar.changed')}
          tone={problem === undefined ? 'changed' : 'bad'}
        >
          <Button kind="plain" onClick={discard}>
            {t('bar.discard')}
          </Button>
          <Button kind="primary" type="submit" busy={form.saving}>
            {t('bar.save')}
          </Button>
        </SaveBar>
      </form>
      <MergeDialog {...merging} />
      {preview !== undefined && <aside className={css.preview}>{preview}</aside>}
    </div>
  )
}

/** A heading with its why, and the fields below; sections of a section. */
export const Block = ({
  title,
  why,
  state,
  children,
}: {
  title: string
  why?: ReactNode
  /** A chip at the heading's right. */
  state?: ReactNode
  children: ReactNode
}) => (
  <section className={css.block}>
    <div className={css.blockHead}>
      <h3>{title}</h3>
      {state}
    </div>
    {why !== undefined && <p className="lead-line">{why}</p>}
    <div className={css.blockFields}>{children}</div>
  </section>
)
