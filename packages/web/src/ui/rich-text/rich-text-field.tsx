import { type ComponentType, useEffect, useState } from 'react'
import { Button } from '../button.tsx'
import { type FieldBase, FieldFrame } from '../field-frame.tsx'
import { useLabels } from '../labels.tsx'
import css from './rich-text.module.css'
import type { RichTextEditorProps } from './rich-text-editor.tsx'

export interface RichTextFieldProps extends FieldBase, Omit<RichTextEditorProps, 'control' | 'label'> {
  /** Characters so far, for the counter. */
  readonly length: number
}

/** A field of rich text. Its editor is fetched when the first one is drawn: other forms do without it. */
export const RichTextField = (props: RichTextFieldProps) => {
  const labels = useLabels()
  const [Loaded, setLoaded] = useState<ComponentType<RichTextEditorProps>>()
  const [attempt, setAttempt] = useState(0)
  const [failedAt, setFailedAt] = useState<number>()
  useEffect(() => {
    let isGone = false
    import('./rich-text-editor.tsx').then(
      ({ RichTextEditor }) => {
        if (!isGone) setLoaded(() => RichTextEditor)
      },
      () => {
        if (!isGone) setFailedAt(attempt)
      },
    )
    return () => {
      isGone = true
    }
  }, [attempt])
  return (
    <FieldFrame {...props} group>
      {(control) => {
        if (Loaded) return <Loaded {...props} control={control} />
        if (failedAt !== attempt)
          return <div className={css.waiting} aria-busy="true" aria-label={labels.loading} role="status" />
        return (
          <div className={css.failed} role="alert">
            {props.words.loadFailed}
            <Button size="s" onClick={() => setAttempt(attempt + 1)}>
              {labels.retry}
            </Button>
          </div>
        )
      }}
    </FieldFrame>
  )
}
