import { IconEye } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { icon16 } from './icon-props.ts'
import css from './save-bar.module.css'

export interface SaveBarProps {
  /** Shown while there is something to save or to publish. */
  readonly open: boolean
  /** How things stand (「有尚未儲存的變更」), said again with problems. */
  readonly state: ReactNode
  readonly tone?: 'changed' | 'bad'
  /** Buttons, the main one last. */
  readonly children: ReactNode
}

/** Fixed at the bottom of a form; announces its state. */
export const SaveBar = ({ open, state, tone = 'changed', children }: SaveBarProps) =>
  open ? (
    <div className={css.bar} data-save-bar>
      <div className={css.state} role="status" data-tone={tone}>
        <span>{state}</span>
      </div>
      {children}
    </div>
  ) : null

export interface PublishBarProps extends Pick<SaveBarProps, 'open' | 'state' | 'tone'> {
  readonly isPublished: boolean
  readonly isDirty: boolean
  readonly isSaving: boolean
  readonly label: (word: 'preview' | 'discard' | 'save' | 'saveDraft' | 'publish') => string
  /** Undefined where the preview stands beside the form. */
  readonly onPreview: (() => void) | undefined
  readonly onDiscard: () => void
  readonly onSave: (publish: boolean) => void
}

/** The save bar of what can be published: saved as a draft first, and as it is once it is public. */
export const PublishBar = (props: PublishBarProps) => {
  const { open, state, tone, isPublished, isDirty, isSaving, label, onPreview, onDiscard, onSave } = props
  return (
    <SaveBar open={open} state={state} {...(tone && { tone })}>
      {onPreview && (
        <Button icon={<IconEye {...icon16} />} onClick={onPreview} aria-haspopup="dialog">
          {label('preview')}
        </Button>
      )}
      {isDirty && (
        <Button kind="plain" className={onPreview && css.wideOnly} onClick={onDiscard}>
          {label('discard')}
        </Button>
      )}
      {!isPublished && (
        <Button disabled={isSaving} onClick={() => onSave(false)}>
          {label('saveDraft')}
        </Button>
      )}
      <Button kind="primary" busy={isSaving} onClick={() => onSave(true)}>
        {label(isPublished ? 'save' : 'publish')}
      </Button>
    </SaveBar>
  )
}
