import { IconPhotoUp, IconTrash } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import css from './picture-picker.module.css'
import { pictureTypes, useUpload } from './use-upload.ts'

interface PicturePickerProps {
  readonly name: string
  readonly label: string
  readonly description?: string
  readonly optional?: boolean
  /** URL of the picture; empty: none. */
  readonly value: string
  readonly onChange: (url: string) => void
  readonly error: string | undefined
  /** What stands there while none is chosen (a video's thumbnail). */
  readonly fallback?: string
}

/** One picture: chosen from the device or dropped, uploaded at once. */
export const PicturePicker = (props: PicturePickerProps) => {
  const { value, onChange, fallback = '' } = props
  const t = useText('signup')
  const { upload, isRunning, problem } = useUpload(onChange)
  const shown = value || fallback
  return (
    <FieldFrame {...props} error={problem ?? props.error} group>
      {() => (
        <div className={css.one}>
          <PictureDrop label={props.label} onFiles={(files) => void upload(files.slice(0, 1))} isRunning={isRunning}>
            {shown !== '' && <img src={shown} alt="" />}
          </PictureDrop>
          {value !== '' && (
            <span className={css.remove}>
              <IconButton
                label={t('picture.removeOne', { label: props.label })}
                icon={<IconTrash size={16} stroke={1.75} aria-hidden="true" />}
                onClick={() => onChange('')}
              />
            </span>
          )}
        </div>
      )}
    </FieldFrame>
  )
}

interface PictureDropProps {
  readonly label: string
  readonly onFiles: (files: readonly File[]) => void
  readonly isRunning: boolean
  readonly many?: boolean
  readonly children?: ReactNode
}

/** A place that takes files, by click, key or drop; what is there already shows inside. */
export const PictureDrop = ({ label, onFiles, isRunning, many, children }: PictureDropProps) => {
  const t = useText('signup')
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onFiles([...event.dataTransfer.files])
  }
  const isFilled = Boolean(children)
  return (
    <div
      className={css.drop}
      data-over={over}
      data-filled={isFilled}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      {children}
      <input
        ref={input}
        type="file"
        accept={pictureTypes}
        multiple={many ?? false}
        hidden
        aria-label={label}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])])
          // The same file may be chosen again.
          event.currentTarget.value = ''
        }}
      />
      <span className={css.choose}>
        <Button
          size="s"
          busy={isRunning}
          icon={<IconPhotoUp size={16} stroke={1.75} />}
          onClick={() => input.current?.click()}
          aria-label={`${t(isFilled ? 'picture.change' : many ? 'picture.add' : 'picture.choose')}：${label}`}
        >
          {t(isRunning ? 'picture.uploading' : isFilled ? 'picture.change' : many ? 'picture.add' : 'picture.choose')}
        </Button>
      </span>
    </div>
  )
}
