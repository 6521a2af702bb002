import { IconUpload, IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { Button, type ButtonKind, IconButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { icon16, icon18 } from '../../ui/icon-props.ts'
import { useLabels } from '../../ui/labels.tsx'
import { filmTypes } from './upload-job.ts'
import css from './drop-zone.module.css'

interface FilesProps {
  readonly onFiles: (files: readonly File[]) => void
}

/**
 * Opens the system's file dialog. The input stands apart from what is drawn: a list that arrives while somebody chooses
 * may take this button away, and must not take the choice with it.
 */
export const UploadButton = ({ kind = 'secondary', onFiles }: FilesProps & { kind?: ButtonKind }) => {
  const t = useText('video')
  const choose = () => {
    const input = Object.assign(document.createElement('input'), {
      type: 'file',
      accept: filmTypes,
      multiple: true,
      hidden: true,
    })
    input.addEventListener('change', () => {
      input.remove()
      onFiles([...(input.files ?? [])])
    })
    input.addEventListener('cancel', () => input.remove())
    document.body.append(input)
    input.click()
  }
  return (
    <Button kind={kind} icon={<IconUpload {...icon16} />} onClick={choose}>
      {t('action.upload')}
    </Button>
  )
}

interface DropZoneProps extends FilesProps {
  readonly title: string
  readonly onClose: (() => void) | undefined
}

/** A place to begin: what may be dropped here, and a button for those who would rather choose. */
export const DropZone = ({ title, onFiles, onClose }: DropZoneProps) => {
  const t = useText('video')
  const labels = useLabels()
  return (
    <section className={css.zone} aria-label={t('upload.zone')}>
      {onClose && (
        <span className={css.close}>
          <IconButton label={labels.close} icon={<IconX {...icon18} />} onClick={onClose} />
        </span>
      )}
      <EmptyState
        art="video"
        title={title}
        text={t('empty.text')}
        action={<UploadButton kind="primary" onFiles={onFiles} />}
      />
      <p className={css.limits}>{t('upload.limits')}</p>
    </section>
  )
}

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true

/** Files may be dropped anywhere on the page; while some are held over it, it says so. */
export const DropOverlay = ({ onFiles }: FilesProps): ReactNode => {
  const t = useText('video')
  const [held, setHeld] = useState(false)
  const take = useRef(onFiles)
  useEffect(() => {
    take.current = onFiles
  })
  useEffect(() => {
    const onOver = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setHeld(true)
    }
    const onLeave = (event: DragEvent) => {
      // Leaving one element for another names where to; leaving the window does not.
      if (event.relatedTarget === null) setHeld(false)
    }
    const onDrop = (event: DragEvent) => {
      setHeld(false)
      if (!hasFiles(event)) return
      event.preventDefault()
      take.current([...(event.dataTransfer?.files ?? [])])
    }
    addEventListener('dragover', onOver)
    addEventListener('dragleave', onLeave)
    addEventListener('drop', onDrop)
    return () => {
      removeEventListener('dragover', onOver)
      removeEventListener('dragleave', onLeave)
      removeEventListener('drop', onDrop)
    }
  }, [])
  if (!held) return null
  return (
    <div className={css.overlay} role="status">
      <IconUpload size={32} stroke={1.5} aria-hidden="true" />
      <p>{t('upload.drop')}</p>
    </div>
  )
}
