import { Button } from '../button.tsx'
import { type FieldBase, FieldFrame } from '../field-frame.tsx'
import { useLabels } from '../labels.tsx'
import { useFetched } from '../use-fetched.ts'
import css from './rich-text.module.css'
import type { RichTextEditorProps } from './rich-text-editor.tsx'

const fetchEditor = () => import('./rich-text-editor.tsx')

export interface RichTextFieldProps extends FieldBase, Omit<RichTextEditorProps, 'control' | 'label'> {
  /** Characters so far, for the counter. */
  readonly length: number
}

/** A field of rich text. Its editor is fetched when the first one is drawn: other forms do without it. */
export const RichTextField = (props: RichTextFieldProps) => {
  const labels = useLabels()
  const { part, isFailed, retry } = useFetched(fetchEditor)
  return (
    <FieldFrame {...props} group>
      {(control) => {
        if (part) return <part.RichTextEditor {...props} control={control} />
        if (!isFailed) return <div className={css.waiting} aria-busy="true" aria-label={labels.loading} role="status" />
        return (
          <div className={css.failed} role="alert">
            {props.words.loadFailed}
            <Button size="s" onClick={retry}>
              {labels.retry}
            </Button>
          </div>
        )
      }}
    </FieldFrame>
  )
}
